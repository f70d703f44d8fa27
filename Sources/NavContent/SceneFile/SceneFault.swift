import NavText

/// What is wrong in a scene file, and where.
package struct SceneFault: Error, Hashable, Sendable {
  /// From 1.
  package let line: Int
  /// In characters of Unicode, from 1.
  package let column: Int
  /// What is the case and what to do, for people.
  package let problem: String
  /// The line, sanitised and cut.
  package let excerpt: String

  /// The most columns of the line that are shown.
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
