import NavGeometry

/// Where a tab or an indicator begins and how wide it is, in columns of the header's content.
package struct TabSpan: Hashable, Sendable {
  package var start: Double
  package var width: Double

  package init(start: Double, width: Double) {
    self.start = start
    self.width = width
  }

  package var end: Double { start + width }

  /// The same in eighths of a column, the finest that a terminal shows.
  ///
  /// Both ends are floored, so that neighbours never overlap and never leave a gap (D-2).
  package var eighths: Range<Int> {
    CellGrid.cells(from: start * 8, length: width * 8)
  }
}

/// The mark below the tabs of a pager that follows the pages (MBX-14, MBXQ-4, RK-4, RKQ-2).
///
/// Between two tabs its start and its width are as far from those of the one tab to those of the
/// other as the position is. Beyond the first and the last tab it keeps the width and moves by that
/// width for each page.
package enum TabIndicator {
  /// The indicator at a position.
  ///
  /// - Parameters:
  ///   - position: the pager's, as a page's index (`PagerState.position(at:)`).
  ///   - count: how many tabs there are.
  ///   - tab: where a tab stands; asked for one or for two.
  /// - Returns: start and width together, nil where there are no tabs: nothing is shown of an
  ///   indicator for which one of them is missing (MBX-15, RKQ-3).
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

  /// The same for tabs that are known by their starts and widths.
  ///
  /// - Parameters:
  ///   - position: the pager's, as a page's index.
  ///   - starts: where the tabs begin.
  ///   - widths: how wide they are.
  /// - Returns: the indicator, nil unless there is a start and a width for each tab (MBX-15).
  package static func span(position: Double, starts: [Double], widths: [Double]) -> TabSpan? {
    guard starts.count == widths.count else { return nil }
    return span(position: position, count: starts.count) {
      TabSpan(start: starts[$0], width: widths[$0])
    }
  }

  /// The tab that has the colour of the current one: the nearest, the left one half-way between
  /// two.
  ///
  /// - Parameters:
  ///   - position: the pager's, as a page's index.
  ///   - count: how many tabs there are.
  /// - Returns: its index, nil where there are no tabs.
  package static func highlighted(position: Double, count: Int) -> Int? {
    guard count > 0, position.isFinite else { return nil }
    return Int((position.clamped(to: 0...Double(count - 1)) - 0.5).rounded(.up))
  }
}
