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
  }

  /// How a leaf turns here; nil where both of its pages are on one spread, which does not move.
  func turn(of leaf: BookLeaf, of count: Int) -> Turn? {
    switch spine {
    case .min:
      let back = leaf.lower + 1
      let hasBack = isDoubleSided && back < leaf.upper
      return Turn(front: leaf.lower, back: hasBack ? back : nil, below: [leaf.upper])
    case .max:
      let back = leaf.upper - 1
      let hasBack = isDoubleSided && back > leaf.lower
      return Turn(front: leaf.upper, back: hasBack ? back : nil, below: [leaf.lower])
    case .mid:
      let lower = BookSpread(of: leaf.lower, count: count)
      let upper = BookSpread(of: leaf.upper, count: count)
      guard lower != upper, let front = lower.right else { return nil }
      return Turn(
        front: front,
        back: upper.left,
        below: [lower.left] + (upper.right.map { [$0] } ?? [])
      )
    }
  }

  /// Whether a leaf moves by itself in this layout.
  ///
  /// A turn from one page of a spread to the other is none here.
  package func isMoving(_ book: BookState, at now: Duration, of count: Int) -> Bool {
    guard book.pan == nil, let leaf = book.leaf(at: now) else { return false }
    return turn(of: leaf, of: count) != nil
  }

  /// The pages that are seen from a moment on, at rest included.
  ///
  /// - Parameters:
  ///   - book: the model.
  ///   - now: the time.
  ///   - count: how many pages there are.
  /// - Returns: their indices, ascending.
  package func shownPages(_ book: BookState, at now: Duration, of count: Int) -> [Int] {
    var pages = restingPages(on: book.current, of: count)
    if let leaf = book.leaf(at: now), let turn = turn(of: leaf, of: count) {
      pages += [turn.front] + turn.below + (turn.back.map { [$0] } ?? [])
    }
    return Set(pages).sorted()
  }
}
