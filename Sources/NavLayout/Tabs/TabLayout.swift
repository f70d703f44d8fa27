/// Side tabs in one room: the bar at the left, the main container, the attachment below that
/// (ST-1).
///
/// Real numbers, nothing rounded (D-2); `TabRect.cells` does that. The room is what the tabs may
/// use, so without a status line. At rest bar, main container and shown attachment tile it exactly;
/// while the attachment moves up, it lies over the main container.
///
/// What does not fit:
/// - the bar is hidden where not one item fits below the top inset;
/// - the attachment is not shown where it would take more than half of the height;
/// - additional items go, the highest one first, until one tab fits above them: the others keep
///   their places, as no number leads to them, while every tab can be reached by keys;
/// - tabs scroll, by whole tabs, as little as shows the selected one. The first one that is shown
///   depends on the selection and the height alone, never on what was shown before.
package struct TabLayout: Hashable, Sendable {
  package let state: TabBarState
  package let metrics: TabMetrics
  package let room: TabSize
  package let bar: TabRect
  package let main: TabRect
  /// Just below the room while it is hidden.
  package let bottom: TabRect
  /// Whether any of the attachment is in the room.
  package let isBottomSeen: Bool
  /// The tabs that fit, from the top.
  package let items: [TabPlace]
  /// The additional items that fit, from the bottom.
  package let additionalItems: [TabPlace]
  /// How many tabs are scrolled out at the top.
  package let above: Int
  /// How many do not fit below the last one.
  package let below: Int
  /// How many additional items do not fit.
  package let droppedAdditional: Int

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
    let fitsOne = room.height >= metrics.topInset + metrics.itemHeight
    let barWidth = fitsOne ? min(metrics.barWidth, room.width) : 0
    bar = TabRect(x: 0, y: 0, width: barWidth, height: room.height)

    let height = metrics.bottomHeight
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
      y: room.height + metrics.hiddenGap - (height + metrics.hiddenGap) * place.up,
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
    additionalItems = slots.additionalPlaces(highlighted: state.highlighted)
    above = first
    below = slots.tabs.count - first - slots.tabCount
    droppedAdditional = slots.additional.count - slots.additionalCount
  }

  // MARK: Items

  /// The frame of a tab or an additional item; nil where this layout does not show it (ST-12).
  package func rect(for id: TabItemID) throws(TabError) -> TabRect? {
    _ = try state.outcome(ofSelecting: id)
    return (items + additionalItems).first { $0.item.id == id }?.frame
  }

  /// A text's frame in an item: centred, its top at a place of the metrics (ST-9).
  package func textFrame(_ text: TabSize, y: Double, in item: TabRect) -> TabRect {
    TabRect(
      x: item.x + (item.width - text.width) / 2,
      y: item.y + y,
      width: text.width,
      height: text.height
    )
  }

  /// The frame of a badge with a text of some size in an item (ST-9, ST-10).
  ///
  /// A pill, its corners' radius being half of its height.
  package func badgeFrame(_ text: TabSize, in item: TabRect) -> TabRect {
    let width = text.width + metrics.badgePadding.width
    let height = text.height + metrics.badgePadding.height
    switch metrics.badgePlacement {
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
      let right = item.maxX - metrics.textInset
      return TabRect(x: right - width, y: item.y, width: width, height: height)
    }
  }
}

/// An item that a bar shows, and where.
package struct TabPlace: Hashable, Sendable {
  package var item: TabItem
  package var frame: TabRect
  /// Tab: whether it is the selected one; additional item: whether it is highlighted.
  package var isSelected: Bool
}

extension TabBarState {
  /// The place of the selected tab among the shown ones; where it is not shown, of the last one
  /// before it.
  fileprivate var tabBeforeOrAtSelection: Int {
    guard let selectedIndex else { return 0 }
    return max(0, items[...selectedIndex].count { $0.face != nil } - 1)
  }
}
