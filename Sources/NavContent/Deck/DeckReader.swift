import NavBase

/// Reads the slides of a deck from its text.
struct DeckReader {
  private let matter: FrontMatter
  private let dialect: DeckDialect
  private let path: String?
  private let limits: Deck.Limits
  /// The files that it includes.
  private var files: DeckFiles
  /// Whether the text is written for presenterm.
  private var isPresenterm = false

  init(_ matter: FrontMatter, _ dialect: DeckDialect, path: String?, _ limits: Deck.Limits) {
    self.matter = matter
    self.dialect = dialect
    self.path = path
    self.limits = limits
    files = DeckFiles(deck: path)
  }

  /// The slides, their indices by link name, and whether slides with notes were left out.
  typealias Slides = (all: [Slide], anchors: [String: Int], leavesOutNotes: Bool)

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
  /// - Returns: the slides; of a deck that has asked for files, anything.
  mutating func slides(_ options: DeckOptions, leads: Bool) -> Slides {
    let text = dialect.markdown(of: matter, as: options.use)
    let cells = TableEstimate(of: text).cells
    let hasTables = cells <= limits.tableCells
    var preparation = DeckPreparation(
      matter,
      dialect,
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
  /// author, subtitle, event, location or date; not for tools that make none. A title slide with that title is merged
  /// with it.
  func cover(before first: Slide) -> (slide: Slide, isMerged: Bool)? {
    guard let title = matter.text("title"), dialect.hasCover else { return nil }
    let people = matter.texts("authors") + matter.texts("author")
    let place = ["event", "location", "date"].compactMap { matter.text($0) }
    let subtitle = matter.text("sub_title") ?? matter.text("subtitle")
    guard isPresenterm || !people.isEmpty || !place.isEmpty || subtitle != nil else { return nil }
    let lines = [subtitle, (people + place).joined(separator: " · ")].compactMap(\.self)
    let text = (["# " + sanitized(title)] + lines.map { sanitized($0) })
      .filter { !$0.isEmpty }.joined(separator: "\n\n")
    let command = "<!-- jump_to_middle -->\n<!-- alignment: center -->\n\n"
    let tree = MarkdownTree(parsing: command + text, hasTables: false)
    var splitter = SlideSplitter(slideLimit: 1)
    tree.read { root in
      DeckPalette(matter: matter).resolve(root)
      splitter.add(root)
    }
    let cover = splitter.finish().all[0]
    guard first.title.lowercased() == cover.title.lowercased() else { return (cover, false) }
    return (first.merged(with: cover), true)
  }
}

extension Slide {
  /// Returns a title slide with the lines of a cover of the same title, except those that it has itself; any other slide
  /// is unchanged.
  fileprivate func merged(with cover: Slide) -> Slide {
    let own = document.blocks
    let texts = own.flatMap(\.lines)
    let lines = cover.document.blocks.filter { block in
      let lines = block.lines
      return !lines.isEmpty && lines.allSatisfy { !texts.contains($0) }
    }
    guard document.isTitle, let first = own.first, first.isHeading, !lines.isEmpty else {
      return self
    }
    // Its lines are centred like those of the cover, unless it has an alignment itself.
    let aligned = document.isAligned ? own : own.map { .aligned(.center, [$0]) }
    var merged = TextDocument(blocks: Array(aligned.prefix(1)) + lines + aligned.dropFirst())
    let isPlaced = own.count > 1 && document.placement != .automatic
    merged.placement = isPlaced ? document.placement : .middle
    var slide = Slide(document: merged, number: 1, notes: notes)
    slide.hasFooter = hasFooter
    slide.faults = faults
    return slide
  }
}

extension TextBlock {
  /// The paragraphs and headings in it, in lower case.
  fileprivate var lines: [String] {
    switch self {
    case .heading(_, let text), .paragraph(let text): [text.text.lowercased()]
    case .aligned(_, let blocks), .quote(let blocks): blocks.flatMap(\.lines)
    default: []
    }
  }
}

extension DeckDialect {
  /// The ways in which a Markdown file is shown.
  enum Use: Hashable {
    case deck
    /// All of it on one page, with callouts.
    case page
    /// A page of a book, which need not be a deck.
    case chapter
  }

  /// Returns the text of a file as Markdown with commands; notes are commands, so no way of showing a file shows them.
  func markdown(of matter: FrontMatter, as use: Use = .deck) -> String {
    let text =
      switch self {
      case .remark: RemarkText(matter.body).text
      case .reveal: RevealText(matter).text
      case _ where use == .chapter:
        // A paragraph `Note:` may be for the reader; `???` alone begins notes if there are slides.
        NotedText(
          matter.body,
          openings: NotedText.hasEnds(matter.body) ? ["???"] : [],
          elements: ["aside"]
        ).text
      case .slidev: SlidevText(matter).text
      case .mdp: MdpText(matter).text
      case .marp: MarpText(matter).text
      case .patat: NotedText(pandoc(matter)?.text ?? matter.body, openings: []).text
      case .plain, .presenterm, .slides, .lookatme:
        NotedText(
          pandoc(matter)?.text ?? matter.body,
          endsAtHeadings: matter.text("title") != nil && matter.text("author") != nil
        ).text
      }
    return use == .deck ? text : Callouts.converted(text)
  }

  /// Returns the text of a file without the syntax of pandoc; nil if it has none, or if its tool has none.
  func pandoc(_ matter: FrontMatter) -> PandocText? {
    switch self {
    case .patat: PandocText(matter, isDeclared: true)
    case .plain, .presenterm, .slides, .lookatme: PandocText(matter, isDeclared: false)
    case .slidev, .remark, .reveal, .marp, .mdp: nil
    }
  }
}
