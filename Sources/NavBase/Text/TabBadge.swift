/// The badge at the top right of a tab: a count or a word (ST-10).
package struct TabBadge: Hashable, Sendable {
  /// The text; the badge is hidden if it is nil or empty.
  package var value: String?
  /// The meaning, which determines the colour (STQ-4).
  package var role: Role

  /// The meaning of a badge; the viewer's theme assigns a colour to each role.
  package enum Role: UInt8, CaseIterable, Hashable, Sendable {
    /// The grey pill of a badge without a colour.
    case neutral = 0
    case notice = 1
    case success = 2
    case warning = 3
    case alert = 4

    /// The name in files and in JSON.
    package var name: String {
      switch self {
      case .neutral: "neutral"
      case .notice: "notice"
      case .success: "success"
      case .warning: "warning"
      case .alert: "alert"
      }
    }
  }

  /// The largest width of a badge in columns (ST-10).
  package static let mostColumns = 3
  /// The text shown for a number that does not fit.
  package static let manyText = "99+"

  package init(_ value: String?, role: Role = .neutral) {
    self.value = value
    self.role = role
  }

  /// The shown text, at most `mostColumns` wide; nil if the badge is hidden.
  ///
  /// Hidden if and only if the value is nil or empty, so `0` is shown (ST-10). A number that does not fit loses its
  /// leading zeros, then becomes `99+`; any other text is truncated. O(length).
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
