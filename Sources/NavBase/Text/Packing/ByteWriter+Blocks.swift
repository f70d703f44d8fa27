/// The first byte of a packed block.
enum BlockTag: UInt8 {
  case heading, paragraph, list, code, preformatted, table, quote, alert, rule, pause, columns,
    space, aligned
  case versions, picture
}

extension ByteWriter {
  /// Writes the facts of a document, and its blocks.
  mutating func write(document blocks: [TextBlock]) {
    DocumentFacts(of: TextDocument(blocks: blocks)).write(to: &self)
    write(blocks)
  }

  mutating func write(_ blocks: [TextBlock]) {
    write(count: blocks.count)
    for block in blocks { write(block) }
  }

  private mutating func write(_ block: TextBlock) {
    switch block {
    case .heading(let level, let text):
      begin(.heading)
      write(number: level)
      write(text)
    case .paragraph(let text):
      begin(.paragraph)
      write(text)
    case .picture(let picture):
      begin(.picture)
      write(picture.text)
      switch picture.width {
      case nil: write(number: 0)
      case .percent(let percent): write(number: percent)
      case .pixels(let pixels): write(number: -pixels)
      }
      let raster = picture.raster
      for length in [raster.width, raster.height, raster.naturalWidth, raster.naturalHeight] {
        write(count: length)
      }
      write(raster.pixels[...])
      write(raster.id?.description ?? "")
    case .list(let list):
      begin(.list)
      write(list)
    case .code(let code):
      begin(.code)
      write(code)
    case .preformatted(let lines):
      begin(.preformatted)
      write(lines)
    case .table(let table):
      begin(.table)
      write(count: table.alignments.count)
      for alignment in table.alignments { write(byte: alignment.rawValue) }
      write(table.header)
      write(count: table.rows.count)
      for row in table.rows { write(row) }
    case .quote(let blocks):
      begin(.quote)
      write(blocks)
    case .alert(let kind, let blocks):
      begin(.alert)
      write(kind.rawValue)
      write(blocks)
    case .rule: begin(.rule)
    case .pause: begin(.pause)
    case .columns(let columns):
      begin(.columns)
      write(count: columns.count)
      for column in columns {
        write(count: column.weight)
        write(column.blocks)
      }
    case .space(let rows):
      begin(.space)
      write(number: rows)
    case .aligned(let alignment, let blocks):
      begin(.aligned)
      write(byte: alignment.rawValue)
      write(blocks)
    case .versions(let versions):
      begin(.versions)
      write(count: versions.count)
      for code in versions { write(code) }
    }
  }

  private mutating func begin(_ tag: BlockTag) { write(byte: tag.rawValue) }

  private mutating func write(_ list: TextList) {
    write(byte: (list.start == nil ? 0 : 1) | (list.isTight ? 2 : 0) | (list.hasMarkers ? 4 : 0))
    if let start = list.start { write(number: start) }
    write(count: list.items.count)
    for item in list.items {
      // The mark and the number of blocks share a byte, since most items have few.
      let mark = item.isDone.map { $0 ? 2 : 1 } ?? 0
      write(count: item.blocks.count * 3 + mark)
      for block in item.blocks { write(block) }
    }
  }

  private mutating func write(_ code: TextCode) {
    write(
      byte: (code.firstNumber == nil ? 0 : 1) | (code.title == nil ? 0 : 2)
        | (code.hasGround ? 4 : 0) | (code.focus.isEmpty ? 0 : 8)
    )
    write(code.language)
    if let number = code.firstNumber { write(number: number) }
    if let title = code.title { write(title) }
    if !code.focus.isEmpty {
      write(count: code.focus.count)
      for focus in code.focus { write(focus) }
    }
    write(code.lines)
  }

  private mutating func write(_ focus: TextCode.LineFocus) {
    switch focus {
    case .all: write(count: 0)
    case .lines(let ranges):
      write(count: ranges.count + 1)
      for range in ranges {
        write(number: range.lowerBound)
        write(number: range.upperBound)
      }
    }
  }

  private mutating func write(_ texts: [StyledText]) {
    write(count: texts.count)
    for text in texts { write(text) }
  }

  /// Writes the length of a text and the form of its runs in one number, then the text, then the runs.
  private mutating func write(_ text: StyledText) {
    let count = text.text.utf8.count
    let form = RunsForm(of: text.runs, covering: count)
    write(count: count << 2 | Int(form.rawValue))
    writeBytes(of: text.text)
    switch form {
    case .none, .plain: break
    case .one: write(text.runs[0].style)
    case .several:
      write(count: text.runs.count)
      for run in text.runs {
        write(count: run.length)
        write(run.style)
      }
    }
  }

  /// Writes the fields that differ from those of plain text, behind a byte that says which these are.
  private mutating func write(_ style: TextStyle) {
    let (ink, ground) = (style.foreground, style.background)
    write(
      byte: (style.roleCode == 0 ? 0 : 1) | (style.attributes.isEmpty ? 0 : 2)
        | (ink == nil ? 0 : 4) | (ground == nil ? 0 : 8) | (style.link == nil ? 0 : 16)
    )
    if style.roleCode != 0 { write(byte: style.roleCode) }
    if !style.attributes.isEmpty { write(byte: style.attributes.rawValue) }
    if let ink { write(count: Int(ink.code)) }
    if let ground { write(count: Int(ground.code)) }
    if let link = style.link { write(link) }
  }
}

/// The form in which the runs of a text are packed.
enum RunsForm: UInt8 {
  /// There are none.
  case none
  /// One plain run covers the text.
  case plain
  /// One run covers the text.
  case one
  case several

  init(of runs: [StyledRun], covering count: Int) {
    self =
      switch runs.count {
      case 0: .none
      case 1 where runs[0].length == count: runs[0].style == .plain ? .plain : .one
      default: .several
      }
  }
}
