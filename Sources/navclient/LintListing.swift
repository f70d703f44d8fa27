import NavContent
import NavSystem

/// Formats findings for programs.
enum LintListing {
  /// Returns a JSON array.
  static func json(_ findings: [LintFinding]) throws -> String {
    try JSONText.encode(findings.map(Entry.init))
  }

  private struct Entry: Encodable {
    let path: String
    let line: Int
    let column: Int
    let severity: String
    let problem: String
    let excerpt: String

    init(_ finding: LintFinding) {
      path = finding.path
      line = finding.line
      column = finding.column
      severity = finding.severity.rawValue
      problem = finding.problem
      excerpt = finding.excerpt
    }
  }
}
