/// The name of a viewer: one line without control characters and without characters that can't be seen, 1 to 32 columns
/// wide, at most 512 bytes (proto/README.md: Presence).
package struct ViewerName: Hashable, Sendable, CustomStringConvertible {
  package let description: String

  package static let maximumColumns = 32
  /// Any number of combining marks takes no column.
  private static let maximumBytes = 512

  /// Creates a name from any text: its words, shortened if necessary; nil if nothing of it can be seen.
  ///
  /// - Parameter text: the text, in which blanks and line feeds separate words.
  package init?(_ text: String) {
    if Self.isPlain(text) {
      description = text
      return
    }
    let words = sanitized(String(text.flatMap(Self.visible))).split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
    // The mark of a shortened name has to have room, too.
    let name = Self.bounded(Self.bounded(words).truncated(toColumns: Self.maximumColumns))
    guard columnWidth(of: name) > 0 else { return nil }
    description = String(name)
  }

  /// Creates a name from a text that is known to be one.
  package init(known text: String) { description = text }

  /// Whether a text is a name as it stands: short, and without any character that needs a closer look.
  private static func isPlain(_ text: String) -> Bool {
    let bytes = text.utf8
    return (1...maximumColumns).contains(bytes.count)
      && bytes.allSatisfy { (0x21...0x7E).contains($0) }
  }

  /// Returns a character without what can't be seen in it, so that names which look alike are the same: only what joins
  /// and presents emoji stays.
  private static func visible(_ character: Character) -> String {
    var visible = String.UnicodeScalarView()
    let scalars = character.unicodeScalars
    for (scalar, next) in zip(scalars, scalars.dropFirst().map(Optional.some) + [nil]) {
      let isInEmoji = visible.last.map(isEmoji) ?? false
      let isSeen =
        switch scalar {
        case "\u{FE0F}": isInEmoji && visible.last?.properties.isEmojiPresentation == false
        case "\u{200D}": (isInEmoji || visible.last == "\u{FE0F}") && (next.map(isEmoji) ?? false)
        default: !scalar.properties.isDefaultIgnorableCodePoint
        }
      if isSeen { visible.append(scalar) }
    }
    return String(visible)
  }

  private static func isEmoji(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isEmoji && !scalar.isASCII
  }

  /// Returns the first characters of a text, as many as have room.
  private static func bounded(_ text: some StringProtocol) -> Substring {
    let text = Substring(text)
    var (end, left) = (text.startIndex, maximumBytes)
    for index in text.indices {
      left -= text[index].utf8.count
      guard left >= 0 else { break }
      end = text.index(after: index)
    }
    return text[..<end]
  }

  /// Makes the name for another viewer who is called the same: `ada-2`, `ada-3` and so on, shortened if necessary.
  ///
  /// - Parameter number: from 2.
  /// - Returns: the name, which ends with the number.
  package func numbered(_ number: Int) -> ViewerName {
    let ending = "-\(number)"
    let room = Self.maximumColumns - ending.utf8.count
    return ViewerName(known: description.truncated(toColumns: room) + ending)
  }
}
