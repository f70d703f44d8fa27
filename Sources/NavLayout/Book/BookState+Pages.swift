import NavModel

/// Pages set by a program, validated as in the original implementation (PC-4, PC-5).
extension BookState {
  /// Shows pages: those visible after the transition (PC-5).
  ///
  /// - Parameters:
  ///   - pages: one page, or two: left and right, or the front to show and the back of the previously shown page
  ///     (PC-4). Nil is a blank half.
  ///   - style: the book's style.
  ///   - count: the number of the book's pages.
  ///   - isAnimated: whether the change is animated.
  ///   - now: the time.
  /// - Returns: the outcome.
  /// - Throws: for a wrong number of pages, a missing page to rest on (PCQ-4), or two pages that do not face one
  ///   another; the book is then unchanged (D-10).
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
