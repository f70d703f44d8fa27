/// The metrics of a bar of equally wide tabs above swiped pages, in one unit of length (RK-2, RK-3).
///
/// The original implementation also names a bounce of 10 and a speed of 0.2, which it does not use.
package struct SwipeBarMetrics: BitwiseCopyable, Hashable, Sendable {
  /// The free space left of the first tab and right of the last.
  package var sideRoom: Double
  /// The free space above the titles.
  package var topRoom: Double
  /// The height of the titles.
  package var titleHeight: Double
  /// The indicator's upper edge, from the top of the bar.
  package var indicatorY: Double
  package var indicatorHeight: Double
  /// The distance by which all tabs and the indicator are shifted to the left.
  package var offset: Double
  /// The bar's opacity, from 0 to 1.
  package var opacity: Double

  /// The metrics of the original implementation.
  package static let points = SwipeBarMetrics(
    sideRoom: 0,
    topRoom: 14,
    titleHeight: 30,
    indicatorY: 40,
    indicatorHeight: 4,
    offset: 8,
    opacity: 0.8
  )

  /// One row of titles, one for the indicator (S15-title-bar).
  package static let cells = SwipeBarMetrics(
    sideRoom: 0,
    topRoom: 0,
    titleHeight: 1,
    indicatorY: 1,
    indicatorHeight: 1,
    offset: 0,
    opacity: 0.8
  )

  /// Returns the unrounded span of a tab (RK-3, RKQ-2: the indicator of its page has the same span).
  ///
  /// - Parameters:
  ///   - index: the tab's index, from 0.
  ///   - count: the number of tabs, at least 1.
  ///   - width: the bar's width.
  /// - Returns: the tab's start and width.
  package func tab(_ index: Int, of count: Int, in width: Double) -> TabSpan {
    precondition(count > 0, "cannot share a bar among no tabs")
    let own = (width - 2 * sideRoom) / Double(count)
    return TabSpan(start: sideRoom + Double(index) * own - offset, width: own)
  }
}
