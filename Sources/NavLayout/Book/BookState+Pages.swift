/// Pages as a program hands them over, checked as the originals did (PC-4, PC-5).
extension BookState {
  /// Shows pages: those that are seen when the leaf lies (PC-5).
  ///
  /// - Parameters:
  ///   - pages: one, or two: left and right, or the front to show and the back of what was shown
  ///     before (PC-4). Nil is a blank half.
  ///   - style: how the book is bound.
  ///   - count: how many pages it has.
  ///   - isAnimated: whether a leaf turns.
  ///   - now: the time.
  /// - Returns: what was done about it.
  /// - Throws: a wrong number of pages, no page to rest on (PCQ-4), or two that do not face one
  ///   another; nothing changes then (D-10).
  @discardableResult
  package mutating func show(
    _ pages: [Int?],
    as style: BookStyle,
    of count: Int,
    isAnimated: Bool,
    at now: Duration
  ) throws(BookError) -> BookOutcome {
    try style.check(given: pages.count, isAnimated: isAnimated)
    guard let front = pages[0], (0..<count).contains(front) else {
      throw .noPage(given: pages[0], count: count)
    }
    if style.spine == .mid {
      let spread = BookSpread(of: front, count: count)
      guard pages == [spread.left, spread.right] else { throw .noSpread(left: spread.left) }
    }
    return turn(to: front, at: now, isAnimated: isAnimated)
  }
}
