import NavLayout

/// How the pages of a pager follow one another, without any viewport.
enum PagerTurns: Hashable, Sendable {
  /// Pages that stand in a row, or, not animated, take one another's place.
  case row(PagerState, isAnimated: Bool)
  /// The leaves of a book.
  case leaves(BookState)

  /// At rest on a page.
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

  /// Whether a finger holds the pages.
  var isHeld: Bool {
    switch self {
    case .row(let row, _): row.pan != nil
    case .leaves(let book): book.pan != nil
    }
  }

  /// The motion of the place between the pages that runs or ran last: when it began, and the number of its last frame.
  var motion: (startedAt: Duration, length: Int)? {
    switch self {
    case .row(let row, _): row.motion.map { ($0.startedAt, $0.length) }
    case .leaves(let book): book.motion.map { ($0.startedAt, $0.length) }
    }
  }

  /// Where it is between its pages, in indices: in the frame of a moment, and in those that follow until it rests.
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

  /// Goes to a page, from whatever is in view now (D-9).
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

  /// Rests on a page at once.
  mutating func place(on page: Int) {
    switch self {
    case .row(_, let isAnimated): self = .row(PagerState(current: page), isAnimated: isAnimated)
    case .leaves: self = .leaves(BookState(current: page))
    }
  }

  // MARK: Fingers

  /// A finger comes down: what moves stops where it is (SV-11).
  ///
  /// - Parameters:
  ///   - room: the pager as who pans sees it.
  ///   - count: how many pages there are.
  ///   - now: the time.
  mutating func beginPan(seenIn room: PagerRoom, of count: Int, at now: Duration) {
    switch (self, room.pages) {
    case (.row(var row, let isAnimated), _):
      row.beginPan(of: count, at: now)
      self = .row(row, isAnimated: isAnimated)
    case (.leaves(var book), .book(let layout)):
      book.beginPan(in: layout.sides, at: now)
      self = .leaves(book)
    case (.leaves, .row): preconditionFailure("cannot lay out one style as another")
    }
  }

  /// The finger has moved.
  ///
  /// - Parameters:
  ///   - delta: its way since it came down, in pages, or for leaves in rooms; positive reveals what comes after.
  ///   - neighbours: the pages to which the layout of who pans would turn.
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

  /// The finger leaves.
  ///
  /// - Parameters:
  ///   - velocity: its own reversed, in cells a second; nil takes everything back.
  ///   - room: the pager as who pans sees it.
  ///   - count: how many pages there are.
  ///   - now: the time.
  mutating func release(
    velocity: Double?,
    seenIn room: PagerRoom,
    of count: Int,
    at now: Duration
  ) {
    switch (self, room.pages) {
    case (.row(var row, let isAnimated), .row(let layout)):
      guard let held = row.pan else { return }
      let page = velocity.map { layout.page(releasing: held, velocity: $0, of: count) }
      row.release(to: page ?? row.current, at: now)
      self = .row(row, isAnimated: isAnimated)
    case (.leaves(var book), .book(let layout)):
      book.release(
        velocity: (velocity ?? 0) / Double(layout.turnDistance),
        flickSpeed: layout.flickSpeed,
        isCancelled: velocity == nil,
        at: now
      )
      self = .leaves(book)
    case (.row, .book), (.leaves, .row):
      preconditionFailure("cannot lay out one style as another")
    }
  }

  /// Takes back what a finger holds.
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

/// The pages beside one in a layout; nil at the ends.
struct PageNeighbours: Hashable, Sendable {
  var previous: Int?
  var next: Int?
}
