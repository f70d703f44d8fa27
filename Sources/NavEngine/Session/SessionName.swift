import NavBase

/// The name of a session, of 1 to 64 characters (`SessionNameRule`).
package struct SessionName: Hashable, Comparable, Sendable, CustomStringConvertible {
  package let description: String

  /// Creates a name; nil if the text is not a valid one.
  package init?(_ text: String) {
    guard SessionNameRule.admits(text) else { return nil }
    description = text
  }

  /// Returns what is wrong with an invalid name, and what to do.
  package static func complaint(about text: String) -> String {
    let shown = text.count > 40 ? text.prefix(40) + "…" : Substring(text)
    return
      "'\(shown)' is no session name: use 1 to \(SessionNameRule.maximumLength) letters, digits, '.', '_' or '-', "
      + "beginning with a letter or a digit"
  }

  package static func < (a: SessionName, b: SessionName) -> Bool { a.description < b.description }
}
