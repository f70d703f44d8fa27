package import NavScene

/// A row of dots, one for each page (section 5).
///
/// A pager's own is derived from the model after every change: see `init(of:count:)`.
package struct PageControlState: Hashable, Sendable {
  /// How many pages there are, at least 0.
  package private(set) var pageCount = 0
  /// From 0 to one below the number of pages; 0 for none (PI-5).
  package private(set) var currentPage = 0
  /// The page that the dots show: the current one, but for a tap whose display is deferred (PI-7).
  package private(set) var displayedPage = 0
  /// Whether the control of one page alone is hidden.
  package var hidesForSinglePage = false
  /// Whether a tap leaves the dots as they are until `updateCurrentPageDisplay`.
  package var defersCurrentPageDisplay = false

  package init() {}

  /// A pager's control, which cannot say anything else than the model does (D-11, PI-2, PI-3).
  package init(of pager: PagerState, count: Int) {
    setPageCount(count)
    setCurrentPage(pager.current)
  }

  /// Whether a pager has a control of its own (PI-1).
  ///
  /// - Parameters:
  ///   - style: pages have to slide side by side.
  ///   - count: how many pages there are, above 0; nil where the owner does not say.
  ///   - index: which one is current; nil where the owner does not say.
  /// - Returns: whether it is shown.
  package static func isShown(for style: PagerStyle, count: Int?, index: Int?) -> Bool {
    guard case .slide(.horizontal, _) = style, let count, index != nil else { return false }
    return count > 0
  }

  /// Whether nothing is shown: there are no pages, or there is one that needs no control (PI-7).
  package var isHidden: Bool { pageCount == 0 || pageCount == 1 && hidesForSinglePage }

  // MARK: What the owner says

  /// Fewer pages move the current one to the last (PI-5).
  package mutating func setPageCount(_ count: Int) {
    precondition(count >= 0, "cannot show \(count) pages")
    pageCount = count
    currentPage = pinned(currentPage)
    displayedPage = pinned(displayedPage)
  }

  /// Shows a page at once, pinned to those that there are, and reports nothing (PI-5, PI-6, PI-7).
  package mutating func setCurrentPage(_ page: Int) {
    currentPage = pinned(page)
    displayedPage = currentPage
  }

  /// Shows what a tap has deferred (PI-7).
  package mutating func updateCurrentPageDisplay() {
    displayedPage = currentPage
  }

  private func pinned(_ page: Int) -> Int { min(max(0, page), max(0, pageCount - 1)) }

  // MARK: Taps

  /// A tap beside the current dot moves by one page to that side, however far away it is (PI-6).
  ///
  /// - Returns: the page that is current now, to be reported; nil where there is none on that side.
  package mutating func tap(_ side: PageSide) -> Int? {
    let page = pinned(currentPage + (side == .before ? -1 : 1))
    guard page != currentPage else { return nil }
    currentPage = page
    if !defersCurrentPageDisplay { displayedPage = page }
    return page
  }

  // MARK: Size

  /// What fits into a row.
  package enum Look: Hashable, Sendable {
    /// Dots with a blank between two of them.
    case dots(columns: Int)
    /// The page's number among all, where dots would be cut.
    case number(String)
  }

  /// The columns that so many dots take at least (PI-8).
  package static func columns(forPages count: Int) -> Int { max(0, 2 * count - 1) }

  /// What is shown in so many columns; nil where nothing is (PI-8).
  package func look(in columns: Int) -> Look? {
    guard !isHidden, columns > 0 else { return nil }
    // Compared this way round, no count is too large.
    guard pageCount <= (columns + 1) / 2 else {
      return .number("‹\(displayedPage + 1)/\(pageCount)›")
    }
    return .dots(columns: Self.columns(forPages: pageCount))
  }
}
