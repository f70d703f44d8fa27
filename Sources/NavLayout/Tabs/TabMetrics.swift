/// The numbers of side tabs, in one unit of length (semantics.md, sections 8 and 15).
///
/// Places of texts are measured from the item's upper left corner.
package struct TabMetrics: Hashable, Sendable {
  /// The bar's width, and with it an item's; 0 for no bar.
  package var barWidth: Double
  package var itemHeight: Double
  /// From the top of an item to the next one's (STQ-1: additional items have the same).
  package var pitch: Double
  /// What is left free above the first tab.
  package var topInset: Double
  /// What is left free below the lowest additional item.
  package var bottomInset: Double
  /// The height of the attachment below the main container (ST-1).
  package var bottomHeight: Double
  /// How far below the viewport the attachment stands while it is hidden (ST-1).
  package var hiddenGap: Double
  package var iconY: Double
  package var titleY: Double
  /// Where the title stands if there is no icon.
  package var loneTitleY: Double
  /// By how much a badge is larger than its text (ST-10).
  package var badgePadding: TabSize
  package var badgePlacement: BadgePlacement
  /// How much of an item's width its texts leave free on either side, for a mark at the left of the selected
  /// item and for the bar's rule at the right.
  package var textInset: Double
  /// Whether there is only room for an icon, or for the beginning of a title in its stead.
  package var isCompact: Bool

  /// Where a badge stands in its item.
  package enum BadgePlacement: Hashable, Sendable {
    /// Its centre is a third of the half width right of the item's, and half of the half height
    /// above (ST-9).
    case aroundPoint
    /// In the item's corner, as far from its side as texts are.
    case topRight
  }

  /// The originals' numbers.
  package static let points = TabMetrics(
    barWidth: 80,
    itemHeight: 70,
    pitch: 80,
    topInset: 10,
    bottomInset: 10,
    bottomHeight: 69,
    hiddenGap: 1,
    iconY: 4,
    titleY: 46,
    loneTitleY: 46,
    badgePadding: TabSize(width: 16, height: 2),
    badgePlacement: .aroundPoint,
    textInset: 0,
    isCompact: false
  )

  /// The columns of a bar with titles, and of a compact one.
  package static let wideBar = 10
  package static let compactBar = 6
  /// How many times as wide as its bar a viewport is at least: a bar takes an eighth or less.
  ///
  /// So the bar has titles from 80 columns on, which is the standard terminal, is compact from 48
  /// on, and is hidden below (section 15: about 50). At 48 columns a compact bar leaves 42, enough
  /// for half pages (`StackMetrics.leastColumnsForHalves`): a bar never takes those away.
  package static let leastBars = 8

  /// One unit is one column or one row; an item is a row for the badge, one for the icon, one for
  /// the title.
  package static func cells(columns: Int) -> TabMetrics {
    let bar = [wideBar, compactBar].first { columns >= leastBars * $0 } ?? 0
    return TabMetrics(
      barWidth: Double(bar),
      itemHeight: 3,
      pitch: 4,
      topInset: 0,
      bottomInset: 0,
      bottomHeight: 3,
      hiddenGap: 0,
      iconY: 1,
      titleY: 2,
      loneTitleY: 1,
      badgePadding: TabSize(width: 2, height: 0),
      badgePlacement: .topRight,
      textInset: 1,
      isCompact: bar == compactBar
    )
  }
}

/// An extent in the unit of a `TabMetrics`.
package struct TabSize: Hashable, Sendable {
  package var width: Double
  package var height: Double

  package init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}
