/// Checks decks, scene files and documents for mistakes, without showing or changing them.
package enum Lint {
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    case deck, scene
    /// JSON, or YAML that is not a scene file.
    case document
  }

  /// The maximum number of findings per file.
  package static let mostFindings = 100

  /// The maximum size of a document that is checked, in bytes.
  package static let documentBytes = 64 << 20

  /// Returns the kind of a file by its name; nil if it is none of these.
  ///
  /// A YAML file may be a scene file or a document; this returns ``Kind/scene``.
  package static func kind(of path: String) -> Kind? {
    if ContentSource.isDeck(name: path) { return .deck }
    if ContentSource.isScene(name: path) { return .scene }
    return DataDocument.Format(name: path) == nil ? nil : .document
  }

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
    let limit =
      switch kind {
      case .deck: deckByteLimit
      case .scene: SceneFile.Limits().bytes
      case .document: documentBytes
      }
    return findings(in: try loadText(path: path, limit: limit), path: path, as: kind)
  }

  /// Checks a text.
  ///
  /// - Parameters:
  ///   - text: the content of the file.
  ///   - path: the path of the file; relative paths in the text are resolved against it.
  ///   - kind: the kind of the file.
  /// - Returns: at most `mostFindings` findings, in order of their position.
  package static func findings(in text: String, path: String, as kind: Kind) -> [LintFinding] {
    var found: [LintFinding]
    switch kind {
    case .deck: found = DeckLint.findings(in: text, path: path)
    case .scene:
      let linted = LintedText(text, path: path, breaks: .yaml)
      found = SceneFile.faults(in: text, path: path).map {
        linted.finding($0.problem, .error, line: $0.line, column: $0.column)
      }
      // A valid scene may contain settings that contradict each other.
      let conflicts = found.isEmpty ? SceneFile.conflicts(in: text, path: path) : []
      found += conflicts.map {
        linted.finding($0.problem, .warning, line: $0.line, column: $0.column)
      }
    case .document: found = documentFindings(in: text, path: path)
    }
    let sorted = found.enumerated().sorted {
      ($0.element.line, $0.element.column, $0.offset)
        < ($1.element.line, $1.element.column, $1.offset)
    }
    return Array(sorted.map(\.element).prefix(mostFindings))
  }

  /// Returns the first syntax error of a document.
  private static func documentFindings(in text: String, path: String) -> [LintFinding] {
    let bytes = Array(text.utf8)
    let format = DataDocument.Format(name: path) ?? DataDocument.Format(guessing: bytes)
    let document = DataDocument(bytes, format: format)
    while document.readOn() {}
    guard let fault = document.progress.fault else { return [] }
    let linted = LintedText(text, path: path, breaks: format == .yaml ? .yaml : .markdown)
    return [linted.finding(fault.problem, .error, line: fault.line, column: fault.column)]
  }
}
