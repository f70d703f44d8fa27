/// A row of a verbatim block under construction.
struct VerbatimRow {
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
