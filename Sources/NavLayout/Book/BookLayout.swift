package import NavGeometry
package import NavText

/// A book in a room: one page or a spread of two, and to which page a viewer of it turns.
///
/// A room that is wide enough shows two pages wherever the book is bound (D-4, PC-8); a book with
/// its spine in the middle that has no room for them shows one page at a time, as if it were bound
/// at the left and single-sided, so that every page can be read.
package struct BookLayout: Hashable, Sendable {
  package let room: CellSize
  /// Where the leaves are bound in this room.
  package let spine: Spine
  /// Whether a leaf has another page on its back in this room.
  package let isDoubleSided: Bool

  /// - Parameters:
  ///   - room: what the book may fill.
  ///   - spine: where it is bound.
  ///   - isDoubleSided: whether a leaf has a page on its back.
  package init(room: CellSize, spine: Spine, isDoubleSided: Bool) {
    self.room = room
    let isWide =
      room.columns >= BookMetrics.leastColumns
      && room.columns >= BookMetrics.leastRatio * room.rows
    let isBroad = room.columns >= 2 * BookMetrics.leastPage + BookMetrics.spineWidth
    if isWide || (spine == .mid && isBroad) {
      self.spine = .mid
      self.isDoubleSided = true
    } else {
      self.spine = spine == .mid ? .min : spine
      self.isDoubleSided = spine != .mid && isDoubleSided
    }
  }

  package init(room: CellSize, style: BookStyle) {
    self.init(room: room, spine: style.spine, isDoubleSided: style.isDoubleSided)
  }

  package var isTwoUp: Bool { spine == .mid }

  /// What a leaf turns from and to here.
  package var sides: BookSides { isTwoUp ? .spreads : .pages }

  // MARK: Pages

  /// The columns of the left page of a spread; where there is an odd one, the right page has it.
  var leftColumns: Int { max(0, room.columns - BookMetrics.spineWidth) / 2 }

  /// Where a page rests in the book.
  func restingFrame(of index: Int) -> CellRect {
    guard isTwoUp else { return CellRect(room) }
    let right = leftColumns + BookMetrics.spineWidth
    return index.isMultiple(of: 2)
      ? CellRect(x: 0, y: 0, width: leftColumns, height: room.rows)
      : CellRect(x: right, y: 0, width: room.columns - right, height: room.rows)
  }

  /// The room of a page.
  package func pageSize(of index: Int) -> CellSize {
    let frame = restingFrame(of: index)
    return CellSize(columns: frame.width, rows: frame.height)
  }

  /// The columns that text is wrapped for: the same on both sides of a spread.
  package var textRoom: TextRoom { PageLayout.textRoom(forPageOf: pageSize(of: 0).columns) }

  /// The pages that are seen while the book rests on one of them, from left to right.
  package func restingPages(on index: Int, of count: Int) -> [Int] {
    isTwoUp ? BookSpread(of: index, count: count).pages : [index]
  }

  // MARK: Turning

  /// How many pages a turn goes on: what a viewer of this layout reads at once, and the back of a
  /// leaf (PC-9).
  package var step: Int { isTwoUp || isDoubleSided ? 2 : 1 }

  /// The page to which this layout turns; nil at the book's end (PCQ-2, PCQ-4).
  ///
  /// - Parameters:
  ///   - direction: which way.
  ///   - page: the active one.
  ///   - count: how many pages there are.
  /// - Returns: of two pages the left one, or the one on a leaf's front.
  package func page(_ direction: PagerDirection, from page: Int, of count: Int) -> Int? {
    precondition((0..<count).contains(page), "cannot turn from page \(page) of \(count)")
    let first = page - page % step
    switch direction {
    case .forward: return first + step < count ? first + step : nil
    case .reverse:
      // On a leaf's back, its front is in front of it; of a spread both are seen.
      if first < page, !isTwoUp { return first }
      return first > 0 ? first - step : nil
    }
  }

  package func next(from page: Int, of count: Int) -> Int? {
    self.page(.forward, from: page, of: count)
  }

  package func previous(from page: Int, of count: Int) -> Int? {
    self.page(.reverse, from: page, of: count)
  }

  /// Whether a leaf can be lifted at all (PCQ-2).
  package func canTurn(_ direction: PagerDirection, from page: Int, of count: Int) -> Bool {
    (0..<count).contains(page) && self.page(direction, from: page, of: count) != nil
  }

  // MARK: Fingers

  /// The columns over which a finger turns a leaf from one side to the other.
  package var turnDistance: Int { max(1, room.columns) }

  /// The speed beyond which a release turns the leaf, in rooms a second (SV-8).
  package var flickSpeed: Double {
    let unit = Constants.cells(columns: room.columns).scroll.horizontal
    return unit.flickSpeed / Double(turnDistance)
  }
}
