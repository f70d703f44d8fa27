/// A word of a script's line, or of a command line.
struct ScriptWord: Hashable, Sendable {
  let text: String
  /// The word as it was written, with its quotation marks.
  let source: String
  /// The column in Unicode scalars, from 1; of a command line the number of the word.
  let column: Int

  var isQuoted: Bool { source.first == "\"" }
  /// The word as a number; nil for anything else, and in quotation marks.
  var number: Int? { isQuoted ? nil : Int(text) }
}

/// A mistake in a line, with its column.
struct ScriptMistake: Error, Hashable, Sendable {
  /// A message that says what is wrong and what to do.
  let problem: String
  let column: Int

  init(_ problem: String, at word: ScriptWord) {
    self.init(problem, column: word.column)
  }

  init(_ problem: String, column: Int) {
    self.problem = problem
    self.column = column
  }
}

extension [ScriptWord] {
  /// Takes words as they are, as a shell passes them.
  init(_ words: [String]) {
    self = words.enumerated().map { ScriptWord(text: $1, source: $1, column: $0 + 1) }
  }

  /// Splits a line at blanks.
  ///
  /// A word in quotation marks may contain blanks, and `\"` and `\\` for these characters. A word that begins with `#`
  /// begins a comment.
  init(line: some StringProtocol) throws(ScriptMistake) {
    self = []
    var rest = Substring(line)
    var column = 1
    func taking(_ end: Substring.Index) -> Substring {
      let taken = rest[..<end]
      column += taken.unicodeScalars.count
      rest = rest[end...]
      return taken
    }
    while true {
      _ = taking(rest.firstIndex { !$0.isWhitespace } ?? rest.endIndex)
      guard let first = rest.first, first != "#" else { return }
      let start = column
      guard first == "\"" else {
        let word = taking(rest.firstIndex { $0.isWhitespace } ?? rest.endIndex)
        append(ScriptWord(text: String(word), source: String(word), column: start))
        continue
      }
      var text = ""
      var index = rest.index(after: rest.startIndex)
      while index < rest.endIndex, rest[index] != "\"" {
        let next = rest.index(after: index)
        if rest[index] == "\\", next < rest.endIndex, "\"\\".contains(rest[next]) { index = next }
        text.append(rest[index])
        index = rest.index(after: index)
      }
      guard index < rest.endIndex else {
        throw ScriptMistake("this quotation mark is never closed: write another one", column: start)
      }
      let source = taking(rest.index(after: index))
      append(ScriptWord(text: text, source: String(source), column: start))
      guard rest.first?.isWhitespace ?? true else {
        throw ScriptMistake("a blank has to follow a quotation mark: write one", column: column)
      }
    }
  }
}
