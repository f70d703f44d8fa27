import NavBase

/// The attributes after a heading's text: `# Title {#name .class}`.
struct HeadingAttributes {
  /// The text without the attributes.
  let text: StyledText
  /// The explicit name for links; nil if there is none.
  let name: String?

  /// - Parameter heading: the text of the heading, including attributes.
  init(_ heading: StyledText) {
    guard let place = Self.place(in: heading.text) else {
      text = heading
      name = nil
      return
    }
    let words = heading.text[place.words].split(whereSeparator: \.isWhitespace)
    text = heading.part(0..<heading.text[..<place.end].utf8.count)
    name = words.first { $0.hasPrefix("#") }.map { String($0.dropFirst()) }
  }

  /// Returns the range of the attributes, and the end of the text before them; nil if there are
  /// none.
  ///
  /// There is at least one attribute, and each starts with `#` or `.`, or is `key=value`.
  private static func place(
    in text: String
  ) -> (words: Range<String.Index>, end: String.Index)? {
    guard text.last == "}", let open = text.lastIndex(of: "{") else { return nil }
    let inside = text.index(after: open)..<text.index(before: text.endIndex)
    let words = text[inside].split(whereSeparator: \.isWhitespace)
    let areWords = words.allSatisfy { word in
      (word.hasPrefix("#") || word.hasPrefix(".")) && word.count > 1
        || word.first?.isLetter == true && word.contains("=")
    }
    guard !words.isEmpty, areWords else { return nil }
    var end = open
    while end > text.startIndex, text[text.index(before: end)].isWhitespace {
      end = text.index(before: end)
    }
    // Braces alone are the heading's text.
    return end > text.startIndex && end < open ? (inside, end) : nil
  }
}
