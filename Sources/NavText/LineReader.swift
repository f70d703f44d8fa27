/// The lines of a styled text at one width, each as a styled text of its own.
struct LineReader {
  /// A line ready to be put on a row.
  struct Line {
    var content: StyledText
    var grapheme: Int
    var columns: Int
  }

  private let source: StyledText
  private let columns: Int
  private var breaker: LineBreaker
  /// The run that holds the place up to which runs were read, and where that run begins.
  private var run = 0
  private var runStart = 0

  /// - Parameters:
  ///   - source: sanitised.
  ///   - columns: at least 1.
  init(_ source: StyledText, columns: Int) {
    self.source = source
    self.columns = columns
    breaker = LineBreaker(source.text, columns: columns)
  }

  /// Once `next` has returned nil: how many graphemes the text has.
  var graphemes: Int { breaker.graphemes }

  mutating func next() -> Line? {
    guard let line = breaker.next() else { return nil }
    return Line(content: content(of: line), grapheme: line.grapheme, columns: line.columns)
  }

  private mutating func content(of line: TextLine) -> StyledText {
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
    return line.isVerbatim ? content : painted(content)
  }

  private func slice(_ bytes: Range<Int>) -> String {
    let utf8 = source.text.utf8
    let start = utf8.index(utf8.startIndex, offsetBy: bytes.lowerBound)
    return String(source.text[start..<utf8.index(start, offsetBy: bytes.count)])
  }

  /// What is painted for a line: invisible clusters gone, those that do not fit replaced.
  private func painted(_ content: StyledText) -> StyledText {
    var result = StyledText()
    var scanner = ClusterScanner(content.text)
    var remaining = content.runs[...]
    var runEnd = remaining.first?.length ?? 0
    while let cluster = scanner.next() {
      while cluster.bytes.lowerBound >= runEnd, remaining.count > 1 {
        remaining.removeFirst()
        runEnd += remaining.first?.length ?? 0
      }
      let style = remaining.first?.style ?? .plain
      if cluster.isOversized {
        result.append("\u{FFFD}", style: style)
      } else if cluster.columns > columns {
        result.append("…", style: style)
      } else if cluster.columns > 0 {
        let start = content.text.utf8.index(
          content.text.startIndex,
          offsetBy: cluster.bytes.lowerBound
        )
        let end = content.text.utf8.index(start, offsetBy: cluster.bytes.count)
        result.append(String(content.text[start..<end]), style: style)
      }
    }
    return result
  }
}
