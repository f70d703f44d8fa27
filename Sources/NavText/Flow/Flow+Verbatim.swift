/// How a block looks whose lines are shown as they are written.
private struct VerbatimFormat {
  /// The columns from one tab stop to the next.
  var tabStop: Int
  /// Blank columns before each row.
  var padding: Int
  /// The columns of a row behind the padding and the number, at least 1.
  var width: Int
  var style: TextStyle
  var fill: TextRole
  /// The columns of the lines' numbers; 0 where they have none.
  var gutter = 0
  /// The lines that stand out now; nil for all of them.
  var focus: TextCode.LineFocus?
  /// The number of the line that comes, as it is shown; nil for none.
  var number: Int?

  /// The same for a row that begins at a grapheme of its line: only the first has the number.
  func row(at grapheme: Int) -> VerbatimFormat {
    guard grapheme > 0, number != nil else { return self }
    var format = self
    format.number = nil
    return format
  }
}

/// A row of such a block while it is put together.
private struct VerbatimRow {
  private var bytes: [UInt8] = []
  private var runs: [StyledRun] = []
  private(set) var columns = 0
  /// The index of its first grapheme in the line.
  private(set) var grapheme: Int
  private(set) var pieces = RowPieces()

  init(grapheme: Int = 0) {
    self.grapheme = grapheme
  }

  var content: StyledText { StyledText(String(decoding: bytes, as: UTF8.self), runs: runs) }

  /// - Parameters:
  ///   - more: what is painted.
  ///   - columns: its width.
  ///   - style: how it looks.
  ///   - source: what it stands for, in the block's text.
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
  /// A code block: its lines as they are, cut where they are longer than a row.
  ///
  /// One blank column stands before the code where there is room, and tab stops are 4 columns
  /// apart.
  mutating func addCode(_ code: TextCode) {
    let padding = room >= 3 ? 1 : 0
    let lines = code.lines.isEmpty ? [StyledText()] : code.lines
    var format = VerbatimFormat(
      tabStop: 4,
      padding: padding,
      width: room - padding,
      style: TextStyle(role: .codeBlock),
      fill: .codeBlock,
      focus: focus(of: code)
    )
    if let first = code.firstNumber {
      let gutter = String(first &+ lines.count &- 1).utf8.count + 1
      if format.width >= gutter + Self.leastCodeWidth {
        format.gutter = gutter
        format.width -= gutter
        format.number = first
      }
    }
    add(lines, as: format)
  }

  /// Where lines would have less room, they have no numbers.
  private static let leastCodeWidth = 16

  /// The lines of a block that stand out in this step.
  private mutating func focus(of code: TextCode) -> TextCode.LineFocus? {
    let before = steps.pass(turns: code.focus.count)
    guard let step, !code.focus.isEmpty else { return nil }
    return code.focus[min(max(0, step - before), code.focus.count - 1)]
  }

  /// Preformatted lines, cut where they are longer than a row; tab stops are 8 columns apart.
  mutating func addPreformatted(_ lines: [StyledText]) {
    add(
      lines,
      as: VerbatimFormat(tabStop: 8, padding: 0, width: room, style: body, fill: .plain)
    )
  }

  /// Graphemes are counted in the lines as they are written (a tab is one), joined by line feeds.
  private mutating func add(_ lines: [StyledText], as format: VerbatimFormat) {
    beginLeaf()
    var above = 0
    var bytesAbove = 0
    var format = format
    for (index, line) in lines.enumerated() {
      guard !isFull else { return }
      var line = line.sanitized(keeping: .tabs).styled(as: format.style)
      if let focus = format.focus, !focus.contains(index + 1) {
        line = line.styled(as: TextStyle(attributes: .dim))
      }
      defer { format.number = format.number.map { $0 &+ 1 } }
      let bytes = line.text.utf8
      if bytes.allSatisfy({ $0 < 0x80 && $0 != 0x09 }) {
        addASCII(line, above: above, bytesAbove: bytesAbove, format: format)
        above += bytes.count + 1
      } else {
        above += add(line, above: above, bytesAbove: bytesAbove, format: format) + 1
      }
      bytesAbove += bytes.count + 1
    }
    passGraphemes(to: above)
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
    repeat {
      let end = min(passed + format.width, count)
      let content = styles.part(of: line.text, passed..<end)
      var pieces = RowPieces()
      let source = bytesAbove + passed..<bytesAbove + end
      if passed < end { pieces.append(RowPiece(row: 0..<source.count, source: source)) }
      emit(content, grapheme: above + passed, pieces, format: format.row(at: passed))
      passed = end
    } while passed < count && !isFull
  }

  /// Emits one line of any characters and returns how many graphemes it has.
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
    while !isFull, let cluster = scanner.next() {
      let isTab = bytes[cluster.bytes.lowerBound] == 0x09
      let piece = isTab ? Self.blank : painted(cluster, in: bytes, width: format.width)
      let columns = isTab ? 1 : min(cluster.columns, format.width)
      let style = styles.style(at: cluster.bytes.lowerBound)
      let source = bytesAbove + cluster.bytes.lowerBound..<bytesAbove + cluster.bytes.upperBound
      for _ in 0..<(isTab ? format.tabStop - lineColumns % format.tabStop : 1) {
        if row.columns + columns > format.width {
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

  /// What is painted for a cluster in a row of `width` columns: nothing for one without a width.
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
      builder.append(number + " ", style: TextStyle(role: .muted))
    }
    builder.append(content, showing: pieces)
    emit(builder, grapheme: grapheme, fill: format.fill)
  }
}

/// The styles of a text, asked for from its start to its end.
private struct StyleReader {
  private var rest: ArraySlice<StyledRun>
  /// Where the first of `rest` ends.
  private var end: Int

  init(_ runs: [StyledRun]) {
    rest = runs[...]
    end = runs.first?.length ?? 0
  }

  /// The style at an offset in UTF-8 bytes, no less than the one before.
  mutating func style(at offset: Int) -> TextStyle {
    while !rest.isEmpty && end <= offset {
      rest.removeFirst()
      end += rest.first?.length ?? 0
    }
    return rest.first?.style ?? .plain
  }

  /// A part of the text of ASCII characters that the runs belong to.
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
