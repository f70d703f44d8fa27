/// A mistake in a file, with its position.
package struct LintFinding: Hashable, Sendable {
  package enum Severity: String, CaseIterable, Hashable, Sendable {
    /// The content doesn't work as written.
    case error
    /// The content works, but probably not as intended.
    case warning
  }

  /// The path as it was given; not sanitised.
  package let path: String
  /// The line, from 1.
  package let line: Int
  /// The column in Unicode scalars, from 1.
  package let column: Int
  package let severity: Severity
  /// The fault and how to correct it: one sanitised line.
  package let problem: String
  /// The line around the position, sanitised and truncated.
  package let excerpt: String
  /// The position as a column of `excerpt`, from 0.
  package let caret: Int
}
