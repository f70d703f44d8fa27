package import NavGeometry

/// What of side tabs is at a point.
package enum TabHit: Hashable, Sendable {
  case item(TabItemID)
  case additional(TabItemID)
  /// An item with a view of its own: no tap selects it (ST-8).
  case view(TabItemID)
  /// The bar between its items.
  case bar
  case main
  case bottom
}

extension TabLayout {
  /// What is at a point of the room, nil outside; O(items).
  package func hit(x: Double, y: Double) -> TabHit? {
    guard y < room.height else { return nil }
    return hit { $0.contains(x: x, y: y) }
  }

  /// What a viewer sees in a cell of the room, nil outside; O(items).
  package func hit(_ point: CellPoint) -> TabHit? {
    guard Double(point.y) < room.height else { return nil }
    return hit { $0.cells.contains(point) }
  }

  /// The attachment lies over the main container.
  private func hit(_ isInside: (TabRect) -> Bool) -> TabHit? {
    if isInside(bar) {
      if let id = buttonOrView(items.first { isInside($0.frame) }, TabHit.item) { return id }
      let additional = additionalItems.first { isInside($0.frame) }
      return buttonOrView(additional, TabHit.additional) ?? .bar
    }
    if isBottomSeen, isInside(bottom) { return .bottom }
    return isInside(main) ? .main : nil
  }

  private func buttonOrView(_ place: TabPlace?, _ hit: (TabItemID) -> TabHit) -> TabHit? {
    guard let item = place?.item else { return nil }
    return item.isButton ? hit(item.id) : .view(item.id)
  }
}
