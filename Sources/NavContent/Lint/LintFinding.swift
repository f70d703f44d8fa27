/// Something in a file that somebody should look at, and where.
package struct LintFinding: Hashable, Sendable {
  package enum Severity: String, CaseIterable, Hashable, Sendable {
    /// It does not work as it is written.
    case error
    /// It works, and most likely not as it is meant.
    case warning
  }

  /// As it was given; not sanitised.
  package let path: String
  /// From 1.
  package let line: Int
  /// In characters of Unicode, from 1.
  package let column: Int
  package let severity: Severity
  /// What is the case and what to do: one sanitised line.
  package let problem: String
  /// The line around the place, sanitised and cut.
  package let excerpt: String
  /// How many columns of `excerpt` stand before the place.
  package let caret: Int
}
