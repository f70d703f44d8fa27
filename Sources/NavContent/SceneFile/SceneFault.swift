import NavBase

/// A fault in a scene file, with its position.
package struct SceneFault: Error, Hashable, Sendable {
  /// The line, from 1.
  package let line: Int
  /// The column in Unicode scalars, from 1.
  package let column: Int
  /// A message that says what is wrong and what to do.
  package let problem: String
  /// The text of the line, sanitised and truncated.
  package let excerpt: String

  /// The maximum width of the excerpt, in columns.
  static let excerptColumns = 60

  package init(line: Int, column: Int, problem: String, excerpt: String) {
    self.line = line
    self.column = column
    self.problem = problem
    self.excerpt = excerpt
  }
}

extension SceneFault: CustomStringConvertible {
  /// `line:column: problem, in "line"`.
  package var description: String {
    "\(line):\(column): \(problem)" + (excerpt.isEmpty ? "" : ", in \"\(excerpt)\"")
  }
}
