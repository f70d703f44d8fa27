/// Splits a styled text into lines of one width.
struct LineReader {
  /// A line ready to be placed on a row.
  struct Line {
    var content: StyledText
    var grapheme: Int
    var columns: Int
    /// The mapping from bytes of the content to bytes of the source.
    var pieces: RowPieces
  }

  private let text: String
  private let columns: Int
  private var breaker: LineBreaker
  private var styles: StyleReader

  /// - Parameters:
  ///   - source: sanitised.
  ///   - columns: at least 1.
  ///   - keepsWords: as of a `LineBreaker`.
  init(_ source: StyledText, columns: Int, keepsWords: Bool = false) {
    text = source.text
    styles = StyleReader(source.runs)
    self.columns = columns
    breaker = LineBreaker(source.text, columns: columns, keepsWords: keepsWords)
  }

  /// The number of graphemes in the text, once `next` has returned nil.
  var graphemes: Int { breaker.graphemes }

  mutating func next() -> Line? {
    guard let line = breaker.next() else { return nil }
    let (content, pieces) = content(of: line)
    return Line(content: content, grapheme: line.grapheme, columns: line.columns, pieces: pieces)
  }

  private mutating func content(of line: TextLine) -> (StyledText, RowPieces) {
    let content = styles.part(of: text, line.bytes)
    guard line.isVerbatim else { return painted(content, from: line.bytes.lowerBound) }
    var pieces = RowPieces()
    if !line.bytes.isEmpty {
      pieces.append(RowPiece(row: 0..<line.bytes.count, source: line.bytes))
    }
    return (content, pieces)
  }

  /// Returns the line as painted: invisible clusters removed, clusters that do not fit replaced.
  private func painted(_ content: StyledText, from start: Int) -> (StyledText, RowPieces) {
    var result = StyledText()
    var pieces = RowPieces()
    var scanner = ClusterScanner(content.text)
    var styles = StyleReader(content.runs)
    while let cluster = scanner.next() {
      let style = styles.style(at: cluster.bytes.lowerBound)
      let before = result.text.utf8.count
      if cluster.columns > columns {
        result.append("…", style: style)
      } else if cluster.columns > 0 {
        let first = content.text.utf8.index(
          content.text.startIndex,
          offsetBy: cluster.painted.lowerBound
        )
        let end = content.text.utf8.index(first, offsetBy: cluster.painted.count)
        result.append(String(content.text[first..<end]), style: style)
      }
      let after = result.text.utf8.count
      guard after > before else { continue }
      let bytes = start + cluster.bytes.lowerBound..<start + cluster.bytes.upperBound
      pieces.append(RowPiece(row: before..<after, source: bytes))
    }
    return (result, pieces)
  }
}
