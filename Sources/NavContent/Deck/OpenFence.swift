/// Tracks, line by line, whether a text is inside a code fence.
struct OpenFence {
  /// The opening marks of the current fence; empty outside of fences.
  private var marks = ""

  /// Whether the next line is inside a fence.
  var isOpen: Bool { !marks.isEmpty }

  /// Advances past a line.
  ///
  /// - Parameter line: the next line of the text.
  /// - Returns: whether the line starts or ends a fence, or is inside one.
  mutating func pass(_ line: Substring) -> Bool {
    let content = line.drop { $0 == " " }
    let length = content.prefix { $0 == content.first }.count
    let isMark = (content.first == "`" || content.first == "~") && length >= 3
    guard isOpen else {
      if isMark { marks = String(content.prefix(length)) }
      return isMark
    }
    let isEnd =
      isMark && content.first == marks.first && length >= marks.count
      && content.dropFirst(length).allSatisfy(\.isWhitespace)
    if isEnd { marks = "" }
    return true
  }
}
