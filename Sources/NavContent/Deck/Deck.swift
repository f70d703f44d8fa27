package import NavText

/// A talk: slides in their order, at least one.
package struct Deck: Hashable, Sendable {
  /// One sanitised line, not empty.
  package let title: String
  /// Never empty.
  package private(set) var slides: [Slide]
  /// Whether its text says of itself what it is, by keys before the first slide.
  package let hasFrontMatter: Bool
  /// How its slides want to be shown: the keys `transition`, `spine`, `double_sided` and `header`.
  package let settings: PagerSettings
  /// Whether it is shown as a list of its slides, each of which is opened as a page (`mode: stack`).
  package let isStack: Bool
  /// The indices of slides by what links in the deck call them, behind `#` in `TextStyle.page`.
  package private(set) var anchors: [String: Int]
  /// What stands at the end of each slide; nil for nothing.
  package let footer: DeckFooter?

  /// What a deck may have at most, whatever its text asks for.
  package struct Limits: Hashable, Sendable {
    /// Further slides are left out, and a last one says so (protocol.md: Limits).
    package var slides = 1_000_000
    /// In a deck whose tables could have more cells, counting those that a parser fills in, tables
    /// are shown as the text they are written in.
    package var tableCells = 500_000

    package init() {}
  }

  /// Reads a deck that is written in Markdown.
  ///
  /// Markdown is CommonMark with GitHub's tables, strikethrough, automatic links and task lists.
  /// A link to `#name` leads to the slide that has an anchor or a heading of that name (see `SlideNames`), but in a deck
  /// that is a stack. Front matter (see `FrontMatter`) is cut off before; of its keys `title`, `sub_title`, `author`,
  /// `date`, `footer`, `mode`, those of `settings` and those of `DeckOptions` are used. A deck that has a title
  /// and says who made it begins with both, unless its first slide has that heading. Comments are
  /// commands (`DeckCommand`), `. . .` alone is a pause. Decks of presenterm, slides, patat and slidev
  /// are read as they are meant. A new slide begins
  /// - at a rule of hyphens at the root of the document (`---`, `- - -`): one of `***` or `___`
  ///   stays in its slide. Inside a fence, a list or a quote nothing is split. As everywhere in
  ///   Markdown, hyphens just below a line of text make that text a heading; leave a blank line
  ///   between them to split;
  /// - at an HTML comment `<!-- end_slide -->` at the root of the document; where there is any, rules
  ///   are rules, unless the front matter says otherwise;
  /// - at a heading, in a deck whose front matter names its title and author and that has neither.
  ///
  /// Slides without content are left out. Never fails: what is no Markdown is text.
  ///
  /// - Parameters:
  ///   - markdown: the text; it need not be sanitised.
  ///   - name: the title of a deck that has none in its front matter.
  ///   - path: of its file, in whose directory lie the files that it includes; nil for a text that is no file, which
  ///     includes none.
  ///   - limits: at least one slide.
  ///   - isPreview: whether it is shown among other files, and not as the deck that somebody has opened:
  ///     then nothing is cut at headings, and nothing put before it.
  ///   - today: the day that a footer may show.
  package init(
    markdown: String,
    name: String,
    path: String? = nil,
    limits: Limits = Limits(),
    isPreview: Bool = false,
    today: CalendarDate = .today
  ) {
    let matter = FrontMatter(of: markdown)
    isStack = !isPreview && matter.text("mode")?.lowercased() == "stack"
    var reader = DeckReader(matter, path: path, limits)
    var (slides, anchors) = reader.slides(
      DeckOptions(matter, isPreview: isPreview),
      leads: !isStack
    )
    if !isPreview, let cover = reader.cover(before: slides[0]) {
      slides.insert(cover, at: 0)
      anchors = anchors.mapValues { $0 + 1 }
    }
    Slide.place(&slides)
    self.slides = slides
    self.anchors = anchors
    hasFrontMatter = !matter.values.isEmpty
    settings = PagerSettings(frontMatter: matter.values)
    let title = Slide.titleLine(of: matter.text("title") ?? "")
    self.title = title ?? Slide.titleLine(of: name) ?? "Untitled"
    footer = DeckFooter(matter, title: self.title, today: today)
  }

  /// The same deck with its code in colours.
  package func highlighted(_ highlight: (TextCode) -> TextCode) -> Deck {
    var deck = self
    deck.slides = slides.map { slide in
      var slide = slide
      slide.document = slide.document.highlighted(highlight)
      return slide
    }
    return deck
  }
}

