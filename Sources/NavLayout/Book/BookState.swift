/// A book without any size: which page is active, and the leaf that is in the air.
///
/// Which pages are seen beside the active one, and how a leaf looks, is up to each viewer's
/// `BookLayout`. A book never queues: whatever is asked for while a leaf is in the air goes on from
/// what is shown (D-9, PCQ-3).
package struct BookState: Hashable, Sendable {
  /// The active page, from 0; the page that the book rests on once no leaf is in the air.
  package internal(set) var current: Int
  /// The leaves on their way.
  package internal(set) var motion: BookMotion?
  /// A finger that holds a leaf, or may lift one.
  package internal(set) var pan: BookPan?

  package init(current: Int) {
    precondition(current >= 0, "cannot open a book at page \(current)")
    self.current = current
  }

  // MARK: Time

  /// The way of the leaf of one kind of layout while it lasts.
  package func turn(of sides: BookSides, at now: Duration) -> BookTurn? {
    motion?.turns[sides]?.lasting(at: now)
  }

  /// The leaf that is in the air in one kind of layout in the frame of a moment; nil where all lie.
  package func leaf(of sides: BookSides, at now: Duration) -> BookLeaf? {
    if let pan { return pan.leaves[sides] }
    return turn(of: sides, at: now).map { $0.leaf(atFrame: $0.frame(at: now)).leaf }
  }

  /// Where the book is between its pages, in indices: a whole number at rest, and it never jumps.
  package func position(at now: Duration) -> Double {
    if let pan { return pan.position }
    return motion.map { $0.position(atFrame: $0.frame(at: now)) } ?? Double(current)
  }

  /// The same in the frame of a moment and in those that follow, to rest.
  package func positions(at now: Duration) -> [Double] {
    guard pan == nil, let motion else { return [position(at: now)] }
    return (motion.frame(at: now)...motion.length).map(motion.position)
  }

  /// Forgets a motion that is over, and says so.
  @discardableResult
  package mutating func settle(at now: Duration) -> [BookEvent] {
    guard let motion, !motion.isLasting(at: now) else { return [] }
    self.motion = nil
    return motion.end(isFinished: true)
  }

  // MARK: Programs

  /// Makes a page active and turns a leaf to it, however far it is.
  ///
  /// While a leaf is in the air it goes on from the share that is shown (D-9): to the side of it on
  /// which the page lies, or first to the side that is nearer to the page, from where another leaf
  /// is lifted.
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
    if motion != nil, page == current { return BookOutcome(status: .unchanged, events: events) }
    let status = status(ofTurnTo: page, at: now)
    let turns = BySides { turn(of: $0, to: page, at: now) }
    let position = position(at: now)
    events += interrupt()
    (current, motion, pan) = (page, nil, nil)
    let next = BookMotion(turns, from: position, to: page, cause: .program, at: now)
    guard next.isLasting(at: now) else {
      return BookOutcome(status: status, events: events + [.completion(finished: true)])
    }
    motion = next
    return BookOutcome(status: status, events: events)
  }

  /// The way of one kind of layout to a page, from what it shows; one that leads there already goes
  /// on as it does.
  private func turn(of sides: BookSides, to page: Int, at now: Duration) -> BookTurn? {
    if pan == nil, let running = turn(of: sides, at: now), running.target == sides.side(of: page) {
      return running
    }
    return BookTurn(leaf(of: sides, at: now), restingOn: current, to: page, sides, at: now)
  }

  /// What a request does with the leaf of single pages.
  private func status(ofTurnTo page: Int, at now: Duration) -> BookStatus {
    guard let leaf = leaf(of: .pages, at: now), leaf.resting == nil else {
      return page == current ? .unchanged : .started
    }
    let origin = pan == nil ? leaf.other(than: current) : current
    let isForward = origin == leaf.lower
    if page == leaf.lower || page == leaf.upper {
      return (page == leaf.upper) == isForward ? .retargeted : .reversed
    }
    return (isForward ? page > leaf.lower : page < leaf.upper) ? .retargeted : .started
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
    (current, motion, pan) = (min(max(0, page ?? current), count - 1), nil, nil)
    return events
  }

  /// What has to be told when something else takes over.
  func interrupt() -> [BookEvent] {
    if let motion { return motion.end(isFinished: false) }
    guard pan?.pending != nil else { return [] }
    return [.didFinishAnimating(finished: false, previous: current, completed: false)]
  }

  private mutating func place(on page: Int) -> [BookEvent] {
    let events = interrupt()
    (current, motion, pan) = (page, nil, nil)
    return events + [.completion(finished: true)]
  }
}
