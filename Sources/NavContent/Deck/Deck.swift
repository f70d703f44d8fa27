package import NavBase

/// A deck: an ordered list of slides, at least one.
package struct Deck: Hashable, Sendable {
  /// The title as one sanitised line, not empty.
  package let title: String
  /// The slides, at least one.
  package private(set) var slides: [Slide]
  /// Whether the text starts with front matter that has keys.
  package let hasFrontMatter: Bool
  /// The pager settings from the keys `transition`, `spine`, `double_sided` and `header`.
  package let settings: PagerSettings
  /// Whether the deck is shown as a list of slides, each opened as a page of a stack (`mode: stack`).
  package let isStack: Bool
  /// The indices of slides by link name, which is the part after `#` in `TextStyle.page`.
  package private(set) var anchors: [String: Int]
  /// Whether its text has notes, also of slides that are left out.
  package let hasNotes: Bool
  /// Whether slides with notes are left out.
  let leavesOutNotes: Bool
  /// The length of the talk, from the key `duration` (`TalkLength`); nil for none.
  package let duration: Duration?
  /// The built-in theme that comes nearest to the one in the front matter.
  package let theme: BuiltInTheme
  /// The footer of each slide; nil for none.
  package let footer: DeckFooter?
  /// Whether its text was parsed; if not, it needs too much memory or time, and the only slide says so.
  package let isComplete: Bool
  /// The files that could not be included, with the slide's number: one sanitised line each.
  package let faults: [String]

  /// Whether a directory shows it as a deck; any other Markdown is a scrolling text there.
  var isShownInDirectories: Bool { hasFrontMatter && slides.count > 1 }

  /// The limits of a deck's size.
  package struct Limits: Hashable, Sendable {
    /// The maximum number of slides; a last slide reports those left out (proto/README.md: Limits).
    package var slides = 1_000_000
    /// The maximum number of table cells, including those that a parser adds to fill rows; in a deck that could exceed
    /// it, tables are shown as source text.
    package var tableCells = 500_000

    package init() {}
  }

  /// Reads a Markdown deck.
  ///
  /// The syntax is CommonMark with GitHub's tables, strikethrough, automatic links and task lists. A link to `#name`
  /// leads to the slide that has an anchor or a heading of that name (see `SlideNames`), except in a deck whose
  /// `mode` is `stack`. Front matter (see `FrontMatter`) is removed before parsing; its keys `title`, `sub_title`,
  /// `author`, `date`, `footer`, `mode`, those of `settings` and those of `DeckOptions` are used. A deck whose front
  /// matter has a title and an author starts with a title slide; a first slide of that title is part of it. Comments are
  /// commands (`DeckCommand`); `. . .` alone is a pause. Decks of other tools (`DeckDialect`) are read by the rules of
  /// those tools. A new slide begins
  /// - at a rule of hyphens at the root of the document (`---`, `- - -`): one of `***` or `___` stays in its slide.
  ///   Rules inside a fence, a list or a quote do not split. As everywhere in Markdown, hyphens directly below a line
  ///   of text make that text a heading; a blank line between them makes a rule;
  /// - at an HTML comment `<!-- end_slide -->` at the root of the document; if there is any, rules do not split, unless
  ///   the front matter says otherwise;
  /// - at a heading, if the front matter names a title and an author and the deck has neither rules nor such comments.
  ///
  /// Slides without content are left out. Never fails: any text is valid Markdown.
  ///
  /// - Parameters:
  ///   - markdown: the text; it need not be sanitised.
  ///   - name: the title of a deck without a title in its front matter.
  ///   - path: the path of the deck's file, whose directory contains the files that it includes; nil for a text without
  ///     a file, which can't include any.
  ///   - limits: the limits, with at least one slide.
  ///   - isPreview: whether the deck is a preview among other files instead of the opened deck. A preview is not split
  ///     at headings and gets no title slide.
  ///   - today: the date that a footer may show.
  package init(
    markdown: String,
    name: String,
    path: String? = nil,
    limits: Limits = Limits(),
    isPreview: Bool = false,
    today: CalendarDate = .today
  ) {
    let matter = FrontMatter(of: markdown)
    let isStack = !isPreview && matter.text("mode")?.lowercased() == "stack"
    let title =
      Slide.titleLine(of: matter.text("title") ?? "") ?? Slide.titleLine(of: name) ?? "Untitled"
    let dialect = DeckDialect(matter)
    var reader = DeckReader(matter, dialect, path: path, limits)
    var found: Parsed?
    repeat {
      found = ReadingBudget.parsing(
        bytes: markdown.utf8.count,
        keptIf: { _ in reader.isWhole }
      ) {
        var (slides, anchors, leavesOutNotes) = reader.slides(
          DeckOptions(matter, dialect, isPreview: isPreview),
          leads: !isStack
        )
        if !isPreview, let cover = reader.cover(before: slides[0]) {
          if cover.isMerged {
            slides[0] = cover.slide
          } else {
            slides.insert(cover.slide, at: 0)
            anchors = anchors.mapValues { $0 + 1 }
          }
        }
        let footer = DeckFooter(matter, dialect, title: title, today: today)
        return (slides, anchors, leavesOutNotes, footer)
      }
    } while found != nil && reader.readFiles()
    isComplete = found != nil
    var parsed = found ?? ([Slide(note: MarkdownTree.problem, number: 1)], [:], true, nil)
    Slide.place(&parsed.slides)
    slides = parsed.slides
    faults = slides.enumerated().flatMap { index, slide in
      slide.faults.map { "slide \(index + 1): \($0)" }
    }
    anchors = parsed.anchors
    leavesOutNotes = parsed.leavesOutNotes
    hasNotes = parsed.leavesOutNotes || slides.contains { !$0.notes.isEmpty }
    footer = parsed.footer
    duration = isPreview ? nil : matter.text("duration").flatMap { TalkLength.duration($0) }
    theme = BuiltInTheme(nearestTo: matter.text("theme", "name") ?? matter.text("theme") ?? "")
    hasFrontMatter = !matter.values.isEmpty
    settings = PagerSettings(frontMatter: matter.values)
    self.isStack = isStack
    self.title = title
  }

  private typealias Parsed = (
    slides: [Slide], anchors: [String: Int], leavesOutNotes: Bool, footer: DeckFooter?
  )

  /// Returns the footer of a slide, by its index; nil if it has none.
  func footer(ofSlide index: Int) -> PageFooter? {
    let slide = slides[index]
    guard slide.hasFooter else { return nil }
    return (slide.ownFooter ?? footer)?.texts(slide: index + 1, of: slides.count)
  }

  /// Returns the deck with syntax highlighting.
  package func highlighted(_ highlight: (TextCode) -> TextCode) -> Deck {
    var deck = self
    for index in slides.indices where slides[index].document.hasCode {
      deck.slides[index].document = slides[index].document.highlighted(highlight).packed()
    }
    return deck
  }
}

