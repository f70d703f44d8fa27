import NavBase

/// Reads the slides of a deck from its text.
struct DeckReader {
  private let matter: FrontMatter
  private let path: String?
  private let limits: Deck.Limits
  /// The files that it includes.
  private var files: DeckFiles
  /// Whether the text is written for presenterm.
  private var isPresenterm = false

  init(_ matter: FrontMatter, path: String?, _ limits: Deck.Limits) {
    self.matter = matter
    self.path = path
    self.limits = limits
    files = DeckFiles(deck: path)
  }

  /// Whether it has all files that the deck has asked for.
  var isWhole: Bool { files.missing.isEmpty }

  /// Reads the files that the deck has asked for; returns whether there were any, and it has to be read again.
  mutating func readFiles() -> Bool { files.readMissing() }

  /// Reads the slides.
  ///
  /// Parses within `ReadingBudget.parsing`.
  ///
  /// - Parameters:
  ///   - options: the options of the front matter.
  ///   - leads: whether links to slides are resolved.
  /// - Returns: the slides, and their indices by link name; of a deck that has asked for files, anything.
  mutating func slides(
    _ options: DeckOptions,
    leads: Bool
  ) -> ([Slide], anchors: [String: Int]) {
    let text =
      SlidevText(matter)?.text ?? MdpText(matter)?.text
      ?? PandocText(matter)?.text ?? matter.body
    let cells = TableEstimate(of: text).cells
    let hasTables = cells <= limits.tableCells
    var preparation = DeckPreparation(
      matter,
      files,
      tableCells: hasTables ? limits.tableCells - cells : 0
    )
    let tree = MarkdownTree(parsing: text, hasTables: hasTables)
    var splitter = SlideSplitter(slideLimit: limits.slides, options: options)
    tree.read { root in
      isPresenterm = preparation.prepare(root, source: text, matter, path: path)
      files = preparation.files
      guard isWhole else { return }
      if leads { SlideNames.lead(root) }
      if isPresenterm {
        let asked = matter.text("theme", "override", "slide_title", "alignment")
        splitter.titleAlignment = asked.flatMap { DeckCommand.alignments[$0] } ?? .center
      }
      splitter.add(root)
    }
    return splitter.finish()
  }

  /// Returns the title slide; nil if the deck needs none.
  ///
  /// Parses within `ReadingBudget.parsing`.
  ///
  /// It is made for a title in the front matter, if the deck is written for presenterm, or the front matter also has an
  /// author, subtitle, event, location or date; not for mdp and slidev, and not if the first slide has that title.
  func cover(before first: Slide) -> Slide? {
    guard let title = matter.text("title"), matter.dialect != .mdp, SlidevText(matter) == nil
    else { return nil }
    let people = matter.texts("authors") + matter.texts("author")
    let place = ["event", "location", "date"].compactMap { matter.text($0) }
    let subtitle = matter.text("sub_title") ?? matter.text("subtitle")
    guard isPresenterm || !people.isEmpty || !place.isEmpty || subtitle != nil else { return nil }
    let lines = [subtitle, (people + place).joined(separator: " · ")].compactMap(\.self)
    let text = (["# " + title.joinedLines()] + lines.map { $0.joinedLines() })
      .filter { !$0.isEmpty }.joined(separator: "\n\n")
    let command = "<!-- jump_to_middle -->\n<!-- alignment: center -->\n\n"
    let tree = MarkdownTree(parsing: command + text, hasTables: false)
    var splitter = SlideSplitter(slideLimit: 1)
    tree.read { root in
      DeckPalette(matter).resolve(root)
      splitter.add(root)
    }
    let cover = splitter.finish().0[0]
    return first.title.lowercased() == cover.title.lowercased() ? nil : cover
  }
}
