/// Pages of which one is shown at a time, or two facing each other.
package struct PagerContent: Hashable, Sendable {
  package var title: String
  /// The pages; at least one.
  package var pages: PagerPages
  package var style: PagerStyle
  /// The header above the pages, in which one can be selected; nil for none.
  package var header: BarStyle?
  /// The page that is shown first, from 0.
  package var start = 0
  /// The length of the talk that its pages are for; nil for none.
  package var duration: Duration?
  /// The theme that its file asks for.
  package var theme = BuiltInTheme.own
  /// How fingers move its pages.
  package var scrolling = ScrollSwitches()
  /// The most pages by which a flick moves it, at least 1 (SV-8).
  package var flickPages = 1
  /// Whether dots are shown below pages that slide side by side (PI-1).
  package var hasDots = true
  /// Whether its pages are the slides of a deck, which leave room below them: their dots take one row.
  package var isDeck = false
  /// The indices of pages that links in other pages lead to, by the part after `#` in their keys (`TextStyle.page`).
  package var anchors: [String: Int] = [:]
  /// The faults of pages that are created on access, one sanitised line each.
  package var faults: [String] = []

  package init(
    title: String,
    pages: PagerPages,
    style: PagerStyle = .sliding,
    header: BarStyle? = nil
  ) {
    self.title = title
    self.pages = pages
    self.style = style
    self.header = header
  }
}

extension SessionContent {
  /// Returns a pager with pages side by side.
  package static func pager(title: String, pages: [SessionContent]) -> SessionContent {
    .pager(PagerContent(title: title, pages: .listed(pages)))
  }
}

extension PagerContent: ContainerContent {
  package var content: SessionContent { .pager(self) }
  package var contents: [SessionContent] { pages.listed }
  package var front: SessionContent? { pages.count > 0 ? pages[0] : nil }
  package var countedPages: Int { pages.count }

  package var memorySize: Int {
    anchors.reduce(pages.memorySize) { $0 + 64 + $1.key.utf8.count }
  }

  package mutating func updateContents(_ update: (inout SessionContent) -> Void) {
    pages.update(update)
  }

  package mutating func updateRows(_ update: (inout PageContent) -> Void) {
    updateContents { $0.updateRows(update) }
  }

  package func check() throws(Rejection) {
    guard pages.count > 0 else { throw Rejection("the pager '\(title)' has no page: give it one") }
    if pages.count > PagerPages.countLimit {
      throw Rejection(
        "the pager '\(title)' has \(pages.count) pages: give it at most \(PagerPages.countLimit)"
      )
    }
    guard pages.indices.contains(start) else {
      throw Rejection(
        "the pager '\(title)' starts with page \(start &+ 1): give one from 1 to \(pages.count)"
      )
    }
    if case .slide(_, let spacing) = style, !(0...PagerStyle.spacingLimit).contains(spacing) {
      throw Rejection(
        "the pages of '\(title)' are \(spacing) cells apart: give 0 to \(PagerStyle.spacingLimit)"
      )
    }
    if flickPages < 1 {
      throw Rejection("a flick moves '\(title)' by \(flickPages) pages: give at least 1")
    }
  }
}

extension NavigationState {
  /// The navigation state of a pager.
  package struct Pager: Hashable, Sendable {
    /// The index of the active page, from 0.
    package var current: Int
    /// The distance of its header from the offset that follows from the active page, in columns; 0 for none.
    package var shift: Double
    /// The step of the active page, from 0.
    package var step: Int
    /// The titles of the active page and of those around it, which find it again after the content has changed
    /// (`NamedPlace.text`); empty for none.
    package var titles: String

    package init(current: Int, shift: Double = 0, step: Int = 0, titles: String = "") {
      self.current = current
      self.shift = shift
      self.step = step
      self.titles = titles
    }
  }
}
