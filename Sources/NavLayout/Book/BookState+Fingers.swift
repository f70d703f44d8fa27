import NavGeometry

/// Fingers on a book: one lifts a leaf, holds it, and lets it fall to either side.
extension BookState {
  /// A finger comes down: a leaf in the air stops where it is (SV-11).
  ///
  /// - Returns: what has to be told; of a leaf that is caught, the page where it came from is
  ///   pending.
  @discardableResult
  package mutating func beginPan(at now: Duration) -> [BookEvent] {
    var events = settle(at: now)
    let caught = leaf(at: now)
    let start = position(at: now)
    events += interrupt()
    turn = nil
    pan = BookPan(caught: caught, start: start, leaf: caught)
    if let caught { pan?.pending = caught.other(than: current) }
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
    let leaf = held(by: pan, share: share, forward: forward, back: back)
    self.pan?.leaf = leaf
    let pending = leaf?.other(than: current)
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
    self.pan = nil
    guard let leaf = pan.leaf else { return pan.pending == nil ? [] : [putBack] }
    let previous = current
    if !isCancelled {
      current = landing(leaf, velocity: velocity, flickSpeed: flickSpeed)
    }
    let cause = BookTurn.Cause.gesture(previous: previous, isCompleted: current != previous)
    let fall = BookTurn(leaf, from: pan.position, to: current, cause: cause, at: now)
    // A leaf that lies already has nowhere to fall.
    if leaf.share == fall.curve.target { return [fall.end(isFinished: true)] }
    turn = fall
    return []
  }

  private var putBack: BookEvent {
    .didFinishAnimating(finished: true, previous: current, completed: false)
  }

  private func held(by pan: BookPan, share: Double, forward: Int?, back: Int?) -> BookLeaf? {
    if var leaf = pan.caught {
      leaf.share = min(max(0, leaf.share + share), 1)
      return leaf
    }
    if share > 0, let forward {
      return BookLeaf(lower: current, upper: forward, share: min(share, 1))
    }
    if share < 0, let back {
      return BookLeaf(lower: back, upper: current, share: max(0, 1 + share))
    }
    return nil
  }

  private func landing(_ leaf: BookLeaf, velocity: Double, flickSpeed: Double) -> Int {
    if velocity > flickSpeed { return leaf.upper }
    if velocity < -flickSpeed { return leaf.lower }
    return leaf.share == 0.5 ? current : leaf.share > 0.5 ? leaf.upper : leaf.lower
  }
}
