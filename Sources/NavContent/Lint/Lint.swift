/// Looks for mistakes in decks, scene files and documents; shows nothing and changes nothing.
package enum Lint {
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    case deck, scene
    /// JSON, or YAML that is no scene.
    case document
  }

  /// The most that is said about one file.
  package static let mostFindings = 100

  /// The longest document that is looked through, in bytes.
  package static let documentBytes = 64 << 20

  /// What a file is by its name; nil for none of them.
  ///
  /// YAML may be a document as well as a scene.
  package static func kind(of path: String) -> Kind? {
    if ContentSource.isDeck(name: path) { return .deck }
    if ContentSource.isScene(name: path) { return .scene }
    return OutlineDocument.Format(name: path) == nil ? nil : .document
  }

  /// Looks through a file.
  ///
  /// - Parameters:
  ///   - path: of the file.
  ///   - kind: what it is.
  /// - Returns: what was found, in the file's order, at most `mostFindings`.
  /// - Throws: where the file can't be read.
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

  /// Looks through a text.
  ///
  /// - Parameters:
  ///   - text: what the file has.
  ///   - path: where it is, or is said to be; what it names is looked for beside it.
  ///   - kind: what it is.
  /// - Returns: what was found, in the text's order, at most `mostFindings`.
  package static func findings(in text: String, path: String, as kind: Kind) -> [LintFinding] {
    var found: [LintFinding]
    switch kind {
    case .deck: found = DeckLint.findings(in: text, path: path)
    case .scene:
      let linted = LintedText(text, path: path, breaks: .yaml)
      found = SceneFile.faults(in: text, path: path).map {
        linted.finding($0.problem, .error, line: $0.line, column: $0.column)
      }
      // A scene that is shown may show something else than it says.
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

  /// The first thing that ends the reading of a document.
  private static func documentFindings(in text: String, path: String) -> [LintFinding] {
    let bytes = Array(text.utf8)
    let format = OutlineDocument.Format(name: path) ?? OutlineDocument.Format(guessing: bytes)
    let document = OutlineDocument(bytes, format: format)
    while document.readOn() {}
    guard let fault = document.progress.fault else { return [] }
    let linted = LintedText(text, path: path, breaks: format == .yaml ? .yaml : .markdown)
    return [linted.finding(fault.problem, .error, line: fault.line, column: fault.column)]
  }
}
