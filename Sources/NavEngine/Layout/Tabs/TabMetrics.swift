package import NavBase

/// The metrics of side tabs, in one unit of length; set in `Constants.swift` (AboutSideTabs, AboutCells).
package struct TabMetrics: BitwiseCopyable, Hashable, Sendable {
  /// The width of the bar and of its items; 0 for no bar.
  package var barWidth: Double
  /// Whether the bar fits only an icon, or the beginning of a title instead of one.
  package var isCompact: Bool
  /// The free space above the first tab.
  package var topInset: Double
  /// The free space below the lowest additional item.
  package var bottomInset: Double
  package var item: Item
  package var badge: Badge
  package var bottom: Bottom

  /// A tab or an additional item.
  ///
  /// Positions of texts are measured from the item's upper left corner.
  package struct Item: BitwiseCopyable, Hashable, Sendable {
    package var height: Double
    /// The distance from the top of an item to the next one's (STQ-1: also of additional items).
    package var pitch: Double
    package var iconY: Double
    package var titleY: Double
    /// The title's position without an icon.
    package var loneTitleY: Double
    /// The width that an item's texts leave free on either side, for the mark of the selected item at the left and the
    /// bar's rule at the right.
    package var textInset: Double
  }

  package struct Badge: BitwiseCopyable, Hashable, Sendable {
    /// The size beyond the badge's text (ST-10).
    package var padding: TabSize
    package var placement: Placement

    /// The position of a badge in its item.
    package enum Placement: BitwiseCopyable, Hashable, Sendable {
      /// The badge's centre is a third of the half width right of the item's centre, and half of the half height above
      /// it (ST-9).
      case aroundPoint
      /// In the item's upper right corner, with the inset of the texts.
      case topRight
    }
  }

  /// The attachment below the main container (ST-1).
  package struct Bottom: BitwiseCopyable, Hashable, Sendable {
    package var height: Double
    /// The distance of the hidden attachment below the viewport.
    package var hiddenGap: Double
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

/// A half-open rectangle in real numbers: it contains `x ..< maxX` and `y ..< maxY`.
///
/// The unit is a point, or a column and a row, as in `TabMetrics`.
package struct TabRect: Hashable, Sendable {
  package var x: Double
  package var y: Double
  package var width: Double
  package var height: Double

  package init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = max(0, width)
    self.height = max(0, height)
  }

  package var maxX: Double { x + width }
  package var isEmpty: Bool { width == 0 || height == 0 }

  /// The rectangle on the cell grid, its edges floored (D-2).
  package var cells: CellRect { CellGrid.rect(x: x, y: y, width: width, height: height) }
}
