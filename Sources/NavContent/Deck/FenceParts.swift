/// The parts of a code fence's info string: words, braces and brackets.
struct FenceParts {
  enum Part: Hashable {
    case word(String)
    case braces(String)
    case brackets(String)
  }

  let parts: [Part]

  init(_ info: String) {
    var parts: [Part] = []
    var rest = info[...]
    while let first = rest.first {
      switch first {
      case _ where first.isWhitespace: rest.removeFirst()
      case "{": parts.append(.braces(Self.inside(&rest, to: "}")))
      case "[": parts.append(.brackets(Self.inside(&rest, to: "]")))
      default:
        let isLanguage = parts.isEmpty
        let word = Self.word(&rest) {
          $0.isWhitespace || $0 == "{" || isLanguage && $0 == "["
        }
        parts.append(.word(word))
      }
    }
    self.parts = parts
  }

  /// Splits the content of braces, such as `.swift title="a b", lines: true`, into items.
  static func items(of text: String) -> [String] {
    var items: [String] = []
    var rest = text[...]
    while let first = rest.first {
      if first.isWhitespace || first == "," {
        rest.removeFirst()
        continue
      }
      let word = word(&rest) { $0.isWhitespace || $0 == "," }
      if let last = items.last?.last, last == ":" || last == "=" {
        items[items.count - 1] += word
      } else {
        items.append(word)
      }
    }
    return items
  }

  static func unquoted(_ text: String) -> String {
    guard text.utf8.count >= 2, let quote = text.first, quote == "\"" || quote == "'",
      text.last == quote
    else { return text }
    return String(text.dropFirst().dropLast())
  }

  private static func inside(_ rest: inout Substring, to end: Character) -> String {
    let inside = rest.dropFirst().prefix { $0 != end }
    rest = rest[inside.endIndex...].dropFirst()
    return String(inside)
  }

  /// Returns the characters up to the first one outside of quotation marks that ends a word.
  private static func word(
    _ rest: inout Substring,
    until isEnd: (Character) -> Bool
  ) -> String {
    var word = ""
    var quote: Character?
    while let character = rest.first, quote != nil || word.isEmpty || !isEnd(character) {
      if character == quote {
        quote = nil
      } else if quote == nil, character == "\"" || character == "'",
        rest.dropFirst().contains(character)
      {
        quote = character
      }
      word.append(character)
      rest.removeFirst()
    }
    return word
  }
}

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
    // Behind three backticks another one would make code within a line of them.
    let isMark =
      length >= 3
      && (content.first == "~"
        || content.first == "`" && !content.dropFirst(length).utf8.contains(UInt8(ascii: "`")))
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
