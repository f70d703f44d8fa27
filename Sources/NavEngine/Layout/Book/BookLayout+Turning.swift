import NavBase

/// The pages that take part in a turn, and their roles.
extension BookLayout {
  /// The parts of a turn; nil pages are blank.
  struct Turn: Hashable {
    /// The page on the leaf's front, visible until the leaf is turned.
    var front: Int
    /// The page on the leaf's back; nil if the front shows through.
    var back: Int?
    /// The unmoving pages below the leaf.
    var below: [Int]
    /// The number of the container of the back through which the front shows, 0 or 1.
    var number = 0

    /// All pages of the turn.
    var pages: [Int] { [front] + below + (back.map { [$0] } ?? []) }
  }

  /// Returns the parts of a turn in this layout.
  ///
  /// - Parameters:
  ///   - lower: the page that is visible at share 0; of a spread the left one.
  ///   - upper: the page that is visible at share 1.
  ///   - count: the number of pages.
  /// - Returns: the turn; nil if both pages are on the same spread, which does not move.
  func turn(from lower: Int, to upper: Int, of count: Int) -> Turn? {
    switch spine {
    case .min:
      let back = lower + 1
      return Turn(front: lower, back: isDoubleSided && back < upper ? back : nil, below: [upper])
    case .max:
      let back = upper - 1
      return Turn(front: upper, back: isDoubleSided && back > lower ? back : nil, below: [lower])
    case .mid:
      let lower = BookSpread(of: lower, count: count)
      let upper = BookSpread(of: upper, count: count)
      guard lower != upper, let front = lower.right else { return nil }
      return Turn(
        front: front,
        back: upper.left,
        below: [lower.left] + (upper.right.map { [$0] } ?? [])
      )
    }
  }

  /// Returns the parts of a leaf's turn.
  func turn(of leaf: BookLeaf, of count: Int) -> Turn? {
    var turn = turn(from: leaf.lower, to: leaf.upper, of: count)
    turn?.number = leaf.back
    return turn
  }

  /// Returns the leaf's motion in this layout; nil if it is over, or during a pan.
  package func motion(_ book: BookState, at now: Duration) -> BookTurn? {
    book.pan == nil ? book.turn(of: sides, at: now) : nil
  }

  /// Returns the pages that are visible at a time or later, including at rest.
  ///
  /// - Parameters:
  ///   - book: the model.
  ///   - now: the time.
  ///   - count: the number of pages.
  /// - Returns: the pages' indices, ascending.
  package func shownPages(_ book: BookState, at now: Duration, of count: Int) -> [Int] {
    let trajectory = BookTrajectory(book, in: self, at: now, of: count)
    return Set(trajectory.turns.flatMap(\.pages) + trajectory.restingPages).sorted()
  }
}
