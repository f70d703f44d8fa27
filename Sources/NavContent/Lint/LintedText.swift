import NavBase

/// A text with lines, in which positions are reported.
package struct LintedText: Sendable {
  /// The line ends of a language.
  package enum Breaks: Hashable, Sendable {
    /// LF, CRLF and CR.
    case markdown
    /// LF, CRLF, CR, NEL, LS and PS.
    case yaml
    /// LF and CRLF.
    case toml
  }

  package let path: String
  /// The lines without their ends.
  let lines: [String]

  /// The maximum width of an excerpt, in columns.
  static let excerptColumns = 80
  /// The number of characters before the position that are shown if the line is cut at its start.
  private static let leadingCharacters = 40

  package init(_ text: String, path: String, breaks: Breaks) {
    self.path = path
    lines = Self.lines(of: text, breaks)
  }

  private static func lines(of text: String, _ breaks: Breaks) -> [String] {
    var lines: [String] = []
    var line = String.UnicodeScalarView()
    var wasCarriageReturn = false
    func end() {
      lines.append(String(line))
      line = String.UnicodeScalarView()
    }
    for scalar in text.unicodeScalars {
      defer { wasCarriageReturn = scalar == "\r" }
      switch scalar {
      case "\n":
        if wasCarriageReturn, breaks != .toml { continue }
        if breaks == .toml, line.last == "\r" { line.removeLast() }
        end()
      case "\r" where breaks != .toml: end()
      case "\u{85}" where breaks == .yaml, "\u{2028}" where breaks == .yaml,
        "\u{2029}" where breaks == .yaml:
        end()
      default: line.append(scalar)
      }
    }
    end()
    return lines
  }

  /// Makes a finding.
  ///
  /// - Parameters:
  ///   - problem: a message that says what is wrong and what to do.
  ///   - severity: the severity.
  ///   - line: the line, from 1.
  ///   - column: the column in Unicode scalars, from 1.
  /// - Returns: the finding with an excerpt of its line.
  package func finding(
    _ problem: String,
    _ severity: LintFinding.Severity,
    line: Int,
    column: Int
  ) -> LintFinding {
    let (line, column) = (max(1, line), max(1, column))
    let whole = lines.indices.contains(line - 1) ? lines[line - 1] : ""
    let before = column - 1
    let skipped = before > Self.excerptColumns / 2 ? before - Self.leadingCharacters : 0
    let shown = whole.unicodeScalars.dropFirst(skipped).prefix(Self.excerptColumns * 2)
    let mark = skipped > 0 ? "…" : ""
    let text = mark + sanitized(String(String.UnicodeScalarView(shown)))
    let lead = mark + sanitized(String(String.UnicodeScalarView(shown.prefix(before - skipped))))
    return LintFinding(
      path: path,
      line: line,
      column: column,
      severity: severity,
      problem: sanitized(problem),
      excerpt: text.truncated(toColumns: Self.excerptColumns),
      caret: min(columnWidth(of: lead), Self.excerptColumns)
    )
  }
}
