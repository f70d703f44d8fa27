package import NavText

/// A talk: slides in their order, at least one.
package struct Deck: Hashable, Sendable {
  /// One sanitised line, not empty.
  package let title: String
  /// Never empty.
  package let slides: [Slide]
  /// Whether its text says of itself what it is, by keys before the first slide.
  package let hasFrontMatter: Bool
  /// How its slides want to be shown: the keys `transition`, `spine`, `double_sided` and `header`.
  package let settings: PagerSettings

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
  /// Front matter (see `FrontMatter`) is cut off before; of its keys `title` and those of `settings`
  /// are used. A new slide begins
  /// - at a rule of hyphens at the root of the document (`---`, `- - -`): one of `***` or `___`
  ///   stays in its slide. Inside a fence, a list or a quote nothing is split. As everywhere in
  ///   Markdown, hyphens just below a line of text make that text a heading; leave a blank line
  ///   between them to split;
  /// - at an HTML comment `<!-- end_slide -->` at the root of the document.
  ///
  /// Slides without content are left out. Never fails: what is no Markdown is text.
  ///
  /// - Parameters:
  ///   - markdown: the text; it need not be sanitised.
  ///   - name: the title of a deck that has none in its front matter.
  ///   - limits: at least one slide.
  package init(markdown: String, name: String, limits: Limits = Limits()) {
    let frontMatter = FrontMatter(of: markdown)
    let hasTables = TableEstimate(of: frontMatter.body).cells <= limits.tableCells
    let tree = MarkdownTree(parsing: frontMatter.body, hasTables: hasTables)
    var splitter = SlideSplitter(source: frontMatter.body, slideLimit: limits.slides)
    tree.read { root in splitter.add(root) }
    slides = splitter.finish()
    hasFrontMatter = !frontMatter.values.isEmpty
    settings = PagerSettings(frontMatter: frontMatter.values)
    let title = Slide.titleLine(of: frontMatter.values["title"] ?? "")
    self.title = title ?? Slide.titleLine(of: name) ?? "Untitled"
  }
}

/// One slide of a deck.
package struct Slide: Hashable, Sendable {
  package let document: TextDocument
  /// The text of the first heading, else the first line of text, else `Slide n`: one sanitised line
  /// of at most `titleColumns` columns.
  package let title: String

  package static let titleColumns = 120

  /// Makes the slide of a number, from 1.
  package init(document: TextDocument, number: Int) {
    self.document = document
    let heading = document.blocks.lazy.compactMap { $0.firstText(headingsOnly: true) }.first
    let text =
      heading ?? document.blocks.lazy.compactMap { $0.firstText(headingsOnly: false) }.first
    title = text ?? "Slide \(number)"
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
    case .quote(let blocks):
      return blocks.lazy.compactMap { $0.firstText(headingsOnly: headingsOnly) }.first
    case .rule:
      return nil
    }
  }
}

extension String {
  /// The text with blanks for line feeds.
  fileprivate func joinedLines() -> String {
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
