/// Options in a deck's front matter that change how its text is read.
struct DeckOptions: Hashable {
  /// How the text is shown.
  var use = DeckDialect.Use.deck
  /// Whether entries of lists are revealed one after the other.
  var hasIncrementalLists = false
  /// Whether rules of hyphens also end slides in a deck that has `end_slide` commands.
  var hasRulesAsEnds = false
  /// Whether underlined headings start slides.
  var hasImplicitSlideEnds = false
  /// Whether a deck without any other slide separator is split at its headings, and the level of those headings; nil
  /// for automatic.
  var splitsAtHeadings = false
  var headingLevel: Int?
  /// Whether rules of any character end slides.
  var hasAllRules = false
  /// The number of line ends between two entries of a list; nil to use the source's spacing.
  var listSpacing: Int?

  /// Whether a quote that contains only a list inverts the incremental reveal of its entries.
  var hasTogglingQuotes = false

  /// Whether all comments of a slide are notes (patat, Marp) instead of only the last one.
  var joinsComments = false

  /// The slides that are centred on their page as titles.
  var titles = Titles.short

  /// The content that makes a slide a title slide.
  enum Titles: Hashable {
    /// A heading with at most two short companions.
    case short
    /// Only headings (patat).
    case headings
    /// No slide is a title slide (lookatme).
    case none
  }

  init() {}

  /// - Parameters:
  ///   - matter: the front matter of the deck.
  ///   - dialect: the tool for which it is written.
  ///   - isPreview: whether the deck is a preview among other files instead of the opened deck.
  init(_ matter: FrontMatter, _ dialect: DeckDialect, isPreview: Bool) {
    use = isPreview ? .page : .deck
    hasIncrementalLists = matter.hasIncrementalLists
    let own = ["mode", "transition", "spine", "header", "double_sided"]
    hasRulesAsEnds =
      matter.flag("options", "end_slide_shorthand") ?? own.contains { matter.values[$0] != nil }
    hasImplicitSlideEnds = matter.flag("options", "implicit_slide_ends") ?? false
    splitsAtHeadings = matter.splitsAtHeadings && !isPreview && dialect.hasCover
    hasAllRules = dialect == .mdp || dialect == .marp
    listSpacing = matter.text("options", "list_item_newlines").flatMap { Int($0) }
    hasTogglingQuotes = dialect == .patat
    if dialect == .lookatme { titles = .none }
    if dialect == .patat { titles = .headings }
    joinsComments = dialect == .patat || dialect == .marp
    headingLevel = matter.text("patat", "slideLevel").flatMap { Int($0) }
  }
}

extension FrontMatter {
  /// Whether it is that of a deck which is split at its headings where it has no other slide separator.
  var splitsAtHeadings: Bool { has("patat") || text("title") != nil && text("author") != nil }

  /// Whether the entries of lists are revealed one after another.
  var hasIncrementalLists: Bool {
    flag("options", "incremental_lists") ?? flag("patat", "incrementalLists")
      ?? flag("incremental_lists") ?? false
  }
}
