/// Which pages take part in a turn, and in what role.
extension BookLayout {
  /// The parts of a turn; nil pages are blank.
  struct Turn: Hashable {
    /// The page on the leaf's front: what lies flat until it is turned.
    var front: Int
    /// The page on its back; nil where the front shines through.
    var back: Int?
    /// Pages that stand still below the leaf.
    var below: [Int]
    /// Which container has the back through which the front is seen, 0 or 1.
    var number = 0

    /// All of them.
    var pages: [Int] { [front] + below + (back.map { [$0] } ?? []) }
  }

  /// How a leaf turns here.
  ///
  /// - Parameters:
  ///   - lower: the page that is seen where it lies at share 0; of a spread the left one.
  ///   - upper: the page where it lies at share 1.
  ///   - count: how many pages there are.
  /// - Returns: nil where both pages are on one spread, which does not move.
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

  /// The same of a leaf.
  func turn(of leaf: BookLeaf, of count: Int) -> Turn? {
    var turn = turn(from: leaf.lower, to: leaf.upper, of: count)
    turn?.number = leaf.back
    return turn
  }

  /// The leaf's way by itself in this layout while it lasts; nil where none moves, or a finger has
  /// it.
  package func motion(_ book: BookState, at now: Duration) -> BookTurn? {
    book.pan == nil ? book.turn(of: sides, at: now) : nil
  }

  /// The pages that are seen from a moment on, at rest included.
  ///
  /// - Parameters:
  ///   - book: the model.
  ///   - now: the time.
  ///   - count: how many pages there are.
  /// - Returns: their indices, ascending.
  package func shownPages(_ book: BookState, at now: Duration, of count: Int) -> [Int] {
    let way = BookWay(book, in: self, at: now, of: count)
    return Set(way.turns.flatMap(\.pages) + way.restingPages).sorted()
  }
}
