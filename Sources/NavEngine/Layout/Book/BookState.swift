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

  /// Removes a motion that is over.
  package mutating func settle(at now: Duration) {
    if motion?.isLasting(at: now) == false { motion = nil }
  }

  // MARK: Programs

  /// Activates a page and turns a leaf to it, whatever the distance.
  ///
  /// A leaf in the air continues from its displayed share (D-9): to its side on which the page is, or first to its side
  /// that is nearer to the page, from where another leaf is lifted. A motion that already leads to the page continues.
  ///
  /// - Parameters:
  ///   - page: the page's index.
  ///   - now: the time.
  package mutating func turn(to page: Int, at now: Duration) {
    precondition(page >= 0, "cannot turn to page \(page)")
    settle(at: now)
    if motion != nil, page == current { return }
    let turns = BySides { turn(of: $0, to: page, at: now) }
    let next = BookMotion(turns, from: position(at: now), to: page, at: now)
    (current, pan) = (page, nil)
    motion = next.isLasting(at: now) ? next : nil
  }

  /// Returns the motion to a page in one kind of layout, from its displayed state; a motion that already leads to the
  /// page continues unchanged.
  private func turn(of sides: BookSides, to page: Int, at now: Duration) -> BookTurn? {
    if pan == nil, let running = turn(of: sides, at: now), running.target == sides.side(of: page) {
      return running
    }
    return BookTurn(leaf(of: sides, at: now), restingOn: current, to: page, sides, at: now)
  }
}

/// A leaf in the air, between two pages of the model.
package struct BookLeaf: Hashable, Sendable {
  /// The page that is visible while the leaf lies at share 0.
  package let lower: Int
  /// The page that is visible while the leaf lies at share 1; a later one than `lower`.
  package let upper: Int
  /// The progress of the turn from the lower page to the upper one, from 0 to 1.
  package var share: Double
  /// The number of the leaf's back, 0 or 1; it differs from that of the leaf that lands before this one is lifted.
  var back = 0

  package init(lower: Int, upper: Int, share: Double) {
    precondition(lower < upper, "cannot turn a leaf between pages \(lower) and \(upper)")
    precondition((0...1).contains(share), "cannot turn a share of \(share)")
    self.lower = lower
    self.upper = upper
    self.share = share
  }

  /// Creates a leaf that has not yet moved.
  init(lifting page: Int, to other: Int, back: Int) {
    self.init(lower: min(page, other), upper: max(page, other), share: page < other ? 0 : 1)
    self.back = back
  }

  /// The position between its pages, in indices.
  package var position: Double { Double(lower) + share * Double(upper - lower) }

  /// The page on which the leaf lies; nil if it is in the air.
  package var resting: Int? { share == 0 ? lower : share == 1 ? upper : nil }

  /// The page of which more is visible.
  var nearest: Int { share < 0.5 ? lower : upper }
}
