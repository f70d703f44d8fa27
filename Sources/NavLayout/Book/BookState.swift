/// A book without any size: which page is active, and the one leaf that is in the air.
///
/// Which pages are seen beside the active one, and how a leaf looks, is up to each viewer's
/// `BookLayout`. A book never queues: whatever is asked for while a leaf is in the air goes on from
/// what is shown (D-9, PCQ-3).
package struct BookState: Hashable, Sendable {
  /// The active page, from 0; the page that the book rests on once no leaf is in the air.
  package internal(set) var current: Int
  /// The leaf on its way.
  package internal(set) var turn: BookTurn?
  /// A finger that holds a leaf, or may lift one.
  package internal(set) var pan: BookPan?

  package init(current: Int) {
    precondition(current >= 0, "cannot open a book at page \(current)")
    self.current = current
  }

  // MARK: Time

  /// The motion while it lasts.
  package func motion(at now: Duration) -> BookTurn? {
    guard let turn, turn.frame(at: now) < turn.length else { return nil }
    return turn
  }

  /// The leaf in the air in the frame of a moment; nil where all lie.
  package func leaf(at now: Duration) -> BookLeaf? {
    if let pan { return pan.leaf }
    return motion(at: now).map { $0.leaf(atFrame: $0.frame(at: now)) }
  }

  /// Where the book is between its pages, in indices: a whole number at rest, and it never jumps.
  package func position(at now: Duration) -> Double {
    if let pan { return pan.position }
    return motion(at: now).map { $0.position(atFrame: $0.frame(at: now)) } ?? Double(current)
  }

  /// The same in the frames behind one of the motion, to rest; empty where nothing moves any more.
  package func positions(from frame: Int) -> [Double] {
    guard let turn, frame < turn.length else { return [] }
    return (max(0, frame)..<turn.length).map { turn.position(atFrame: $0 + 1) }
  }

  /// Forgets a motion that is over, and says so.
  @discardableResult
  package mutating func settle(at now: Duration) -> [BookEvent] {
    guard let turn, motion(at: now) == nil else { return [] }
    self.turn = nil
    return [turn.end(isFinished: true)]
  }

  /// Leaves out a motion for a viewport that was not there yet when it began.
  package mutating func skipMotion(begunBy time: Duration) {
    if let turn, turn.startedAt < time { self.turn = nil }
  }

  // MARK: Programs

  /// Makes a page active and turns one leaf to it, however far it is.
  ///
  /// While a leaf is in the air it goes on from the share that is shown (D-9): to either of its
  /// pages; to another target where that lies in the direction in which it went; for any other page
  /// a new leaf is lifted from the page that is seen most.
  ///
  /// - Parameters:
  ///   - page: its index.
  ///   - now: the time.
  ///   - isAnimated: whether a leaf turns; else the page is shown at once.
  /// - Returns: what was done about it; a request that joins a running motion shares its
  ///   completion.
  @discardableResult
  package mutating func turn(
    to page: Int,
    at now: Duration,
    isAnimated: Bool = true
  ) -> BookOutcome {
    precondition(page >= 0, "cannot turn to page \(page)")
    var events = settle(at: now)
    guard isAnimated else {
      return BookOutcome(status: .placed, events: events + place(on: page))
    }
    if turn != nil, page == current { return BookOutcome(status: .unchanged, events: events) }
    let leaf = leaf(at: now)
    let position = position(at: now)
    let isHeld = pan != nil
    events += interrupt()
    pan = nil
    guard let leaf else {
      if page == current {
        return BookOutcome(status: .unchanged, events: events + [.completion(finished: true)])
      }
      fly(BookLeaf(lifting: current, to: page), from: position, to: page, at: now)
      return BookOutcome(status: .started, events: events)
    }
    let origin = leaf.other(than: current)
    let isForward = (isHeld ? current : origin) == leaf.lower
    let status = fly(leaf, from: position, isForward: isForward, to: page, at: now)
    return BookOutcome(status: status, events: events)
  }

  /// Takes over other pages and stays on the same one, by identity (PSQ-3).
  ///
  /// A leaf in the air lies down at once.
  ///
  /// - Parameters:
  ///   - page: the index that the active page has now; nil where it has gone, then the nearest
  ///     index counts.
  ///   - count: how many pages there are now, at least one.
  /// - Returns: what has to be told.
  @discardableResult
  package mutating func reload(keeping page: Int?, of count: Int) -> [BookEvent] {
    precondition(count > 0, "cannot show a book without pages")
    let events = interrupt()
    (current, turn, pan) = (min(max(0, page ?? current), count - 1), nil, nil)
    return events
  }

  /// What has to be told when something else takes over.
  func interrupt() -> [BookEvent] {
    if let turn { return [turn.end(isFinished: false)] }
    guard pan?.pending != nil else { return [] }
    return [.didFinishAnimating(finished: false, previous: current, completed: false)]
  }

  private mutating func place(on page: Int) -> [BookEvent] {
    let events = interrupt()
    (current, turn, pan) = (page, nil, nil)
    return events + [.completion(finished: true)]
  }

  private mutating func fly(
    _ leaf: BookLeaf,
    from position: Double,
    isForward: Bool,
    to page: Int,
    at now: Duration
  ) -> BookStatus {
    if page == leaf.lower || page == leaf.upper {
      fly(leaf, from: position, to: page, at: now)
      return (page == leaf.upper) == isForward ? .retargeted : .reversed
    }
    if isForward ? page > leaf.lower : page < leaf.upper {
      let lower = isForward ? leaf.lower : page
      let upper = isForward ? page : leaf.upper
      let shown = BookLeaf(lower: lower, upper: upper, share: leaf.share)
      fly(shown, from: position, to: page, at: now)
      return .retargeted
    }
    let seen = leaf.share < 0.5 ? leaf.lower : leaf.upper
    fly(BookLeaf(lifting: seen, to: page), from: position, to: page, at: now)
    return .started
  }

  private mutating func fly(
    _ leaf: BookLeaf,
    from position: Double,
    to page: Int,
    at now: Duration
  ) {
    current = page
    turn = BookTurn(leaf, from: position, to: page, cause: .program, at: now)
  }
}
