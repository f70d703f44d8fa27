import NavBase

/// Formats findings as text.
package enum LintReport {
  /// Returns `file:line:column: problem` for each finding, with the line below it and a mark at the
  /// position.
  package static func text(_ findings: [LintFinding]) -> String {
    findings.flatMap(lines).map { $0 + "\n" }.joined()
  }

  private static func lines(_ finding: LintFinding) -> [String] {
    let place = "\(sanitized(finding.path)):\(finding.line):\(finding.column): "
    let kind = finding.severity == .warning ? "warning: " : ""
    var lines = [place + kind + finding.problem]
    if !finding.excerpt.isEmpty {
      lines.append("  " + finding.excerpt)
      lines.append("  " + String(repeating: " ", count: finding.caret) + "^")
    }
    return lines
  }
}
