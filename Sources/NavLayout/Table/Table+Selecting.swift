// The row that is selected (TW-7).

extension Table {
  /// Selects a row, in view or not: what was selected is so no more, even if it is the same row.
  ///
  /// Nothing changes for a row that can not be selected.
  ///
  /// - Parameters:
  ///   - index: the row.
  ///   - place: where it is shown then.
  /// - Returns: what happened: deselected, selected, scrolled.
  /// - Throws: for a row that is not there.
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
    // A row out of view gets the keys as soon as it comes into view (TW-2).
    awaitsFocus = true
    focus(number, &events)
    return events + reveal(number, place)
  }

  /// Takes the selection away.
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

  /// Selects the next row in a direction that can be selected; sections without rows and rows that
  /// can not be are passed over.
  ///
  /// Without a selection it begins with the first row in view, upwards with the last one.
  ///
  /// - Parameter direction: below 0 for upwards, else downwards.
  /// - Returns: what happened; nothing where no row is left.
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
    // What a pinned header hides is not in view.
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