/// One slide of a deck.
package struct Slide: Hashable, Sendable {
  /// Packed: its blocks are decoded on access.
  package fileprivate(set) var document: TextDocument
  /// Whether the deck's footer is shown below it.
  package var hasFooter = true
  /// The footer instead of the deck's; nil for none.
  var ownFooter: DeckFooter?
  /// The files that could not be included, one sanitised line each.
  var faults: [String] = []
  package let notes: SpeakerNotes
  /// The text of the first heading, else the first line of text, else `Slide n`: one sanitised line
  /// of at most `titleColumns` columns.
  package let title: String
  private let hasOnlyHeadings: Bool

  package static let titleColumns = 120

  /// Makes a slide; `number`, from 1, is used in the title of a slide without text.
  package init(document: TextDocument, number: Int, notes: SpeakerNotes = SpeakerNotes()) {
    self.document = document.packed()
    self.notes = notes
    let leaves = document.leaves.compactMap(\.self)
    let heading = leaves.lazy.compactMap { leaf -> String? in
      guard case .heading(_, let text) = leaf else { return nil }
      return Self.titleLine(of: sanitized(text.text))
    }.first
    title = heading ?? leaves.lazy.compactMap(\.firstLine).first ?? "Slide \(number)"
    hasOnlyHeadings = document.blocks.allSatisfy(\.isHeading)
  }

  /// Makes a slide with a remark of navd.
  init(note: String, number: Int) {
    self.init(document: TextDocument(blocks: [.note(note)]), number: number)
  }

  /// Resolves automatic placement of slides.
  ///
  /// A slide has its title where all others have it. A slide of nothing but headings is centred, and so is a title slide
  /// if it is the first slide, or if all slides are title slides. A single slide without a placement of its own is a
  /// text to read.
  fileprivate static func place(_ slides: inout [Slide]) {
    guard slides.count > 1 else { return }
    let areTitles = slides.allSatisfy(\.document.isTitle)
    for index in slides.indices where slides[index].document.placement == .automatic {
      let isTitle = (index == 0 || areTitles) && slides[index].document.isTitle
      let isCentered = isTitle || slides[index].hasOnlyHeadings
      slides[index].document.placement = isCentered ? .middle : .top
    }
  }

  /// Returns the first non-blank line of a text, sanitised and truncated; nil if there is none.
  static func titleLine(of text: String) -> String? {
    // Looks only at the start of the text, which may be as long as a file.
    let start = String(text.unicodeScalars.prefix(titleColumns * 8))
    let line = sanitized(start, keeping: .lineFeeds).split(separator: "\n").lazy
      .map { $0.trimmingBlanks() }
      .first { !$0.isEmpty }
    return line?.truncated(toColumns: titleColumns)
  }
}

extension TextBlock {
  /// The first line with text of a block without child blocks; nil without any.
  fileprivate var firstLine: String? {
    let texts: [StyledText] =
      switch self {
      case .heading(_, let text), .paragraph(let text): [text]
      case .picture(let picture): [picture.text]
      case .code(let code): code.lines
      case .preformatted(let lines): lines
      case .table(let table): table.header + table.rows.joined()
      case .rule, .pause, .space, .versions, .list, .quote, .alert, .aligned, .columns: []
      }
    return texts.lazy.compactMap { Slide.titleLine(of: $0.text) }.first
  }
}

extension StringProtocol {
  /// Returns the text without white space at both ends.
  func trimmingBlanks() -> String { String(trimmed) }

  /// The part of the text without white space at both ends.
  var trimmed: SubSequence {
    var rest = self[...]
    while rest.first?.isWhitespace == true { rest.removeFirst() }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return rest
  }
}

/// The maximum size of a deck, in bytes.
package let deckByteLimit = 16 << 20

/// Reads a Markdown file of at most `deckByteLimit` bytes.
///
/// Invalid UTF-8 is shown as U+FFFD. Never blocks: anything but a regular file is rejected.
package func loadDeck(path: String) throws(ContentError) -> Deck {
  let text = try loadText(path: path, limit: deckByteLimit)
  let deck = MarkdownPictures.of(path) { Deck(markdown: text, name: path.fileStem, path: path) }
  guard deck.isComplete else { throw .needsMemory(path: path) }
  return deck
}
