/// The fence that the lines of a text stand in, line after line.
struct OpenFence {
  /// The characters that began it; empty outside of fences.
  private var marks = ""

  /// Whether the next line lies in a fence, unless it begins one.
  var isOpen: Bool { !marks.isEmpty }

  /// Passes a line.
  ///
  /// - Parameter line: of the text.
  /// - Returns: whether it begins or ends a fence, or lies in one.
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