/// One slide of a deck.
package struct Slide: Hashable, Sendable {
  package fileprivate(set) var document: TextDocument
  /// Whether the deck's footer stands below it.
  package var hasFooter = true
  /// What is told about it, line by line; empty for nothing.
  package let notes: String
  /// The text of the first heading, else the first line of text, else `Slide n`: one sanitised line
  /// of at most `titleColumns` columns.
  package let title: String

  package static let titleColumns = 120

  /// Makes the slide of a number, from 1.
  package init(document: TextDocument, number: Int, notes: String = "") {
    self.document = document
    self.notes = notes
    let heading = document.blocks.lazy.compactMap { $0.firstText(headingsOnly: true) }.first
    let text =
      heading ?? document.blocks.lazy.compactMap { $0.firstText(headingsOnly: false) }.first
    title = text ?? "Slide \(number)"
  }

  /// Says where slides stand.
  ///
  /// Titles keep one place, the top of the page. A slide that only names something stands in the middle where it is
  /// the first, or where all slides do nothing else, and one that asks for that.
  fileprivate static func place(_ slides: inout [Slide]) {
    let areTitles = slides.allSatisfy(\.document.isTitle)
    for index in slides.indices where slides[index].document.placement == .automatic {
      let isCentered = (index == 0 || areTitles) && slides[index].document.isTitle
      slides[index].document.placement = isCentered ? .middle : .top
    }
  }

  /// What a title shows of a text: its first line that is not blank, nil when there is none.
  static func titleLine(of text: String) -> String? {
    // A title never needs more than the start of a text, which may be as long as a file.
    let start = String(text.unicodeScalars.prefix(titleColumns * 8))
    let line = sanitized(start, keeping: .lineFeeds).split(separator: "\n").lazy
      .map { $0.trimmingBlanks() }
      .first { !$0.isEmpty }
    return line?.truncated(toColumns: titleColumns)
  }
}

extension TextBlock {
  /// The first line of text in reading order, nil when there is none.
  fileprivate func firstText(headingsOnly: Bool) -> String? {
    switch self {
    case .heading(_, let text):
      return Slide.titleLine(of: headingsOnly ? text.text.joinedLines() : text.text)
    case .paragraph(let text):
      return headingsOnly ? nil : Slide.titleLine(of: text.text)
    case .code(let code):
      return headingsOnly ? nil : code.lines.lazy.compactMap { Slide.titleLine(of: $0.text) }.first
    case .preformatted(let lines):
      return headingsOnly ? nil : lines.lazy.compactMap { Slide.titleLine(of: $0.text) }.first
    case .table(let table):
      guard !headingsOnly else { return nil }
      let cells = [table.header] + table.rows
      return cells.lazy.joined().compactMap { Slide.titleLine(of: $0.text) }.first
    case .list(let list):
      let blocks = list.items.lazy.map(\.blocks).joined()
      return blocks.compactMap { $0.firstText(headingsOnly: headingsOnly) }.first
    case .versions(let versions):
      return versions.lazy.compactMap { TextBlock.code($0).firstText(headingsOnly: headingsOnly) }
        .first
    case .quote(let blocks), .alert(_, let blocks), .aligned(_, let blocks):
      return blocks.lazy.compactMap { $0.firstText(headingsOnly: headingsOnly) }.first
    case .columns(let columns):
      let blocks = columns.lazy.map(\.blocks).joined()
      return blocks.compactMap { $0.firstText(headingsOnly: headingsOnly) }.first
    case .rule, .pause, .space:
      return nil
    }
  }
}

extension String {
  /// The text with blanks for line feeds.
  func joinedLines() -> String {
    sanitized(self)
  }
}

extension StringProtocol {
  /// The text without white space at its ends.
  func trimmingBlanks() -> String {
    var rest = self[...]
    while rest.first?.isWhitespace == true { rest.removeFirst() }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return String(rest)
  }
}
