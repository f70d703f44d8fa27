import NavBase

/// Checks decks, scene files, documents and scripts for mistakes, without showing or changing them.
package enum Lint {
  /// How a kind of content is checked.
  package struct Kind: Sendable {
    /// The name for `--as`.
    package let name: String
    /// The maximum size of a file, in bytes.
    fileprivate let byteLimit: Int
    fileprivate let find: @Sendable (_ text: String, _ path: String) -> [LintFinding]

    package static let deck = Kind(
      name: "deck",
      byteLimit: deckByteLimit,
      find: DeckLint.findings
    )
    package static let scene = Kind(
      name: "scene",
      byteLimit: SceneFile.Limits().bytes,
      find: sceneFindings
    )
    /// JSON, or YAML that is not a scene file.
    package static let document = Kind(
      name: "document",
      byteLimit: documentBytes,
      find: documentFindings
    )
    /// Commands for `navclient run`, and the files with commands that it includes.
    package static let script = Kind(
      name: "script",
      byteLimit: Script.byteLimit,
      find: { ScriptFile($0, path: $1).findings }
    )
  }

  /// The maximum number of findings per file.
  package static let mostFindings = 100

  /// The maximum size of a document that is checked, in bytes.
  package static let documentBytes = 64 << 20

  /// Checks a file.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - kind: the kind of the file.
  /// - Returns: at most `mostFindings` findings, in order of their position.
  /// - Throws: an error if the file can't be read.
  package static func findings(
    in path: String,
    as kind: Kind
  ) throws(ContentError) -> [LintFinding] {
    findings(in: try loadText(path: path, limit: kind.byteLimit), path: path, as: kind)
  }

  /// Checks a text.
  ///
  /// - Parameters:
  ///   - text: the content of the file.
  ///   - path: the path of the file; relative paths in the text are resolved against it.
  ///   - kind: the kind of the file.
  /// - Returns: at most `mostFindings` findings, in order of their position.
  package static func findings(in text: String, path: String, as kind: Kind) -> [LintFinding] {
    let sorted = kind.find(text, path).enumerated().sorted {
      ($0.element.line, $0.element.column, $0.offset)
        < ($1.element.line, $1.element.column, $1.offset)
    }
    return Array(sorted.map(\.element).prefix(mostFindings))
  }

  private static func sceneFindings(in text: String, path: String) -> [LintFinding] {
    let linted = LintedText(text, path: path, breaks: .yaml)
    let faults = SceneFile.faults(in: text, path: path).map {
      linted.finding($0.problem, .error, line: $0.line, column: $0.column)
    }
    guard faults.isEmpty else { return faults }
    // A valid scene may contain settings that contradict each other.
    return SceneFile.conflicts(in: text, path: path).map {
      linted.finding($0.problem, .warning, line: $0.line, column: $0.column)
    }
  }

  /// Returns the first syntax error of each document.
  private static func documentFindings(in text: String, path: String) -> [LintFinding] {
    let bytes = Array(text.utf8)
    let format = DataDocument.Format(name: path) ?? DataDocument.Format(guessing: bytes)
    let document = DataDocument(bytes, format: format)
    while document.readOn() {}
    let linted = LintedText(text, path: path, breaks: format == .yaml ? .yaml : .markdown)
    return document.faults.map {
      linted.finding($0.problem, .error, line: $0.line, column: $0.column)
    }
  }
}

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
