import NavText

/// The small mark at a tab's top right: a count or a word (ST-10).
package struct TabBadge: Hashable, Sendable {
  /// What it says; nothing is shown for nil and for an empty text.
  package var value: String?
  /// What it means, and so its colour (STQ-4).
  package var role: Role

  /// What a badge means; the viewer's theme gives each role its colour.
  package enum Role: UInt8, CaseIterable, Hashable, Sendable {
    /// The grey pill of a badge without a colour.
    case neutral = 0
    case notice = 1
    case success = 2
    case warning = 3
    case alert = 4
  }

  /// The columns that a badge takes at most (semantics.md, section 8.3).
  package static let mostColumns = 3
  /// What stands for a number that does not fit.
  package static let manyText = "99+"

  package init(_ value: String?, role: Role = .neutral) {
    self.value = value
    self.role = role
  }

  /// The text that is shown, of at most `mostColumns`; nil where the badge is hidden.
  ///
  /// Hidden iff there is no value or an empty one, so `0` is shown (ST-10). A number that does not
  /// fit loses its leading zeros, and is `99+` if that does not help; any other text is cut.
  /// O(length).
  package var text: String? {
    guard let value, !value.isEmpty else { return nil }
    let line = sanitized(value)
    guard columnWidth(of: line) > Self.mostColumns else { return line }
    guard line.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) else {
      return line.truncated(toColumns: Self.mostColumns)
    }
    let digits = line.drop { $0 == "0" }
    if digits.isEmpty { return "0" }
    return digits.utf8.count > Self.mostColumns ? Self.manyText : String(digits)
  }
}
