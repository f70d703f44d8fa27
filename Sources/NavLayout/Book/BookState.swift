/// A book, independent of viewport sizes: its active page, and the leaf in the air.
///
/// Each viewer's `BookLayout` determines the pages visible beside the active one and the appearance of a leaf. A book
/// never queues requests: one that arrives while a leaf is in the air continues from the displayed state (D-9, PCQ-3).
package struct BookState: Hashable, Sendable {
  /// The active page, from 0, on which the book rests when no leaf is in the air.
  package internal(set) var current: Int
  /// The motion of the leaves.
  package internal(set) var motion: BookMotion?
  /// The current pan, which holds a leaf or may lift one.
  package internal(set) var pan: BookPan?

  package init(current: Int) {
    precondition(current >= 0, "cannot open a book at page \(current)")
    self.current = current
  }

  // MARK: Time

  /// Returns the leaf's motion in one kind of layout unless it is over.
  package func turn(of sides: BookSides, at now: Duration) -> BookTurn? {
    motion?.turns[sides]?.lasting(at: now)
  }

  /// Returns the leaf in the air in one kind of layout, in the frame at a time; nil if there is none.
  package func leaf(of sides: BookSides, at now: Duration) -> BookLeaf? {
    if let pan { return pan.leaves[sides] }
    return turn(of: sides, at: now).map { $0.leaf(atFrame: $0.frame(at: now)).leaf }
  }

  /// Returns the position between pages, in indices: a whole number at rest, and continuous over time.
  package func position(at now: Duration) -> Double {
    if let pan { return pan.position }
    return motion.map { $0.position(atFrame: $0.frame(at: now)) } ?? Double(current)
  }

  /// Returns the positions in the frame at a time and in the following frames, to rest.
  package func positions(at now: Duration) -> [Double] {
    guard pan == nil, let motion else { return [position(at: now)] }
    return (motion.frame(at: now)...motion.length).map(motion.position)
  }

  /// Removes a motion that is over, and returns its events.
  @discardableResult
  package mutating func settle(at now: Duration) -> [BookEvent] {
    guard let motion, !motion.isLasting(at: now) else { return [] }
    self.motion = nil
    return motion.end(isFinished: true)
  }

  // MARK: Programs

  /// Activates a page and turns a leaf to it, whatever the distance.
  ///
  /// A leaf in the air continues from its displayed share (D-9): to its side on which the page is, or first to its side
  /// that is nearer to the page, from where another leaf is lifted.
  ///
  /// - Parameters:
  ///   - page: the page's index.
  ///   - now: the time.
  ///   - isAnimated: whether a leaf turns; else the page is shown at once.
  /// - Returns: the outcome; a request that joins a running motion shares its completion.
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

  /// Returns the motion to a page in one kind of layout, from its displayed state; a motion that already leads to the
  /// page continues unchanged.
  private func turn(of sides: BookSides, to page: Int, at now: Duration) -> BookTurn? {
    if pan == nil, let running = turn(of: sides, at: now), running.target == sides.side(of: page) {
      return running
    }
    return BookTurn(leaf(of: sides, at: now), restingOn: current, to: page, sides, at: now)
  }

  /// Returns the effect of a request on the leaf of single pages.
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

  /// Replaces the pages and stays on the same one, by identity (PSQ-3).
  ///
  /// A leaf in the air lands at once.
  ///
  /// - Parameters:
  ///   - page: the new index of the active page; nil if it was removed: then the nearest index becomes active.
  ///   - count: the new number of pages, at least 1.
  /// - Returns: the events to report.
  @discardableResult
  package mutating func reload(keeping page: Int?, of count: Int) -> [BookEvent] {
    precondition(count > 0, "cannot show a book without pages")
    let events = interrupt()
    (current, motion, pan) = (min(max(0, page ?? current), count - 1), nil, nil)
    return events
  }

  /// Returns the events to report when another request interrupts.
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
