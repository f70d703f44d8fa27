/// A row of a verbatim block under construction.
struct VerbatimRow {
  private var cells: [Cell] = []
  private(set) var columns = 0
  /// The index of the row's first grapheme in the line.
  private(set) var grapheme = 0

  /// A painted grapheme, or a column of a tab.
  private struct Cell {
    var bytes: ArraySlice<UInt8>
    var columns: Int
    var style: TextStyle
    /// The bytes of the block's text that it represents.
    var source: Range<Int>
    var grapheme: Int

    /// What decides where a row may be broken.
    var sign: UInt8 {
      if columns > 1 { return VerbatimFormat.wide }
      return bytes.count == 1 ? bytes[bytes.startIndex] : VerbatimFormat.letter
    }
  }

  /// Appends painted text to the row.
  ///
  /// - Parameters:
  ///   - more: the bytes to paint.
  ///   - columns: the width of `more`.
  ///   - style: the style of `more`.
  ///   - source: the bytes of the block's text that it represents.
  ///   - grapheme: the index of its grapheme in the line.
  mutating func append(
    _ more: ArraySlice<UInt8>,
    columns: Int,
    style: TextStyle,
    showing source: Range<Int>,
    grapheme: Int
  ) {
    guard columns > 0 else { return }
    cells.append(
      Cell(bytes: more, columns: columns, style: style, source: source, grapheme: grapheme)
    )
    self.columns += columns
  }

  /// Removes and returns the part before the row's break.
  ///
  /// - Parameters:
  ///   - next: the bytes for which there is no space.
  ///   - columns: their width.
  ///   - grapheme: the index of their grapheme in the line.
  ///   - format: the format of the row.
  mutating func cut(
    before next: ArraySlice<UInt8>,
    columns: Int,
    grapheme: Int,
    as format: VerbatimFormat
  ) -> VerbatimRow {
    let last = Cell(bytes: next, columns: columns, style: .plain, source: 0..<0, grapheme: grapheme)
    let signs = cells.map(\.sign) + [last.sign]
    let place = format.rowEnd(in: signs[...])
    var row = self
    row.cells.removeSubrange(place...)
    cells.removeSubrange(..<place)
    self.columns = cells.reduce(0) { $0 + $1.columns }
    self.grapheme = cells.first?.grapheme ?? grapheme
    return row
  }

  /// The row's text, and what it shows of the block's text.
  var content: (text: StyledText, pieces: RowPieces) {
    var bytes: [UInt8] = []
    var runs: [StyledRun] = []
    var pieces = RowPieces()
    for cell in cells {
      let row = bytes.count..<bytes.count + cell.bytes.count
      pieces.append(RowPiece(row: row, source: cell.source))
      if runs.last?.style == cell.style {
        runs[runs.count - 1].length += row.count
      } else {
        runs.append(StyledRun(length: row.count, style: cell.style))
      }
      bytes += cell.bytes
    }
    return (StyledText(String(decoding: bytes, as: UTF8.self), runs: runs), pieces)
  }
}

/// Reads the styles of a text from its start to its end.
struct StyleReader {
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

  /// Returns a range of the text, which begins and ends between characters, with the runs' styles.
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
