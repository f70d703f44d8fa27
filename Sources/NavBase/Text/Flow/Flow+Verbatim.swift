extension Flow {
  /// The columns from one tab stop to the next in code.
  private static let codeTabStop = 4

  /// Adds a code block: its lines verbatim, cut where they are longer than a row.
  ///
  /// The code is preceded by one blank column if there is space; tab stops are 4 columns apart.
  mutating func addCode(_ code: TextCode) {
    addCode(code, focus: focus(of: code))
  }

  /// Adds a code block with highlighted lines, nil for all lines, and the step at which the highlight begins.
  mutating func addCode(_ code: TextCode, focus: VerbatimFormat.CodeFocus) {
    let padding = room >= 3 ? 1 : 0
    let lines = code.lines.isEmpty ? [StyledText()] : code.lines
    var format = VerbatimFormat(
      tabStop: Self.codeTabStop,
      padding: padding,
      width: room - padding,
      style: TextStyle(role: .codeBlock),
      fill: .codeBlock,
      title: code.title
    )
    if !code.hasGround { (format.style, format.fill) = (.plain, .plain) }
    format.focus = focus
    if let first = code.firstNumber { format.number(lines.count, from: first) }
    add(lines, as: format)
  }

  /// Returns the highlighted lines of a block in this step, and the step at which that highlight begins.
  ///
  /// A single highlight also applies where all steps are shown at once.
  private mutating func focus(of code: TextCode) -> VerbatimFormat.CodeFocus {
    let before = steps.pass(turns: code.focus.count)
    if code.focus.count == 1 {
      return VerbatimFormat.CodeFocus(lines: code.focus[0], step: steps.visibleFrom)
    }
    guard let step = options.step, !code.focus.isEmpty else { return VerbatimFormat.CodeFocus() }
    let turn = min(max(0, step - before), code.focus.count - 1)
    return VerbatimFormat.CodeFocus(
      lines: code.focus[turn],
      step: turn == 0 ? steps.visibleFrom : before + turn
    )
  }

  /// Adds preformatted lines, cut where they are longer than a row; tab stops are 8 columns apart.
  mutating func addPreformatted(_ lines: [StyledText]) {
    var format = VerbatimFormat(
      tabStop: 8,
      padding: 0,
      width: room,
      style: context.body,
      fill: .plain
    )
    if options.isNumbered { number(lines.count, in: &format) }
    format.isCounted = true
    output.lineRows = []
    add(lines, as: format)
  }

  /// Adds line numbers; those of a part of a file are as wide in all of its parts.
  private func number(_ count: Int, in format: inout VerbatimFormat) {
    guard let window = options.window else { return format.number(count, from: 1) }
    guard window.knowsNumbers else { return }
    format.number(max(window.lineCount, window.linesBefore + count), from: 1)
    format.numbers.next = format.numbers.next.map { $0 + window.linesBefore }
  }

  /// Graphemes are counted in the original lines (a tab is one), joined by line feeds.
  private mutating func add(_ lines: [StyledText], as format: VerbatimFormat) {
    beginLeaf()
    var above = 0
    var bytesAbove = 0
    let lines = lines.map { $0.sanitized(keeping: .tabs) }
    var format = format
    if let title = format.title { addTitle(title, format) }
    format.isWindowed = !options.wraps && lines.contains { format.asksForWindow($0.text) }
    let ground = (format.style, format.fill)
    for (index, line) in lines.enumerated() {
      guard !output.isFull else { return }
      (format.style, format.fill) = line.diffRole.map { (.plain, $0) } ?? ground
      if format.isCounted {
        output.lineRows.append(output.rows.count)
        if let window = options.window {
          beginLeaf()
          leaf.index = window.start(ofLine: index)
          (above, bytesAbove) = (0, 0)
        }
      }
      var line = line.styled(as: format.style)
      if let focus = format.focus.lines, !focus.contains(index + 1) {
        line = line.styled(as: TextStyle(attributes: .dim))
      }
      let first = output.rows.count
      defer {
        format.numbers.next = format.numbers.next.map { $0 &+ 1 }
        let step = format.focus.step
        if let focus = format.focus.lines, !isHidden, focus.asks(for: index + 1, in: step) {
          output.stepRows.add(focused: first..<output.rows.count, in: step)
        }
      }
      let bytes = line.text.utf8
      if !options.wraps, format.isProse(line.text) {
        addProse(line, above: above, bytesAbove: bytesAbove)
        above += graphemeCount(of: line.text) + 1
      } else if bytes.allSatisfy({ $0 < 0x80 && $0 != 0x09 }) {
        addASCII(line, above: above, bytesAbove: bytesAbove, format: format)
        above += bytes.count + 1
      } else {
        above += add(line, above: above, bytesAbove: bytesAbove, format: format) + 1
      }
      bytesAbove += bytes.count + 1
    }
    passGraphemes(to: above)
  }

  private mutating func addTitle(_ title: String, _ format: VerbatimFormat) {
    var builder = RowBuilder()
    builder.appendBlanks(format.padding, style: format.style)
    let text = sanitized(title).truncated(toColumns: format.width + format.numbers.columns)
    builder.append(text, style: TextStyle(role: .muted, attributes: .bold))
    emit(builder, fill: format.fill)
  }

  private mutating func addASCII(
    _ line: StyledText,
    above: Int,
    bytesAbove: Int,
    format: VerbatimFormat
  ) {
    var styles = StyleReader(line.runs)
    let count = line.text.utf8.count
    var passed = 0
    let length = format.rowColumns(of: line.text)
    let bytes = count > length ? Array(line.text.utf8) : []
    repeat {
      let isCut = passed + length < count
      let end = isCut ? passed + format.rowEnd(in: bytes[passed...passed + length]) : count
      let content = styles.part(of: line.text, passed..<end)
      var pieces = RowPieces()
      let source = bytesAbove + passed..<bytesAbove + end
      if passed < end { pieces.append(RowPiece(row: 0..<source.count, source: source)) }
      emit(content, grapheme: above + passed, pieces, format: format.row(at: passed))
      passed = end
    } while passed < count && !output.isFull
  }

  /// Emits one line of any characters and returns the number of its graphemes.
  private mutating func add(
    _ line: StyledText,
    above: Int,
    bytesAbove: Int,
    format: VerbatimFormat
  ) -> Int {
    let bytes = Array(line.text.utf8)
    var styles = StyleReader(line.runs)
    var scanner = ClusterScanner(line.text)
    var row = VerbatimRow()
    var lineColumns = 0
    var graphemes = 0
    let length = format.rowColumns(of: line.text)
    while !output.isFull, let cluster = scanner.next() {
      let isTab = bytes[cluster.bytes.lowerBound] == 0x09
      let piece = isTab ? Self.blank : painted(cluster, in: bytes, width: format.width)
      let columns = isTab ? 1 : min(cluster.columns, format.width)
      let style = styles.style(at: cluster.bytes.lowerBound)
      let source = bytesAbove + cluster.bytes.lowerBound..<bytesAbove + cluster.bytes.upperBound
      for _ in 0..<(isTab ? format.tabStop - lineColumns % format.tabStop : 1) {
        while row.columns + columns > length {
          let full = row.cut(before: piece, columns: columns, grapheme: graphemes, as: format)
          emit(full, above: above, format: format)
        }
        row.append(piece, columns: columns, style: style, showing: source, grapheme: graphemes)
        lineColumns += columns
      }
      graphemes += 1
    }
    emit(row, above: above, format: format)
    return graphemes
  }

  private mutating func emit(_ row: VerbatimRow, above: Int, format: VerbatimFormat) {
    let (text, pieces) = row.content
    emit(text, grapheme: above + row.grapheme, pieces, format: format.row(at: row.grapheme))
  }

  private static let blank: ArraySlice<UInt8> = [0x20]
  private static let ellipsis = ArraySlice("…".utf8)

  /// Returns the bytes to paint for a cluster in a row of `width` columns; empty for a cluster without a width.
  private func painted(_ cluster: Cluster, in bytes: [UInt8], width: Int) -> ArraySlice<UInt8> {
    if cluster.columns > width { return Self.ellipsis }
    return cluster.columns == 0 ? [] : bytes[cluster.painted]
  }

  private mutating func emit(
    _ content: StyledText,
    grapheme: Int,
    _ pieces: RowPieces,
    format: VerbatimFormat
  ) {
    var builder = RowBuilder()
    builder.appendBlanks(format.padding, style: format.style)
    if format.numbers.columns > 0 {
      let number = format.numbers.next.map { String($0) } ?? ""
      builder.appendBlanks(format.numbers.columns - 1 - number.utf8.count, style: format.style)
      builder.append(number + " ", style: TextStyle(role: .lineNumber))
    }
    if format.isWindowed && !content.isEmpty {
      builder.append(content, showing: pieces, inWindowOf: format.width)
    } else {
      builder.append(content, showing: pieces)
    }
    emit(builder, grapheme: grapheme, fill: format.fill)
  }

  // MARK: Prose

  /// Adds a line of prose among verbatim lines: wrapped at words, with the line's own indent for all rows.
  private mutating func addProse(_ line: StyledText, above: Int, bytesAbove: Int) {
    let blanks = line.text.utf8.prefix { $0 == 0x20 }.count
    let indent = min(blanks, room / 2)
    var reader = LineReader(line, columns: room - indent)
    while !output.isFull, let part = reader.next() {
      var builder = RowBuilder()
      builder.appendBlanks(indent)
      builder.append(part) { RowPieces($0.moved(by: bytesAbove)) }
      emit(builder, grapheme: above + part.grapheme)
    }
  }
}

extension Flow {
  /// Returns the width at which no line of a code block is cut, including the blank before it.
  func naturalColumns(of code: TextCode) -> Int {
    let number = code.firstNumber.map { String($0 &+ code.lines.count &- 1).utf8.count + 1 } ?? 0
    let format = VerbatimFormat(
      tabStop: Self.codeTabStop,
      padding: 1,
      width: 1,
      style: .plain,
      fill: .codeBlock
    )
    let longest = code.lines.reduce(0) { longest, line in
      max(longest, format.columns(of: line.sanitized(keeping: .tabs).text))
    }
    return longest + number + format.padding
  }
}

extension TextCode.LineFocus {
  /// Returns whether a line must be in view from a step on: a highlighted line, or any line if a step after the first
  /// highlights all.
  fileprivate func asks(for line: Int, in step: Int) -> Bool {
    switch self {
    case .all: step > 0
    case .lines: contains(line)
    }
  }
}

extension StyledText {
  /// The role that fills the row of a line of a diff: that of its sign, a run of its own; nil for any other line.
  fileprivate var diffRole: TextRole? {
    guard let sign = runs.first, sign.length == 1 else { return nil }
    let role = sign.style.role
    return role == .diffAdded || role == .diffRemoved ? role : nil
  }
}
