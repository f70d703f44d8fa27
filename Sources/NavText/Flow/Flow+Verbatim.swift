/// The format of a block of verbatim lines.
private struct VerbatimFormat {
  /// The columns from one tab stop to the next.
  var tabStop: Int
  /// Blank columns before each row.
  var padding: Int
  /// The columns of a row after the padding and the number, at least 1.
  var width: Int
  var style: TextStyle
  var fill: TextRole
  /// The columns of the line numbers; 0 without numbers.
  var gutter = 0
  /// The highlighted lines of this step; nil for all of them.
  var focus: TextCode.LineFocus?
  /// The step at which that highlight begins.
  var focusStep = 0
  /// The title in a row above the lines; nil for none.
  var title: String?
  /// The number of the next line; nil for none.
  var number: Int?
  /// Whether the rows at which lines begin are recorded.
  var isCounted = false
  /// Whether lines are shown through windows of `width`, because one of them is longer.
  var isWindowed = false

  /// Lines get no numbers if fewer columns would remain for code.
  private static let leastCodeWidth = 16

  /// Adds line numbers if the width allows.
  mutating func number(_ count: Int, from first: Int) {
    let gutter = String(first &+ count &- 1).utf8.count + 1
    guard width >= gutter + Self.leastCodeWidth else { return }
    self.gutter = gutter
    width -= gutter
    number = first
  }

  /// Returns the format of the row that begins at a grapheme of its line: only the first row has the number.
  func row(at grapheme: Int) -> VerbatimFormat {
    guard grapheme > 0, number != nil else { return self }
    var format = self
    format.number = nil
    return format
  }
}

/// A row of a verbatim block under construction.
private struct VerbatimRow {
  private var bytes: [UInt8] = []
  private var runs: [StyledRun] = []
  private(set) var columns = 0
  /// The index of the row's first grapheme in the line.
  private(set) var grapheme: Int
  private(set) var pieces = RowPieces()

  init(grapheme: Int = 0) {
    self.grapheme = grapheme
  }

  var content: StyledText { StyledText(String(decoding: bytes, as: UTF8.self), runs: runs) }

