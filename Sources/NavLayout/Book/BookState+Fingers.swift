import NavGeometry

/// Fingers on a book: one lifts a leaf, holds it, and lets it fall to either side.
extension BookState {
  /// A finger comes down: a leaf in the air stops where it is (SV-11).
  ///
  /// Where the layout of the finger shows none, the leaves of other layouts stop all the same and
  /// stay until it has gone.
  ///
  /// - Parameters:
  ///   - sides: the kind of layout in which it is.
  ///   - now: the time.
  /// - Returns: what has to be told; of a leaf that is caught, the page where it came from is
  ///   pending.
  @discardableResult
  package mutating func beginPan(in sides: BookSides = .pages, at now: Duration) -> [BookEvent] {
    var events = settle(at: now)
    let caught = BySides { sides in
      // A leaf that has come to lie on the active page is in nobody's way.
      leaf(of: sides, at: now).flatMap { $0.resting == sides.side(of: current) ? nil : $0 }
    }
    let start = position(at: now)
    events += interrupt()
    motion = nil
    pan = BookPan(in: sides, catching: caught, at: start)
    pan?.pending = caught[sides].map { $0.other(than: sides.side(of: current)) }
    if let pending = pan?.pending { events.append(.willTransition(pending: pending)) }
    return events
  }

  /// The finger has moved.
  ///
  /// What is shown depends on the whole way alone. Where there is no page to turn to nothing is
  /// lifted (PCQ-2).
  ///
  /// - Parameters:
  ///   - share: its way since the pan began, in rooms of who pans; positive turns forward.
  ///   - forward: the page to which the layout of who pans would turn, behind the active one; nil
  ///     for none.
  ///   - back: the same in front of it.
  /// - Returns: what has to be told.
  @discardableResult
  package mutating func pan(by share: Double, forward: Int?, back: Int?) -> [BookEvent] {
    precondition(!share.isNaN, "cannot pan by no number")
    guard let pan else { return [] }
    let leaves = BySides { sides in
      held(by: pan, sides, share: share, forward: forward, back: back)
    }
    self.pan?.leaves = leaves
    let pending = self.pan?.leaf?.other(than: pan.sides.side(of: current))
    guard let pending, pending != pan.pending else { return [] }
    self.pan?.pending = pending
    var events: [BookEvent] = []
    if pan.pending != nil { events.append(putBack) }
    return events + [.willTransition(pending: pending)]
  }

  /// The finger leaves: the leaf falls to the side of a flick, else where it has more than half of
  /// its way.
  ///
  /// - Parameters:
  ///   - velocity: in rooms a second, positive forward.
  ///   - flickSpeed: the speed beyond which it counts, in rooms a second (SV-8).
  ///   - isCancelled: whether everything goes back to the active page (SN-19).
  ///   - now: the time.
  /// - Returns: what has to be told now; the rest comes with `settle(at:)`.
  @discardableResult
  package mutating func release(
    velocity: Double,
    flickSpeed: Double,
    isCancelled: Bool,
    at now: Duration
  ) -> [BookEvent] {
    guard let pan else { return [] }
    let previous = current
    if !isCancelled, let leaf = pan.leaf {
      current = page(on: landing(leaf, velocity: velocity, flickSpeed: flickSpeed), of: pan)
    }
    let turns = BySides { sides in
      BookTurn(pan.leaves[sides], restingOn: previous, to: current, sides, at: now)
    }
    let cause = BookMotion.Cause.gesture(previous: previous, isCompleted: current != previous)
    // Who holds no leaf is told of none.
    let isHolding = pan.leaf != nil && pan.pending != nil
    let told = !isHolding && pan.pending != nil ? [putBack] : []
    let fall = BookMotion(
      turns,
      from: pan.position,
      to: current,
      cause: isHolding ? cause : .nobody,
      at: now
    )
    self.pan = nil
    // A leaf that lies already has nowhere to fall.
    guard fall.isLasting(at: now) else { return told + fall.end(isFinished: true) }
    motion = fall
    return told
  }

  private var putBack: BookEvent {
    .didFinishAnimating(finished: true, previous: current, completed: false)
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

  /// The page that is active when a leaf has landed on a side: the active one if it lies there, else
  /// the one to which the leaf of single pages leads.
  private func page(on side: Int, of pan: BookPan) -> Int {
    let candidates = [current] + (pan.leaves[.pages].map { [$0.lower, $0.upper] } ?? [])
    return candidates.first { pan.sides.side(of: $0) == side } ?? side
  }
}
