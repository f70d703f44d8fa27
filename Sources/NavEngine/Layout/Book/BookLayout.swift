package import NavBase

/// The layout of a book in an available size: one page or a spread of two, and the page to which a viewer turns.
///
/// A size that is wide enough shows two pages wherever the book is bound (D-4, PC-8). A book with its spine in the
/// middle that does not fit two pages shows one at a time, as if it were bound at the left and single-sided, so that
/// every page can be read.
package struct BookLayout: Hashable, Sendable {
  package let room: CellSize
  /// The position of the spine in this size.
  package let spine: Spine
  /// Whether a leaf has another page on its back in this size.
  package let isDoubleSided: Bool

  /// - Parameters:
  ///   - room: the size available to the book.
  ///   - spine: the book's own spine.
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

  package var isTwoUp: Bool { spine == .mid }

  /// The kind of sides between which a leaf turns.
  package var sides: BookSides { isTwoUp ? .spreads : .pages }

  // MARK: Pages

  /// The columns of the left page of a spread; an odd column belongs to the right page.
  var leftColumns: Int { max(0, room.columns - BookMetrics.spineWidth) / 2 }

  /// Returns a page's frame in the book at rest.
  func restingFrame(of index: Int) -> CellRect {
    guard isTwoUp else { return CellRect(room) }
    let right = leftColumns + BookMetrics.spineWidth
    return index.isMultiple(of: 2)
      ? CellRect(x: 0, y: 0, width: leftColumns, height: room.rows)
      : CellRect(x: right, y: 0, width: room.columns - right, height: room.rows)
  }

  /// Returns the size of a page.
  package func pageSize(of index: Int) -> CellSize {
    let frame = restingFrame(of: index)
    return CellSize(columns: frame.width, rows: frame.height)
  }

  /// The widths for which text is wrapped, equal on both sides of a spread.
  package var textRoom: TextWidthLimit { PageLayout.textRoom(forPageOf: pageSize(of: 0).columns) }

  /// Returns the pages that are visible while the book rests on one of them, from left to right.
  package func restingPages(on index: Int, of count: Int) -> [Int] {
    isTwoUp ? BookSpread(of: index, count: count).pages : [index]
  }

  // MARK: Turning

  /// The number of pages that a turn advances: the visible pages of a spread, or both sides of a leaf (PC-9).
  package var step: Int { isTwoUp || isDoubleSided ? 2 : 1 }

  /// Returns the page to which this layout turns; nil at the book's ends (PCQ-2, PCQ-4).
  ///
  /// - Parameters:
  ///   - direction: the direction of the turn.
  ///   - page: the active page.
  ///   - count: the number of pages.
  /// - Returns: the left page of a spread, or the page on a leaf's front.
  package func page(_ direction: PagerDirection, from page: Int, of count: Int) -> Int? {
    precondition((0..<count).contains(page), "cannot turn from page \(page) of \(count)")
    let first = page - page % step
    switch direction {
    case .forward: return first + step < count ? first + step : nil
    case .reverse:
      // From a leaf's back, the previous page is its front; of a spread both pages are visible.
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

  // MARK: Fingers

  /// The distance in columns over which a pan turns a leaf completely.
  package var turnDistance: Int { max(1, room.columns) }

  /// The speed above which a release turns the leaf, in widths of the book a second (SV-8).
  package var flickSpeed: Double {
    ScrollUnit.column.flickSpeed / Double(turnDistance)
  }
}

/// The metrics of a book in cells: the least size for a spread, the durations, and the darkness of a page's back.
package enum BookMetrics {
  /// The least width that shows two pages, in columns (D-4).
  package static let leastColumns = 100
  /// The least ratio of columns to rows that shows two pages (D-4).
  package static let leastRatio = 2
  /// The least width of a page in a book with its spine in the middle, in columns.
  package static let leastPage = 20
  /// The width of the spine between the two pages of a spread (AboutBooks).
  package static let spineWidth = 1
  /// The overlay on a leaf's back through which its front shows, of 255 (PC-3).
  package static let backOverlay = 76
  /// The duration of a turn in seconds, whatever the distance.
  package static let turnDuration = PagerState.turnDuration
}
