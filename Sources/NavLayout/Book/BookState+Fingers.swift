import NavGeometry

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
  /// - Returns: the events to report; for a caught leaf, the page that it came from is pending.
  @discardableResult
  package mutating func beginPan(in sides: BookSides = .pages, at now: Duration) -> [BookEvent] {
    var events = settle(at: now)
    let caught = BySides { sides in
      // A leaf that has landed on the active page is not caught.
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

  /// Moves the pan.
  ///
  /// The result depends only on the whole distance. Without a page to turn to, no leaf is lifted (PCQ-2).
  ///
  /// - Parameters:
  ///   - share: the distance since the pan began, in widths of the panning viewer's book; positive turns forward.
  ///   - forward: the page to which the panning viewer's layout turns forward; nil for none.
  ///   - back: the page to which it turns back; nil for none.
  /// - Returns: the events to report.
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

  /// Ends the pan: the leaf falls in the direction of a flick, else to the side past the middle of its turn.
  ///
  /// - Parameters:
  ///   - velocity: in widths of the book a second, positive forward.
  ///   - flickSpeed: the speed above which a release is a flick, in widths of the book a second (SV-8).
  ///   - isCancelled: whether the book returns to the active page (SN-19).
  ///   - now: the time.
  /// - Returns: the events to report now; the rest is returned by `settle(at:)`.
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
    // Without a held leaf, no event about one is reported.
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
    // A leaf that already lies flat does not move.
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

  /// Returns the active page after a leaf has landed on a side: the current one if it is on that side, else the page to
  /// which the leaf of single pages leads.
  private func page(on side: Int, of pan: BookPan) -> Int {
    let candidates = [current] + (pan.leaves[.pages].map { [$0.lower, $0.upper] } ?? [])
    return candidates.first { pan.sides.side(of: $0) == side } ?? side
  }
}
