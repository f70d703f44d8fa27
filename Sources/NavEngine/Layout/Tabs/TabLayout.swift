/// The layout of side tabs in an available size: the bar at the left, the main container, and the attachment below that
/// (ST-1).
///
/// Lengths are real numbers without rounding (D-2); `TabRect.cells` rounds them. The available size excludes the status
/// line. At rest the bar, the main container and a shown attachment tile it exactly; while the attachment moves up, it
/// covers part of the main container.
///
/// If not everything fits:
/// - the bar is hidden if not one item fits below the top inset;
/// - the attachment is not shown if it would need more than half of the height;
/// - additional items are dropped, the highest one first, until one tab fits above them: the others keep their
///   positions, because no number selects them, while every tab can be reached by keys;
/// - tabs scroll by whole tabs, by the least distance that shows the selected one. The first shown tab depends only on
///   the selection and the height, never on the previous layout.
package struct TabLayout: Hashable, Sendable {
  package let state: TabBarState
  package let metrics: TabMetrics
  package let room: TabSize
  package let bar: TabRect
  package let main: TabRect
  /// The attachment, just below the available size while it is hidden.
  package let bottom: TabRect
  /// Whether any part of the attachment is visible.
  package let isBottomSeen: Bool
  /// The tabs that fit, from the top.
  package let items: [TabPlace]
  /// The additional items that fit, from the bottom.
  package let additionalItems: [TabPlace]
  /// The items that do not fit.
  package let hidden: Hidden

  /// Numbers of items that a bar does not show for lack of space.
  package struct Hidden: Hashable, Sendable {
    /// The tabs scrolled out at the top.
    package let above: Int
    /// The tabs that do not fit below the last one.
    package let below: Int
    package let additional: Int
  }

  /// Lays out a bar and its two containers; O(items).
  package init(
    of state: TabBarState,
    bottom place: TabBottomPlace,
    room: TabSize,
    metrics: TabMetrics
  ) {
    self.state = state
    self.metrics = metrics
    self.room = room
    let fitsOne = room.height >= metrics.topInset + metrics.item.height
    let barWidth = fitsOne ? min(metrics.barWidth, room.width) : 0
    bar = TabRect(x: 0, y: 0, width: barWidth, height: room.height)

    let height = metrics.bottom.height
    let place = 2 * height <= room.height ? place : .resting(isShown: false)
    let mainWidth = room.width - barWidth
    main = TabRect(
      x: barWidth,
      y: 0,
      width: mainWidth,
      height: room.height - height * place.given
    )
    bottom = TabRect(
      x: barWidth,
      y: room.height + metrics.bottom.hiddenGap - (height + metrics.bottom.hiddenGap) * place.up,
      width: mainWidth,
      height: height
    )
    isBottomSeen = mainWidth > 0 && bottom.y < room.height

    let slots = TabSlots(
      tabs: state.shownItems,
      additional: state.additionalItems.filter { $0.face != nil },
      bar: bar,
      metrics: metrics
    )
    let first = slots.first(showing: state.tabBeforeOrAtSelection)
    items = slots.tabPlaces(from: first, selected: state.selected)
    additionalItems = slots.additionalPlaces
    hidden = Hidden(
      above: first,
      below: slots.tabs.count - first - slots.tabCount,
      additional: slots.additional.count - slots.additionalCount
    )
  }

  // MARK: Items

  /// Returns a text's frame in an item: centred, its top at a position of the metrics (ST-9).
  package func textFrame(_ text: TabSize, y: Double, in item: TabRect) -> TabRect {
    TabRect(
      x: item.x + (item.width - text.width) / 2,
      y: item.y + y,
      width: text.width,
      height: text.height
    )
  }

  /// Returns the frame of a badge with a text of a given size in an item (ST-9, ST-10).
  ///
  /// The badge is a pill: the radius of its corners is half of its height.
  package func badgeFrame(_ text: TabSize, in item: TabRect) -> TabRect {
    let width = text.width + metrics.badge.padding.width
    let height = text.height + metrics.badge.padding.height
    switch metrics.badge.placement {
    case .aroundPoint:
      // cx + cx / 3 and cy - cy / 2, with cx and cy half of the item's size, and not truncated
      // (D-2).
      return TabRect(
        x: item.x + item.width * 2 / 3 - width / 2,
        y: item.y + item.height / 4 - height / 2,
        width: width,
        height: height
      )
    case .topRight:
      let right = item.maxX - metrics.item.textInset
      return TabRect(x: right - width, y: item.y, width: width, height: height)
    }
  }
}

/// A shown item and its frame.
package struct TabPlace: Hashable, Sendable {
  package var item: TabItem
  package var frame: TabRect
  /// Whether it is the selected tab.
  package var isSelected: Bool
}

extension TabBarState {
  /// The index of the selected tab among the shown ones; if it is not shown, that of the last shown one before it.
  fileprivate var tabBeforeOrAtSelection: Int {
    guard let selectedIndex else { return 0 }
    return max(0, items[...selectedIndex].count { $0.face != nil } - 1)
  }
}
