package import NavBase
package import NavScene

/// A page control: a row of dots, one for each page, derived from the model after every change (D-11, AboutPagers).
package struct PageControlState: Hashable, Sendable {
  /// The number of pages, at least 0.
  package let pageCount: Int
  /// From 0 to one below the number of pages; 0 for none (PI-5).
  package let currentPage: Int

  /// - Parameters:
  ///   - page: the current page, clamped to the existing ones.
  ///   - count: the number of pages.
  package init(on page: Int, of count: Int) {
    precondition(count >= 0, "cannot show \(count) pages")
    pageCount = count
    currentPage = min(max(0, page), max(0, count - 1))
  }

  /// Returns whether a pager shows a page control: only pages that slide side by side have one (PI-1).
  package static func isShown(for style: PagerStyle, count: Int) -> Bool {
    guard case .slide(.horizontal, _) = style else { return false }
    return count > 0
  }

  /// Returns the page that a tap beside the current dot leads to: one page further, however far away the tap is (PI-6).
  ///
  /// - Returns: the page; nil if there is none on that side.
  package func page(tappedAt side: PageSide) -> Int? {
    let page = currentPage + (side == .before ? -1 : 1)
    return (0..<pageCount).contains(page) ? page : nil
  }

  // MARK: Size

  /// The appearance that fits into a row.
  package enum Appearance: Hashable, Sendable {
    /// Dots, separated by blanks.
    case dots(columns: Int)
    /// The page's number and the count, if the dots would be cut off.
    case number(String)
  }

  /// Returns the columns required by the dots of a number of pages (PI-8).
  package static func columns(forPages count: Int) -> Int { max(0, 2 * count - 1) }

  /// Returns the appearance in a number of columns; nil if nothing is shown (PI-8).
  package func appearance(in columns: Int) -> Appearance? {
    guard pageCount > 0, columns > 0 else { return nil }
    // Written without a multiplication of the count, which could overflow.
    guard pageCount <= (columns + 1) / 2 else {
      return .number("‹\(currentPage + 1)/\(pageCount)›")
    }
    return .dots(columns: Self.columns(forPages: pageCount))
  }
}
