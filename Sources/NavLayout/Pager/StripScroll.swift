import NavGeometry

/// How far a finger has moved the strip of a pager's header, without any viewport.
///
/// As long as no finger has moved it the strip is centred on the current page, each viewer's in its own width. After
/// that it is shifted from there by so many columns, for every viewer the same number; what a viewer has no columns
/// for is not shifted further (architecture.md, decision 2: a pan). Any change of the current page ends that: the strip
/// goes back to be centred, as the page turns.
package struct StripScroll: Hashable, Sendable {
  /// Seconds that a released strip takes to its rest, as a turn of the page.
  package static let duration = PagerMetrics.cells.turnDuration

  private var phase = Phase.centred
  /// The shift to which a pan that is taken back leads.
  private var before = 0.0

  private enum Phase: Hashable {
    case centred
    case resting(at: Double)
    /// Under a finger that came when the strip was at another place.
    case held(at: StripPlace, from: StripPlace)
    case moving(StripMotion)
    /// Back to where it is centred, while the pages move: from where it stood while it counted from a place between
    /// the pages, as an index.
    case returning(StripMotion, from: Double)
  }

  package init() {}

  /// Left so many columns from where the active page would have it.
  package init(restingAt shift: Double) {
    rest(at: shift)
  }

  // MARK: Where it is

  /// Where it stands; while it returns, where it began to.
  private func place(at now: Duration) -> StripPlace {
    switch phase {
    case .centred: StripPlace(0)
    case .resting(let shift): StripPlace(shift)
    case .held(let place, _): place
    case .moving(let motion): motion.place(atFrame: motion.frame(at: now))
    case .returning(let motion, _): motion.start
    }
  }

  /// The cells that are scrolled out in a viewer's layout.
  ///
  /// - Parameters:
  ///   - header: the layout.
  ///   - position: where the pages are, in indices.
  ///   - now: the time.
  /// - Returns: an offset, beyond the legal ones while a finger pulls it there or it comes back.
  package func offset(
    in header: PagerHeaderLayout,
    whilePagesAreAt position: Double,
    at now: Duration
  ) -> Double {
    guard case .returning(let motion, let base) = phase else {
      return header.offset(of: place(at: now), whilePagesAreAt: position)
    }
    // It begins where it was seen, wherever the pages are by now: what was pulled beyond an end is there still.
    let start = header.offset(of: motion.start, whilePagesAreAt: base)
    let centred = header.offset(at: position)
    return start + motion.share(atFrame: motion.frame(at: now)) * (centred - start)
  }

  /// The place under a finger, and the one at which it came; nil without one.
  package var held: (place: StripPlace, start: StripPlace)? {
    if case .held(let place, let start) = phase { (place, start) } else { nil }
  }

  /// Whether it goes along with pages that move; else it is shifted from where it will be centred at last.
  package var followsPages: Bool {
    switch phase {
    case .centred, .returning: true
    case .resting, .held, .moving: false
    }
  }

  /// Whether it is centred, and nothing moves or holds it.
  package var isCentred: Bool { phase == .centred }

  /// Whether a finger holds it.
  package var isHeld: Bool { held != nil }

  /// What moves it by itself, over columns.
  package var motion: StripMotion? {
    switch phase {
    case .centred, .resting, .held: nil
    case .moving(let motion), .returning(let motion, _): motion
    }
  }

  /// The motion while it lasts.
  package func motion(at now: Duration) -> StripMotion? {
    guard let motion, motion.frame(at: now) < motion.length else { return nil }
    return motion
  }

  // MARK: Time

  /// Forgets a motion that is over.
  package mutating func settle(at now: Duration) {
    if motion(at: now) == nil { endMotion() }
  }

  private mutating func endMotion() {
    guard let motion else { return }
    rest(at: motion.target)
  }

  private mutating func rest(at shift: Double) {
    phase = shift == 0 ? .centred : .resting(at: shift)
  }

  // MARK: Fingers

  /// A finger takes hold of the strip: it stops where it is (SV-11).
  ///
  /// - Parameter place: what is shown in the finger's own viewport, which may have had no columns for more.
  package mutating func beginPan(at place: StripPlace) {
    if !isHeld { before = target }
    phase = .held(at: place, from: place)
  }

  /// The finger has moved the strip; without one nothing happens.
  ///
  /// - Parameter place: where it stands now.
  package mutating func pan(to place: StripPlace) {
    guard case .held(_, let start) = phase else { return }
    phase = .held(at: place, from: start)
  }

  /// The finger leaves, and the strip goes on to a shift; without a finger nothing happens.
  package mutating func release(to target: Double, at now: Duration) {
    guard case .held(let place, _) = phase else { return }
    go(from: place, to: target, at: now)
  }

  /// The pan is taken back: the strip goes to where it was, or was going, when the finger came.
  package mutating func cancelPan(at now: Duration) {
    guard case .held(let place, let start) = phase else { return }
    // What its viewer had no columns for comes back at once.
    if place == start, place.pull == 0 { return rest(at: before) }
    go(from: place, to: before, at: now)
  }

  private mutating func go(from start: StripPlace, to target: Double, at now: Duration) {
    if start == StripPlace(target) { return rest(at: target) }
    phase = .moving(StripMotion(from: start, to: target, at: now))
  }

  /// Where it rests once nothing moves it.
  package var restingShift: Double { target }

  private var target: Double {
    switch phase {
    case .centred: 0
    case .resting(let shift): shift
    case .held: before
    case .moving(let motion), .returning(let motion, _): motion.target
    }
  }

  // MARK: Another page

  /// Another page is current: the strip is centred at once.
  package mutating func cancel() {
    self = StripScroll()
  }

  /// Another page is current: the strip goes back to be centred while that page is turned to.
  ///
  /// A strip that returns already goes on doing so.
  ///
  /// - Parameters:
  ///   - now: the time.
  ///   - base: the index that it counts from now: where the pages would have come to rest.
  ///   - position: where the pages are.
  package mutating func recentre(
    at now: Duration,
    countedFrom base: Double,
    whilePagesAreAt position: Double
  ) {
    settle(at: now)
    switch phase {
    case .centred, .returning: return
    case .resting, .held, .moving:
      let place = place(at: now)
      before = 0
      if place.isCentred, base == position { return cancel() }
      phase = .returning(StripMotion(from: place, to: 0, at: now), from: base)
    }
  }
}

/// A strip on its way.
package struct StripMotion: Hashable, Sendable {
  let start: StripPlace
  /// The shift at rest.
  let target: Double
  package let startedAt: Duration
  /// The number of the last frame.
  package let length: Int

  /// The share of the way over seconds.
  private static let curve = EaseOut(from: 0, to: 1, duration: StripScroll.duration)

  init(from start: StripPlace, to target: Double, at now: Duration) {
    self.start = start
    self.target = target
    startedAt = now
    length = Int((StripScroll.duration * Double(FrameTime.perSecond)).rounded(.up))
  }

  package func frame(at now: Duration) -> Int {
    min(FrameTime.frame(at: now - startedAt), length)
  }

  /// How much of the way is done in a frame.
  func share(atFrame frame: Int) -> Double {
    frame >= length ? 1 : Self.curve.position(at: FrameTime.seconds(of: frame))
  }

  func place(atFrame frame: Int) -> StripPlace {
    start.going(to: target, share: share(atFrame: frame))
  }
}
