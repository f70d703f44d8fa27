/// How a block looks whose lines are shown as they are written.
private struct VerbatimFormat {
  /// The columns from one tab stop to the next.
  var tabStop: Int
  /// Blank columns before each row.
  var padding: Int
  /// The columns of a row behind the padding, at least 1.
  var width: Int
  var style: TextStyle
  var fill: TextRole
}

/// A row of such a block while it is put together.
private struct VerbatimRow {
  private var bytes: [UInt8] = []
  private(set) var columns = 0
  /// The index of its first grapheme in the line.
  private(set) var grapheme: Int
  private(set) var pieces = RowPieces()

  init(grapheme: Int = 0) {
    self.grapheme = grapheme
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// - Parameters:
  ///   - more: what is painted.
  ///   - columns: its width.
  ///   - source: what it stands for, in the block's text.
  mutating func append(_ more: ArraySlice<UInt8>, columns: Int, showing source: Range<Int>) {
    if !more.isEmpty {
      pieces.append(RowPiece(row: bytes.count..<bytes.count + more.count, source: source))
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
  mutating func addCode(_ lines: [String]) {
    let padding = room >= 3 ? 1 : 0
    let style = TextStyle(role: .codeBlock)
    add(
      lines.isEmpty ? [""] : lines,
      as: VerbatimFormat(
        tabStop: 4,
        padding: padding,
        width: room - padding,
        style: style,
        fill: .codeBlock
      )
    )
  }

  /// Preformatted lines, cut where they are longer than a row; tab stops are 8 columns apart.
  mutating func addPreformatted(_ lines: [String]) {
    add(
      lines,
      as: VerbatimFormat(tabStop: 8, padding: 0, width: room, style: body, fill: .plain)
    )
  }

  /// Graphemes are counted in the lines as they are written (a tab is one), joined by line feeds.
  private mutating func add(_ lines: [String], as format: VerbatimFormat) {
    beginLeaf()
    var above = 0
    var bytesAbove = 0
    for line in lines {
      guard !isFull else { return }
      let line = sanitized(line, keeping: .tabs)
      if line.utf8.allSatisfy({ $0 < 0x80 && $0 != 0x09 }) {
        addASCII(line, above: above, bytesAbove: bytesAbove, format: format)
        above += line.utf8.count + 1
      } else {
        above += add(line, above: above, bytesAbove: bytesAbove, format: format) + 1
      }
      bytesAbove += line.utf8.count + 1
    }
    passGraphemes(to: above)
  }

  private mutating func addASCII(
    _ line: String,
    above: Int,
    bytesAbove: Int,
    format: VerbatimFormat
  ) {
    var start = line.utf8.startIndex
    var passed = 0
    repeat {
      let end =
        line.utf8.index(start, offsetBy: format.width, limitedBy: line.utf8.endIndex)
        ?? line.utf8.endIndex
      let text = String(line[start..<end])
      var pieces = RowPieces()
      let bytes = bytesAbove + passed..<bytesAbove + passed + text.utf8.count
      if !text.isEmpty { pieces.append(RowPiece(row: 0..<bytes.count, source: bytes)) }
      emit(text, grapheme: above + passed, pieces, format: format)
      passed += format.width
      start = end
    } while start < line.utf8.endIndex && !isFull
  }

  /// Emits one line of any characters and returns how many graphemes it has.
  private mutating func add(
    _ line: String,
    above: Int,
    bytesAbove: Int,
    format: VerbatimFormat
  ) -> Int {
    let bytes = Array(line.utf8)
    var scanner = ClusterScanner(line)
    var row = VerbatimRow()
    var lineColumns = 0
    var graphemes = 0
    while !isFull, let cluster = scanner.next() {
      let isTab = bytes[cluster.bytes.lowerBound] == 0x09
      let piece = isTab ? Self.blank : painted(cluster, in: bytes, width: format.width)
      let columns = isTab ? 1 : min(cluster.columns, format.width)
      let source = bytesAbove + cluster.bytes.lowerBound..<bytesAbove + cluster.bytes.upperBound
      for _ in 0..<(isTab ? format.tabStop - lineColumns % format.tabStop : 1) {
        if row.columns + columns > format.width {
          emit(row.text, grapheme: above + row.grapheme, row.pieces, format: format)
          row = VerbatimRow(grapheme: graphemes)
        }
        row.append(piece, columns: columns, showing: source)
        lineColumns += columns
      }
      graphemes += 1
    }
    emit(row.text, grapheme: above + row.grapheme, row.pieces, format: format)
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
    _ text: String,
    grapheme: Int,
    _ pieces: RowPieces,
    format: VerbatimFormat
  ) {
    var builder = RowBuilder()
    builder.appendBlanks(format.padding, style: format.style)
    builder.append(text, style: format.style, showing: pieces)
    emit(builder, grapheme: grapheme, fill: format.fill)
  }
}
