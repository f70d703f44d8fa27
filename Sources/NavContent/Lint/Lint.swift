/// Looks for mistakes in decks and scene files; shows nothing and changes nothing.
package enum Lint {
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    case deck, scene
  }

  /// The most that is said about one file.
  package static let mostFindings = 100

  /// What a file is by its name; nil for neither.
  package static func kind(of path: String) -> Kind? {
    if ContentSource.isDeck(name: path) { return .deck }
    return ContentSource.isScene(name: path) ? .scene : nil
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
    let limit = kind == .deck ? deckByteLimit : SceneFile.Limits().bytes
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
    let found: [LintFinding]
    switch kind {
    case .deck: found = DeckLint.findings(in: text, path: path)
    case .scene:
      let linted = LintedText(text, path: path, breaks: .yaml)
      found = SceneFile.faults(in: text, path: path).map {
        linted.finding($0.problem, .error, line: $0.line, column: $0.column)
      }
    }
    let sorted = found.enumerated().sorted {
      ($0.element.line, $0.element.column, $0.offset)
        < ($1.element.line, $1.element.column, $1.offset)
    }
    return Array(sorted.map(\.element).prefix(mostFindings))
  }
}
