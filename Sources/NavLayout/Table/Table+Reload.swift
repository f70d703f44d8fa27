// Changes of sizes and content, and dragging of rows.

extension Table {
  // MARK: Sizes

  /// Changes the viewport's height; the first visible row keeps its distance from the top (TW-5).
  package mutating func resize(to height: Double) -> [TableEvent] {
    self.height = max(0, height)
    guard isLaidOut else { return [] }
    offset = min(max(0, offset), maximumOffset)
    return [.didPlace(offset: offset)] + layout()
  }

  /// Changes the heights of the same rows, for example after a change of the width; cells are kept, and the first
  /// visible row keeps its distance from the top (TW-5, TW-6).
  package mutating func reloadLayout(_ content: [TableSection<Key>]) -> [TableEvent] {
    precondition(
      content.map { $0.rows.map(\.key) } == self.content.map { $0.rows.map(\.key) },
      "cannot lay out other rows without a reload"
    )
    let place = TablePlace(of: self)
    self.content = content
    geometry = TableGeometry(content, leading: geometry.leading)
    return restore(place.flatMap { $0.offset(in: geometry) { $0 } })
  }

  private mutating func restore(_ offset: Double?) -> [TableEvent] {
    guard isLaidOut else { return [] }
    self.offset = min(max(0, offset ?? self.offset), maximumOffset)
    return [.didPlace(offset: self.offset)] + layout()
  }

  // MARK: Content

  /// Replaces the content, and lays it out at once (TW-6).
  ///
  /// The selection follows its key; if the key was removed, the selection is cleared without an event (D-16). A dragged
  /// row stays dragged as long as its key exists.
  ///
  /// - Parameters:
  ///   - content: the sections from top to bottom.
  ///   - keeping: the position that is preserved.
  /// - Returns: the events, from `willReload` to `didReload`.
  package mutating func reload(
    _ content: [TableSection<Key>],
    keeping: TableKeeping = .firstRow
  ) -> [TableEvent] {
    var events: [TableEvent] = [.willReload]
    let place = TablePlace(of: self)
    let moves = TableMoves(from: self, to: content)
    recycleAll(moves, &events)
    selection = selection.flatMap { geometry.number(of: $0) }.flatMap(moves.newNumber).map(
      moves.geometry.index
    )
    self.content = content
    geometry = moves.geometry
    if let index = selection, !row(at: index).isSelectable { selection = nil }
    if selection == nil { awaitsFocus = false }
    rename()
    (headers, repeatedViews) = ([], [])
    events += restore(
      keeping == .firstRow ? place.flatMap { $0.offset(in: geometry, moves.newNumber) } : nil
    )
    events.append(.didReload)
    return events
  }

  /// Returns all cells to the pool, except that of a dragged row which still exists.
  private mutating func recycleAll(_ moves: TableMoves<Key>, _ events: inout [TableEvent]) {
    let number = dragged.flatMap { moves.newNumber($0) }
    let held = number == nil ? nil : dragged
    for gone in cells.keys.sorted() where gone != held { recycle(gone, &events) }
    let cell = held.flatMap { cells.removeValue(forKey: $0) }
    if let number, let cell { cells[number] = cell }
    dragged = number
  }

  /// Updates the row indices of the kept cells.
  private mutating func rename() {
    for (number, cell) in cells {
      let index = geometry.index(of: number)
      cells[number] = cell.showing(index, isSelected: index == selection)
    }
  }

  // MARK: Dragging

  /// Begins dragging a visible row; its cell is not reused until it is dropped (TW-2).
  package mutating func drag(_ index: TableIndex) throws(TableError) {
    guard let number = geometry.number(of: index), cells[number] != nil else {
      throw TableError(index: index)
    }
    dragged = number
  }

  /// Drops the dragged row.
  package mutating func drop() -> [TableEvent] {
    dragged = nil
    return layoutIfShown()
  }
}

/// The position that is preserved when content is reloaded (TW-5).
package enum TableKeeping: Hashable, Sendable {
  /// The first visible row at its distance from the top; if it was removed, the next visible one that still exists.
  case firstRow
  /// The distance from the content's top.
  case offset
}
