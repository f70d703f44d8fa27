/// What a deck's front matter says about how its text is read.
struct DeckOptions: Hashable {
  /// Whether entries of lists are seen one after the other.
  var hasIncrementalLists = false
  /// Whether rules of hyphens end slides in a deck that has commands for that.
  var hasRulesAsEnds = false
  /// Whether underlined headings begin slides.
  var hasImplicitSlideEnds = false
  /// Whether a text without any other end of a slide is cut at its headings, and at those of which level.
  var splitsAtHeadings = false
  var headingLevel: Int?
  /// Whether rules of any characters end slides.
  var hasAllRules = false
  /// Line ends between two entries of a list; nil where the text says it.
  var listSpacing: Int?

  /// Whether a quote around a list alone says that its entries are seen the other way.
  var hasTogglingQuotes = false

  /// Which slides may stand in the middle of their page.
  var titles = Titles.short

  /// What names something, and is no more than that.
  enum Titles: Hashable {
    /// A heading with at most two short companions.
    case short
    /// Headings alone (patat).
    case headings
    /// Nothing (lookatme).
    case none
  }

  init() {}

  /// - Parameters:
  ///   - matter: of the deck.
  ///   - isPreview: whether it is shown among other files, and not as the deck that somebody has opened.
  init(_ matter: FrontMatter, isPreview: Bool) {
    hasIncrementalLists =
      matter.flag("options", "incremental_lists") ?? matter.flag("patat", "incrementalLists")
      ?? matter.flag("incremental_lists") ?? false
    let own = ["mode", "transition", "spine", "header", "double_sided"]
    hasRulesAsEnds =
      matter.flag("options", "end_slide_shorthand") ?? own.contains { matter.values[$0] != nil }
    hasImplicitSlideEnds = matter.flag("options", "implicit_slide_ends") ?? false
    let isDeck = matter.has("patat") || matter.text("title") != nil && matter.text("author") != nil
    splitsAtHeadings = isDeck && !isPreview && matter.dialect != .mdp
    hasAllRules = matter.dialect == .mdp
    listSpacing = matter.text("options", "list_item_newlines").flatMap { Int($0) }
    hasTogglingQuotes = matter.isOfPatat
    if matter.has("styles") || matter.has("extensions") { titles = .none }
    if matter.isOfPatat { titles = .headings }
    headingLevel = matter.text("patat", "slideLevel").flatMap { Int($0) }
  }
}
