// Other sizes, other content, and rows that are dragged.

extension Table {
  // MARK: Sizes

  /// Gives the viewport another height; the first row in view keeps its distance from the top
  /// (TW-5).
  package mutating func resize(to height: Double) -> [TableEvent] {
    self.height = max(0, height)
    guard isLaidOut else { return [] }
    offset = min(max(0, offset), maximumOffset)
    return [.didPlace(offset: offset)] + layout()
  }

  /// Gives the same rows other heights, as another width does; cells stay, and the first row in
  /// view keeps its distance from the top (TW-5, TW-6).
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

  // MARK: Other content

  /// Puts other content in place of what there is, and lays it out at once (TW-6).
  ///
  /// The selection goes with its key; one of which the key has gone is none, without an event
  /// (D-16). A dragged row stays dragged as long as its key is there.
  ///
  /// - Parameters:
  ///   - content: sections from top to bottom.
  ///   - keeping: what stays where it is.
  /// - Returns: what happened, from `willReload` to `didReload`.
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

  /// Gives all cells back but that of a dragged row which is still there.
  private mutating func recycleAll(_ moves: TableMoves<Key>, _ events: inout [TableEvent]) {
    let number = dragged.flatMap { moves.newNumber($0) }
    let held = number == nil ? nil : dragged
    for gone in cells.keys.sorted() where gone != held { recycle(gone, &events) }
    let cell = held.flatMap { cells.removeValue(forKey: $0) }
    if let number, let cell { cells[number] = cell }
    dragged = number
  }

  /// Tells the cells that were kept which row they show now.
  private mutating func rename() {
    for (number, cell) in cells {
      let index = geometry.index(of: number)
      cells[number] = cell.showing(index, isSelected: index == selection)
    }
  }

  // MARK: Dragging

  /// Takes a row that is in view; its cell is not used for another one until it is dropped (TW-2).
  package mutating func drag(_ index: TableIndex) throws(TableError) {
    guard let number = geometry.number(of: index), cells[number] != nil else {
      throw TableError(index: index)
    }
    dragged = number
  }

  /// Lets go of it.
  package mutating func drop() -> [TableEvent] {
    dragged = nil
    return layoutIfShown()
  }
}

/// What stays where it is when content is reloaded (TW-5).
package enum TableKeeping: Hashable, Sendable {
  /// The first row in view at its distance from the top; if it has gone, the next one in view that
  /// has not.
  case firstRow
  /// The distance from the content's top.
  case offset
}
