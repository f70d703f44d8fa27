package import NavGeometry

/// The part of side tabs at a point.
package enum TabHit: Hashable, Sendable {
  case item(TabItemID)
  case additional(TabItemID)
  /// An item with a custom view, which no tap selects (ST-8).
  case view(TabItemID)
  /// The bar between its items.
  case bar
  case main
  case bottom
}

extension TabLayout {
  /// Returns the part at a point of the available size; nil outside; O(items).
  package func hit(x: Double, y: Double) -> TabHit? {
    guard y < room.height else { return nil }
    return hit { $0.contains(x: x, y: y) }
  }

  /// Returns the part that is painted in a cell of the available size; nil outside; O(items).
  package func hit(_ point: CellPoint) -> TabHit? {
    guard Double(point.y) < room.height else { return nil }
    return hit { $0.cells.contains(point) }
  }

  /// Returns the part at a point; the attachment covers the main container.
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
