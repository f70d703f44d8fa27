import NavBase

/// Checks settings of patat decks.
extension DeckLint {
  /// Keys of patat without effect, with the reason.
  static let patatKeys = [
    "autoAdvanceDelay": "slides are turned by whoever shows them",
    "breadcrumbs": "no way to a slide is shown above it",
    "columns": "a slide has all of the screen",
    "eval": "programs of a deck are never run",
    "images": "pictures are shown wherever there is room",
    "margins": "a slide has the same margins everywhere",
    "pandocExtensions": "the text is read in one way",
    "rows": "a slide has all of the screen",
    "slideNumber": "the status line has the number",
    "speakerNotes": "nobody is told them here",
    "syntaxDefinitions": "highlight or bat knows the languages",
    "theme": "colours are those of the viewer",
    "transition": "write transition: slide, curl or none at the root",
  ]

  /// Checks the settings of one slide in a comment, `<!--config: margins: {top: 2} -->`; none of them has an effect.
  ///
  /// - Parameters:
  ///   - comment: the comment without its delimiters.
  ///   - line: the line at which it starts, from 1.
  mutating func check(settings comment: Substring, at line: Int) {
    let yaml = String(comment.dropFirst("config:".count))
    guard yaml.utf8.count <= Self.settingsLimit,
      let entries = (try? YAMLValue.parse(yaml))?.entries
    else {
      return note("these settings are no YAML, so nobody knows what they say", line: line)
    }
    for key in entries.map(\.key) {
      guard let name = key.text, isFirst(ofKind: "config: " + name) else { continue }
      let shown = Slide.titleLine(of: name) ?? ""
      let problem =
        switch name {
        case "incrementalLists":
          "'\(shown)' does nothing here: write <!-- incremental_lists: true -->"
        case "slideLevel", "wrap": "'\(shown)' does nothing here: write it in the front matter"
        default:
          Self.patatKeys[name].map { "'\(shown)' does nothing: \($0)" }
            ?? "patat has no key '\(shown)'"
            + (Spelling.nearest(to: name, in: Self.patatKeys.keys.sorted())
              .map { ": did you mean \($0)?" } ?? ": take it out")
        }
      note(problem, line: line + key.mark.line - 1)
    }
  }

  /// The maximum size of settings that are checked, in bytes.
  private static let settingsLimit = 8 << 10
}
