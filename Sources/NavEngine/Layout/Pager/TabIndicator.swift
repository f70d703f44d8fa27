import NavBase

/// The start and width of a tab or an indicator, in columns of the header's content.
package struct TabSpan: Hashable, Sendable {
  package var start: Double
  package var width: Double
}

/// The mark below the tabs of a pager that follows the pages (MBX-14, MBXQ-4, RK-4, RKQ-2).
///
/// Between two tabs, its start and width are interpolated linearly by the position. Beyond the first and the last tab
/// it keeps the width and moves by that width for each page.
package enum TabIndicator {
  /// Returns the indicator at a position.
  ///
  /// - Parameters:
  ///   - position: the pager's position, as a page index (`PagerState.position(at:)`).
  ///   - count: the number of tabs.
  ///   - tab: returns the span of a tab; called for one tab or two.
  /// - Returns: start and width together; nil without tabs: no part of an indicator is shown if either is unknown
  ///   (MBX-15, RKQ-3).
  package static func span(
    position: Double,
    count: Int,
    tab: (Int) -> TabSpan
  ) -> TabSpan? {
    guard count > 0, position.isFinite else { return nil }
    let last = Double(count - 1)
    guard position > 0, position < last else {
      let end = position.clamped(to: 0...last)
      let own = tab(Int(end))
      return TabSpan(start: own.start + (position - end) * own.width, width: own.width)
    }
    let left = position.rounded(.down)
    let from = tab(Int(left))
    let share = position - left
    guard share > 0 else { return from }
    let to = tab(Int(left) + 1)
    return TabSpan(
      start: from.start + (to.start - from.start) * share,
      width: from.width + (to.width - from.width) * share
    )
  }
}
