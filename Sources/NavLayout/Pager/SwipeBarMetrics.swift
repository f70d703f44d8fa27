/// The numbers of a bar of equally wide tabs above swiped pages, in one unit of length (RK-2,
/// RK-3).
///
/// The originals also name a bounce of 10 and a speed of 0.2, which nothing uses.
package struct SwipeBarMetrics: BitwiseCopyable, Hashable, Sendable {
  /// What is free left of the first tab and right of the last.
  package var sideRoom: Double
  /// What is free above the titles.
  package var topRoom: Double
  /// How high the titles are.
  package var titleHeight: Double
  /// Where the indicator begins, from the top.
  package var indicatorY: Double
  package var indicatorHeight: Double
  /// How far all tabs and the indicator are moved to the left.
  package var offset: Double
  /// From 0 to 1.
  package var opacity: Double

  /// The originals' numbers.
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

  /// Where a tab stands, not rounded (RK-3, RKQ-2: the indicator of its page is there too).
  ///
  /// - Parameters:
  ///   - index: the tab's, from 0.
  ///   - count: how many tabs there are, at least 1.
  ///   - width: the bar's.
  /// - Returns: its start and width.
  package func tab(_ index: Int, of count: Int, in width: Double) -> TabSpan {
    precondition(count > 0, "cannot share a bar among no tabs")
    let own = (width - 2 * sideRoom) / Double(count)
    return TabSpan(start: sideRoom + Double(index) * own - offset, width: own)
  }
}
