import NavBase

/// Pans of a book: a finger lifts a leaf, holds it, and lets it fall to either side.
extension BookState {
  /// Begins a pan: a leaf in the air stops at its current position (SV-11).
  ///
  /// Leaves of the other kind of layout stop too, even if the panning viewer's layout shows none, and stay until the
  /// pan ends.
  ///
  /// - Parameters:
  ///   - sides: the kind of layout of the panning viewer.
  ///   - now: the time.
  package mutating func beginPan(in sides: BookSides = .pages, at now: Duration) {
    settle(at: now)
    let caught = BySides { sides in
      // A leaf that has landed on the active page is not caught.
      leaf(of: sides, at: now).flatMap { $0.resting == sides.side(of: current) ? nil : $0 }
    }
    pan = BookPan(in: sides, catching: caught, at: position(at: now))
    motion = nil
  }

  /// Moves the pan.
  ///
  /// The result depends only on the whole distance. Without a page to turn to, no leaf is lifted (PCQ-2).
  ///
  /// - Parameters:
  ///   - share: the distance since the pan began, in widths of the panning viewer's book; positive turns forward.
  ///   - forward: the page to which the panning viewer's layout turns forward; nil for none.
  ///   - back: the page to which it turns back; nil for none.
  package mutating func pan(by share: Double, forward: Int?, back: Int?) {
    precondition(!share.isNaN, "cannot pan by no number")
    guard var pan else { return }
    pan.leaves = BySides { [pan] sides in
      held(by: pan, sides, share: share, forward: forward, back: back)
    }
    self.pan = pan
  }

  /// Ends the pan: the leaf falls in the direction of a flick, else to the side past the middle of its turn.
  ///
  /// - Parameters:
  ///   - velocity: in widths of the book a second, positive forward.
  ///   - flickSpeed: the speed above which a release is a flick, in widths of the book a second (SV-8).
  ///   - isCancelled: whether the book returns to the active page (SN-19).
  ///   - now: the time.
  package mutating func release(
    velocity: Double,
    flickSpeed: Double,
    isCancelled: Bool,
    at now: Duration
  ) {
    guard let pan else { return }
    let previous = current
    if !isCancelled, let leaf = pan.leaf {
      current = page(on: landing(leaf, velocity: velocity, flickSpeed: flickSpeed), of: pan)
    }
    let turns = BySides { sides in
      BookTurn(pan.leaves[sides], restingOn: previous, to: current, sides, at: now)
    }
    let fall = BookMotion(turns, from: pan.position, to: current, at: now)
    self.pan = nil
    // A leaf that already lies flat does not move.
    motion = fall.isLasting(at: now) ? fall : nil
  }

  private func held(
    by pan: BookPan,
    _ sides: BookSides,
    share: Double,
    forward: Int?,
    back: Int?
  ) -> BookLeaf? {
    let isCaught = pan.caught[pan.sides] != nil
    if var leaf = pan.caught[sides] {
      if isCaught { leaf.share = min(max(0, leaf.share + share), 1) }
      return leaf
    }
    if isCaught { return nil }
    let side = sides.side(of: current)
    if share > 0, let upper = forward.map(sides.side), upper > side {
      return BookLeaf(lower: side, upper: upper, share: min(share, 1))
    }
    if share < 0, let lower = back.map(sides.side), lower < side {
      return BookLeaf(lower: lower, upper: side, share: max(0, 1 + share))
    }
    return nil
  }

  private func landing(_ leaf: BookLeaf, velocity: Double, flickSpeed: Double) -> Int {
    if velocity > flickSpeed { return leaf.upper }
    if velocity < -flickSpeed { return leaf.lower }
    let active = pan.map { $0.sides.side(of: current) } ?? current
    let isActive = active == leaf.lower || active == leaf.upper
    return leaf.share == 0.5 && isActive ? active : leaf.share > 0.5 ? leaf.upper : leaf.lower
  }

  /// Returns the active page after a leaf has landed on a side: the current one if it is on that side, else the page to
  /// which the leaf of single pages leads.
  private func page(on side: Int, of pan: BookPan) -> Int {
    let candidates = [current] + (pan.leaves[.pages].map { [$0.lower, $0.upper] } ?? [])
    return candidates.first { pan.sides.side(of: $0) == side } ?? side
  }
}