  /// Appends painted text to the row.
  ///
  /// - Parameters:
  ///   - more: the bytes to paint.
  ///   - columns: the width of `more`.
  ///   - style: the style of `more`.
  ///   - source: the bytes of the block's text that it represents.
  mutating func append(
    _ more: ArraySlice<UInt8>,
    columns: Int,
    style: TextStyle,
    showing source: Range<Int>
  ) {
    if !more.isEmpty {
      pieces.append(RowPiece(row: bytes.count..<bytes.count + more.count, source: source))
      if runs.last?.style == style {
        runs[runs.count - 1].length += more.count
      } else {
        runs.append(StyledRun(length: more.count, style: style))
      }
    }
    bytes += more
    self.columns += columns
  }
}

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
  mutating func addCode(_ code: TextCode, focus: (lines: TextCode.LineFocus?, step: Int)) {
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
    (format.focus, format.focusStep) = focus
    if let first = code.firstNumber { format.number(lines.count, from: first) }
    add(lines, as: format)
  }

  /// Returns the highlighted lines of a block in this step, and the step at which that highlight begins.
  ///
  /// A single highlight also applies where all steps are shown at once.
  private mutating func focus(of code: TextCode) -> (lines: TextCode.LineFocus?, step: Int) {
    let before = steps.pass(turns: code.focus.count)
    if code.focus.count == 1 { return (code.focus[0], steps.visibleFrom) }
    guard let step, !code.focus.isEmpty else { return (nil, 0) }
    let turn = min(max(0, step - before), code.focus.count - 1)
    return (code.focus[turn], turn == 0 ? steps.visibleFrom : before + turn)
  }

  /// Adds preformatted lines, cut where they are longer than a row; tab stops are 8 columns apart.
  mutating func addPreformatted(_ lines: [StyledText]) {
    var format = VerbatimFormat(tabStop: 8, padding: 0, width: room, style: body, fill: .plain)
    if isNumbered { format.number(lines.count, from: 1) }
    format.isCounted = true
    lineRows = []
    add(lines, as: format)
  }

  /// Graphemes are counted in the original lines (a tab is one), joined by line feeds.
  private mutating func add(_ lines: [StyledText], as format: VerbatimFormat) {
    beginLeaf()
    var above = 0
    var bytesAbove = 0
    let lines = lines.map { $0.sanitized(keeping: .tabs) }
    var format = format
    if let title = format.title { addTitle(title, format) }
    format.isWindowed = !wraps && lines.contains { format.asksForWindow($0.text) }
    for (index, line) in lines.enumerated() {
      guard !isFull else { return }
      if format.isCounted { lineRows.append(rows.count) }
      var line = line.styled(as: format.style)
      if let focus = format.focus, !focus.contains(index + 1) {
        line = line.styled(as: TextStyle(attributes: .dim))
      }
      let first = rows.count
      defer {
        format.number = format.number.map { $0 &+ 1 }
        if let focus = format.focus, !isHidden, focus.asks(for: index + 1, in: format.focusStep) {
          stepRows.add(focused: first..<rows.count, in: format.focusStep)
        }
      }
      let bytes = line.text.utf8
      if !wraps, format.isProse(line.text) {
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
    let text = sanitized(title).truncated(toColumns: format.width + format.gutter)
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
    repeat {
      let end = min(passed + length, count)
      let content = styles.part(of: line.text, passed..<end)
      var pieces = RowPieces()
      let source = bytesAbove + passed..<bytesAbove + end
      if passed < end { pieces.append(RowPiece(row: 0..<source.count, source: source)) }
      emit(content, grapheme: above + passed, pieces, format: format.row(at: passed))
      passed = end
    } while passed < count && !isFull
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
    while !isFull, let cluster = scanner.next() {
      let isTab = bytes[cluster.bytes.lowerBound] == 0x09
      let piece = isTab ? Self.blank : painted(cluster, in: bytes, width: format.width)
      let columns = isTab ? 1 : min(cluster.columns, format.width)
      let style = styles.style(at: cluster.bytes.lowerBound)
      let source = bytesAbove + cluster.bytes.lowerBound..<bytesAbove + cluster.bytes.upperBound
      for _ in 0..<(isTab ? format.tabStop - lineColumns % format.tabStop : 1) {
        if row.columns + columns > length {
          let format = format.row(at: row.grapheme)
          emit(row.content, grapheme: above + row.grapheme, row.pieces, format: format)
          row = VerbatimRow(grapheme: graphemes)
        }
        row.append(piece, columns: columns, style: style, showing: source)
        lineColumns += columns
      }
      graphemes += 1
    }
    let format = format.row(at: row.grapheme)
    emit(row.content, grapheme: above + row.grapheme, row.pieces, format: format)
    return graphemes
  }

  private static let blank: ArraySlice<UInt8> = [0x20]
  private static let ellipsis = ArraySlice("…".utf8)
  private static let replacement = ArraySlice("\u{FFFD}".utf8)

  /// Returns the bytes to paint for a cluster in a row of `width` columns; empty for a cluster without a width.
  private func painted(_ cluster: Cluster, in bytes: [UInt8], width: Int) -> ArraySlice<UInt8> {
    if cluster.isOversized { return Self.replacement }
    if cluster.columns > width { return Self.ellipsis }
    return cluster.columns == 0 ? [] : bytes[cluster.bytes]
  }

  private mutating func emit(
    _ content: StyledText,
    grapheme: Int,
    _ pieces: RowPieces,
    format: VerbatimFormat
  ) {
    var builder = RowBuilder()
    builder.appendBlanks(format.padding, style: format.style)
    if format.gutter > 0 {
      let number = format.number.map { String($0) } ?? ""
      builder.appendBlanks(format.gutter - 1 - number.utf8.count, style: format.style)
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
    while !isFull, let part = reader.next() {
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

extension VerbatimFormat {
  /// Returns the columns of a line in one row: all of them in a window, unless the line is too long for a window.
  func rowColumns(of line: String) -> Int {
    isWindowed && columns(of: line) <= RowWindow.textColumns ? RowWindow.textColumns : width
  }

  /// Returns whether a line is longer than a row and is not prose.
  func asksForWindow(_ line: String) -> Bool {
    line.utf8.count > width && columns(of: line) > width && !isProse(line)
  }

  /// Returns whether a line is longer than a row and can be wrapped at words without loss: text that is not code,
  /// without numbers, tabs, column gaps and drawings.
  func isProse(_ line: String) -> Bool {
    guard isCounted, gutter == 0, line.utf8.count > width else { return false }
    var words = 0
    var blanks = 0
    var last: Character = " "
    for character in line.drop(while: { $0 == " " }) {
      if character == " " {
        blanks += 1
        // Two blanks are allowed after the end of a sentence.
        guard blanks < 2 || blanks == 2 && ".!?:".contains(last) else { return false }
      } else {
        guard character != "\t", !character.isDrawn else { return false }
        words += blanks > 0 ? 1 : 0
        (blanks, last) = (0, character)
      }
    }
    return words >= 7 && columns(of: line) > width
  }

  fileprivate func columns(of line: String) -> Int {
    let tabs = line.utf8.reduce(0) { $0 + ($1 == 0x09 ? 1 : 0) }
    return columnWidth(of: line) + tabs * tabStop
  }
}

extension Character {
  /// Whether the character is part of a drawing: a box line, a block, a bar.
  fileprivate var isDrawn: Bool {
    guard let scalar = unicodeScalars.first else { return false }
    return (0x2500...0x259F).contains(scalar.value) || scalar == "|"
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

/// Reads the styles of a text from its start to its end.
private struct StyleReader {
  private var rest: ArraySlice<StyledRun>
  /// The end offset of the first run in `rest`.
  private var end: Int

  init(_ runs: [StyledRun]) {
    rest = runs[...]
    end = runs.first?.length ?? 0
  }

  /// Returns the style at an offset in UTF-8 bytes, which must not decrease between calls.
  mutating func style(at offset: Int) -> TextStyle {
    while !rest.isEmpty && end <= offset {
      rest.removeFirst()
      end += rest.first?.length ?? 0
    }
    return rest.first?.style ?? .plain
  }

  /// Returns a range of the text of ASCII characters with the runs' styles.
  mutating func part(of text: String, _ bytes: Range<Int>) -> StyledText {
    if rest.count <= 1, bytes.lowerBound == 0, bytes.upperBound == text.utf8.count {
      return StyledText(text, style: style(at: 0))
    }
    var part = StyledText()
    var place = bytes.lowerBound
    var start = text.utf8.index(text.startIndex, offsetBy: place)
    while place < bytes.upperBound {
      let style = style(at: place)
      let next = rest.isEmpty ? bytes.upperBound : min(end, bytes.upperBound)
      let stop = text.utf8.index(start, offsetBy: next - place)
      part.append(String(text[start..<stop]), style: style)
      (place, start) = (next, stop)
    }
    return part
  }
}
