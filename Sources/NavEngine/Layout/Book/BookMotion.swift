import NavBase

/// A book's motion to its active page: the leaves of both kinds of layouts, and the published position.
package struct BookMotion: Hashable, Sendable {
  /// The position between pages over seconds, in indices: it continues from the previous position (D-9).
  private let index: EaseOut
  /// The time of the last request; a leaf that already moved to the right side began earlier.
  package let startedAt: Duration
  var turns: BySides<BookTurn?>

  /// - Parameters:
  ///   - turns: the leaves' motions; nil for a kind of layout in which nothing moves.
  ///   - position: the current position between pages.
  ///   - page: the page to rest on.
  ///   - now: the time.
  init(
    _ turns: BySides<BookTurn?>,
    from position: Double,
    to page: Int,
    at now: Duration
  ) {
    self.turns = turns
    index = EaseOut(from: position, to: Double(page), duration: BookMetrics.turnDuration)
    startedAt = now
  }

  /// Returns whether anything still moves.
  func isLasting(at now: Duration) -> Bool {
    frame(at: now) < length || BookSides.allCases.contains { turns[$0]?.lasting(at: now) != nil }
  }

  // MARK: Position

  /// The number of the frame in which the position reaches the active page.
  package var length: Int { index.start == index.target ? 0 : BookTurn.frames }

  func frame(at now: Duration) -> Int { min(FrameTime.frame(at: now - startedAt), length) }

  /// Returns the position between pages in a frame, in indices.
  func position(atFrame frame: Int) -> Double {
    frame >= length ? index.target : index.position(at: FrameTime.seconds(of: frame))
  }
}

/// A pan of a book.
package struct BookPan: Hashable, Sendable {
  /// The kind of layout of the panning viewer.
  let sides: BookSides
  /// The leaves in the air when the pan began, with their state at that time.
  let caught: BySides<BookLeaf?>
  /// The position between pages when the pan began, in indices.
  let start: Double
  /// The leaves that the pan holds; nil if none is lifted.
  var leaves: BySides<BookLeaf?>

  init(in sides: BookSides, catching caught: BySides<BookLeaf?>, at start: Double) {
    self.sides = sides
    self.caught = caught
    self.start = start
    leaves = caught
  }

  /// The leaf held in the panning viewer's layout.
  package var leaf: BookLeaf? { leaves[sides] }

  /// The position between pages, in indices; with a caught leaf it continues from the position at the pan's beginning.
  var position: Double {
    guard let leaf else { return start }
    guard let caught = caught[sides] else {
      // The position counts pages, but a spread's leaf leads from and to left pages only.
      let counted = caught[.pages] == nil ? leaves[.pages] ?? leaf : leaf
      return counted.position
    }
    let range = min(start, Double(leaf.lower))...max(start, Double(leaf.upper))
    let moved = start + leaf.position - caught.position
    return min(max(range.lowerBound, moved), range.upperBound)
  }
}
