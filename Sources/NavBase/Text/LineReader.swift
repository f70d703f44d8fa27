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

  private let source: StyledText
  private let columns: Int
  private var breaker: LineBreaker
  /// The index of the run at the read position, and the offset at which that run begins.
  private var run = 0
  private var runStart = 0

  /// - Parameters:
  ///   - source: sanitised.
  ///   - columns: at least 1.
  ///   - keepsWords: as of a `LineBreaker`.
  init(_ source: StyledText, columns: Int, keepsWords: Bool = false) {
    self.source = source
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
    var content = StyledText()
    var place = line.bytes.lowerBound
    while place < line.bytes.upperBound {
      while run < source.runs.count && runStart + source.runs[run].length <= place {
        runStart += source.runs[run].length
        run += 1
      }
      let isCovered = run < source.runs.count
      let runEnd = isCovered ? runStart + source.runs[run].length : line.bytes.upperBound
      let end = min(runEnd, line.bytes.upperBound)
      content.append(slice(place..<end), style: isCovered ? source.runs[run].style : .plain)
      place = end
    }
    guard line.isVerbatim else { return painted(content, from: line.bytes.lowerBound) }
    var pieces = RowPieces()
    if !line.bytes.isEmpty {
      pieces.append(RowPiece(row: 0..<line.bytes.count, source: line.bytes))
    }
    return (content, pieces)
  }

  private func slice(_ bytes: Range<Int>) -> String {
    let utf8 = source.text.utf8
    let start = utf8.index(utf8.startIndex, offsetBy: bytes.lowerBound)
    return String(source.text[start..<utf8.index(start, offsetBy: bytes.count)])
  }

  /// Returns the line as painted: invisible clusters removed, clusters that do not fit replaced.
  private func painted(_ content: StyledText, from start: Int) -> (StyledText, RowPieces) {
    var result = StyledText()
    var pieces = RowPieces()
    var scanner = ClusterScanner(content.text)
    var remaining = content.runs[...]
    var runEnd = remaining.first?.length ?? 0
    while let cluster = scanner.next() {
      while cluster.bytes.lowerBound >= runEnd, remaining.count > 1 {
        remaining.removeFirst()
        runEnd += remaining.first?.length ?? 0
      }
      let style = remaining.first?.style ?? .plain
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
