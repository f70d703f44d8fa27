import NavBase

/// The way in which the pages of a pager turn, without any viewport.
enum PagerTransition: Hashable, Sendable {
  /// Pages in a row, or, if not animated, pages that replace one another.
  case row(PagerState, isAnimated: Bool)
  /// The leaves of a book.
  case leaves(BookState)

  /// Creates a state at rest on a page.
  init(_ style: PagerStyle, on page: Int = 0) {
    self =
      switch style {
      case .slide: .row(PagerState(current: page), isAnimated: true)
      case .none: .row(PagerState(current: page), isAnimated: false)
      case .curl: .leaves(BookState(current: page))
      }
  }

  /// The active page, from 0.
  var current: Int {
    switch self {
    case .row(let row, _): row.current
    case .leaves(let book): book.current
    }
  }

  /// Whether a pan holds the pages.
  var isHeld: Bool {
    switch self {
    case .row(let row, _): row.pan != nil
    case .leaves(let book): book.pan != nil
    }
  }

  /// The last motion between the pages, running or ended: when it began, and the number of its last frame.
  var motion: (startedAt: Duration, length: Int)? {
    switch self {
    case .row(let row, _): row.motion.map { ($0.startedAt, $0.length) }
    case .leaves(let book): book.motion.map { ($0.startedAt, $0.length) }
    }
  }

  /// Returns the positions between the pages, in indices: in the frame of a moment, and in those that follow until it
  /// rests.
  func positions(at now: Duration) -> [Double] {
    switch self {
    case .row(let row, _):
      let frame = row.motion(at: now).map { $0.frame(at: now) }
      return [row.position(at: now)] + (frame.map { row.positions(from: $0) } ?? [])
    case .leaves(let book): return book.positions(at: now)
    }
  }

  mutating func settle(at now: Duration) {
    switch self {
    case .row(var row, let isAnimated):
      row.settle(at: now)
      self = .row(row, isAnimated: isAnimated)
    case .leaves(var book):
      book.settle(at: now)
      self = .leaves(book)
    }
  }

  /// Turns to a page, from whatever is visible now (D-9).
  mutating func turn(to page: Int, at now: Duration) {
    switch self {
    case .row(var row, let isAnimated):
      row.turn(to: page, at: now, isAnimated: isAnimated)
      self = .row(row, isAnimated: isAnimated)
    case .leaves(var book):
      book.turn(to: page, at: now)
      self = .leaves(book)
    }
  }

  /// Moves to a page, without a motion.
  mutating func restore(to page: Int) {
    switch self {
    case .row(_, let isAnimated): self = .row(PagerState(current: page), isAnimated: isAnimated)
    case .leaves: self = .leaves(BookState(current: page))
    }
  }

  // MARK: Pans

  /// Begins a pan: what moves stops where it is (SV-11).
  ///
  /// - Parameters:
  ///   - area: the pager as the panning viewer sees it.
  ///   - content: the pager.
  ///   - now: the time.
  mutating func beginPan(seenIn area: PagerArea, of content: PagerContent, at now: Duration) {
    switch (self, area.pages) {
    case (.row(var row, let isAnimated), _):
      row.beginPan(of: content.pages.count, bounces: content.scrolling.bounces, at: now)
      self = .row(row, isAnimated: isAnimated)
    case (.leaves(var book), .book(let layout)):
      book.beginPan(in: layout.sides, at: now)
      self = .leaves(book)
    case (.leaves, .row): preconditionFailure("cannot lay out one style as another")
    }
  }

  /// Handles the move of a pan.
  ///
  /// - Parameters:
  ///   - delta: its translation since it began, in pages, or for leaves in turn distances; positive reveals what comes
  ///     after.
  ///   - neighbours: the pages that the panning viewer's layout would turn to.
  mutating func pan(by delta: Double, between neighbours: PageNeighbours) {
    switch self {
    case .row(var row, let isAnimated):
      row.pan(by: delta)
      self = .row(row, isAnimated: isAnimated)
    case .leaves(var book):
      book.pan(by: delta, forward: neighbours.next, back: neighbours.previous)
      self = .leaves(book)
    }
  }

  /// Releases a pan.
  ///
  /// - Parameters:
  ///   - velocity: the reversed velocity of the pointer, in cells per second.
  ///   - area: the pager as the panning viewer sees it.
  ///   - content: the pager.
  ///   - now: the time.
  mutating func release(
    velocity: Double,
    seenIn area: PagerArea,
    of content: PagerContent,
    at now: Duration
  ) {
    switch (self, area.pages) {
    case (.row(var row, let isAnimated), .row(let layout)):
      guard let held = row.pan else { return }
      let page = layout.page(
        releasing: held,
        velocity: velocity,
        of: content.pages.count,
        flickPages: content.flickPages
      )
      row.release(
        to: page,
        velocity: velocity / Double(layout.pageDistance),
        at: now
      )
      self = .row(row, isAnimated: isAnimated)
    case (.leaves(var book), .book(let layout)):
      book.release(
        velocity: velocity / Double(layout.turnDistance),
        flickSpeed: layout.flickSpeed,
        isCancelled: false,
        at: now
      )
      self = .leaves(book)
    case (.row, .book), (.leaves, .row):
      preconditionFailure("cannot lay out one style as another")
    }
  }

  /// Cancels a pan.
  mutating func cancelPan(at now: Duration) {
    switch self {
    case .row(var row, let isAnimated):
      row.release(to: row.current, at: now)
      self = .row(row, isAnimated: isAnimated)
    case .leaves(var book):
      book.release(velocity: 0, flickSpeed: .infinity, isCancelled: true, at: now)
      self = .leaves(book)
    }
  }
}

/// The pages before and after a page in a layout; nil at the ends.
struct PageNeighbours: Hashable, Sendable {
  var previous: Int?
  var next: Int?
}
