// Selection of rows (TW-7).

extension Table {
  /// Selects a row, visible or not; the previous selection is deselected first, even if it is the same row.
  ///
  /// A row that cannot be selected changes nothing.
  ///
  /// - Parameters:
  ///   - index: the row.
  ///   - place: the position at which it is revealed.
  /// - Returns: the events: deselected, selected, scrolled.
  /// - Throws: if the row does not exist.
  package mutating func select(
    _ index: TableIndex,
    reveal place: TableReveal = .visible
  ) throws(TableError) -> [TableEvent] {
    guard let number = geometry.number(of: index) else { throw TableError(index: index) }
    return select(number, reveal: place)
  }

  private mutating func select(_ number: Int, reveal place: TableReveal) -> [TableEvent] {
    let index = geometry.index(of: number)
    guard row(at: index).isSelectable else { return [] }
    var events = deselect()
    selection = index
    mark(number, isSelected: true)
    events.append(.didSelect(index))
    // A row out of view receives the focus as soon as it becomes visible (TW-2).
    awaitsFocus = true
    focus(number, &events)
    return events + reveal(number, place)
  }

  /// Clears the selection.
  package mutating func deselect() -> [TableEvent] {
    guard let old = selection else { return [] }
    selection = nil
    awaitsFocus = false
    if let number = geometry.number(of: old) { mark(number, isSelected: false) }
    return [.didDeselect(old)]
  }

  private mutating func mark(_ number: Int, isSelected: Bool) {
    guard let cell = cells[number], let index = cell.index else { return }
    cells[number] = cell.showing(index, isSelected: isSelected)
  }

  /// Selects the next selectable row in a direction; empty sections and rows that cannot be selected are skipped.
  ///
  /// Without a selection it starts at the first visible row, or upwards at the last visible one.
  ///
  /// - Parameter direction: below 0 for upwards, else downwards.
  /// - Returns: the events; none if there is no such row.
  package mutating func selectNext(towards direction: Int) -> [TableEvent] {
    let step = direction < 0 ? -1 : 1
    guard var number = firstCandidate(step) else { return [] }
    while number >= 0, number < geometry.rowCount {
      if row(at: geometry.index(of: number)).isSelectable {
        return select(number, reveal: .visible)
      }
      number += step
    }
    return []
  }

  private func firstCandidate(_ step: Int) -> Int? {
    if let number = selection.flatMap({ geometry.number(of: $0) }) { return number + step }
    // Rows below a pinned header are not visible.
    let pinned = geometry.headers(atOffset: offset, height: height, pins: pinsHeaders)
      .first { $0.isPinned }
    let covered = pinned.map { header in
      let extent = geometry.headerExtent(of: header.section)
      return header.y + extent.upperBound - extent.lowerBound
    }
    let seen = geometry.rows(intersecting: offset + min(covered ?? 0, height)..<offset + height)
    return step < 0 ? seen.last : seen.first
  }
}
