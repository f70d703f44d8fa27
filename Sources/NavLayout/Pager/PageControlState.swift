package import NavModel
package import NavScene

/// The state of a page control: a row of dots, one for each page (AboutPagers).
///
/// A pager's control is derived from the model after every change: see `init(of:count:)`.
package struct PageControlState: Hashable, Sendable {
  /// The number of pages, at least 0.
  package private(set) var pageCount = 0
  /// From 0 to one below the number of pages; 0 for none (PI-5).
  package private(set) var currentPage = 0
  /// The page that the dots show: the current one, unless the display of a tap is deferred (PI-7).
  package private(set) var displayedPage = 0
  /// Whether the control is hidden if there is only one page.
  package var hidesForSinglePage = false
  /// Whether a tap leaves the dots unchanged until `updateCurrentPageDisplay`.
  package var defersCurrentPageDisplay = false

  package init() {}

  /// Creates a pager's control from its model, so that the two cannot disagree (D-11, PI-2, PI-3).
  package init(of pager: PagerState, count: Int) {
    setPageCount(count)
    setCurrentPage(pager.current)
  }

  /// Returns whether a pager shows a page control (PI-1).
  ///
  /// - Parameters:
  ///   - style: the pager's style; only pages that slide side by side have a control.
  ///   - count: the number of pages, which must be above 0; nil if the owner does not supply it.
  ///   - index: the current page; nil if the owner does not supply it.
  /// - Returns: whether it is shown.
  package static func isShown(for style: PagerStyle, count: Int?, index: Int?) -> Bool {
    guard case .slide(.horizontal, _) = style, let count, index != nil else { return false }
    return count > 0
  }

  /// Whether nothing is shown: there are no pages, or only one and the control is hidden for one (PI-7).
  package var isHidden: Bool { pageCount == 0 || pageCount == 1 && hidesForSinglePage }

  // MARK: Changes by the owner

  /// Sets the number of pages; a current page beyond the last one becomes the last (PI-5).
  package mutating func setPageCount(_ count: Int) {
    precondition(count >= 0, "cannot show \(count) pages")
    pageCount = count
    currentPage = pinned(currentPage)
    displayedPage = pinned(displayedPage)
  }

  /// Sets the current page, clamped to the existing pages, and shows it at once; reports nothing (PI-5, PI-6, PI-7).
  package mutating func setCurrentPage(_ page: Int) {
    currentPage = pinned(page)
    displayedPage = currentPage
  }

  /// Shows the current page after taps with deferred display (PI-7).
  package mutating func updateCurrentPageDisplay() {
    displayedPage = currentPage
  }

  private func pinned(_ page: Int) -> Int { min(max(0, page), max(0, pageCount - 1)) }

  // MARK: Taps

  /// Handles a tap beside the current dot: moves by one page to that side, however far away the tap is (PI-6).
  ///
  /// - Returns: the new current page, to be reported; nil if there is no page on that side.
  package mutating func tap(_ side: PageSide) -> Int? {
    let page = pinned(currentPage + (side == .before ? -1 : 1))
    guard page != currentPage else { return nil }
    currentPage = page
    if !defersCurrentPageDisplay { displayedPage = page }
    return page
  }

  // MARK: Size

  /// The appearance that fits into a row.
  package enum Look: Hashable, Sendable {
    /// Dots, separated by blanks.
    case dots(columns: Int)
    /// The page's number and the count, if the dots would be cut off.
    case number(String)
  }

  /// Returns the columns required by the dots of a number of pages (PI-8).
  package static func columns(forPages count: Int) -> Int { max(0, 2 * count - 1) }

  /// Returns the appearance in a number of columns; nil if nothing is shown (PI-8).
  package func look(in columns: Int) -> Look? {
    guard !isHidden, columns > 0 else { return nil }
    // Written without a multiplication of the count, which could overflow.
    guard pageCount <= (columns + 1) / 2 else {
      return .number("‹\(displayedPage + 1)/\(pageCount)›")
    }
    return .dots(columns: Self.columns(forPages: pageCount))
  }
}
