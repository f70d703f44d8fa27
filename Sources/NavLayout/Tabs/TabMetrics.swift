/// The numbers of side tabs, in one unit of length; `Constants` has them (semantics.md, sections 8
/// and 15).
///
/// Places of texts are measured from the item's upper left corner.
package struct TabMetrics: BitwiseCopyable, Hashable, Sendable {
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
  package enum BadgePlacement: BitwiseCopyable, Hashable, Sendable {
    /// Its centre is a third of the half width right of the item's, and half of the half height
    /// above (ST-9).
    case aroundPoint
    /// In the item's corner, as far from its side as texts are.
    case topRight
  }
}

/// An extent in the unit of a `TabMetrics`.
package struct TabSize: BitwiseCopyable, Hashable, Sendable {
  package var width: Double
  package var height: Double

  package init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}
