import NavBase

/// The scroll position of a pager's header, independent of viewports.
///
/// Until a finger moves it, the header is centred on the current page, in each viewer's own width. After that it is
/// shifted from the centred position by a number of columns, the same for all viewers; a viewer whose header ends
/// earlier shifts it less (Sources/README.md, decision 2: a pan). Any change of the current page ends the shift: the
/// header moves back to be centred while the page turns.
package struct HeaderScroll: Hashable, Sendable {
  /// The duration in seconds of a motion that does not follow a finger, the same as that of a page turn.
  package static let duration = PagerState.turnDuration

  private var phase = Phase.centred
  /// The shift to which a cancelled pan returns.
  private var before = 0.0

  private enum Phase: Hashable {
    case centred
    case resting(at: Double)
    /// During a pan, which began at another position.
    case held(at: HeaderPosition, from: HeaderPosition)
    case moving(HeaderMotion)
    /// Returning to the centred position while the pages move: from its position, measured from a page position (an
    /// index) at that time.
    case returning(HeaderMotion, from: Double)
  }

  package init() {}

  /// Creates a header at rest, shifted by columns from the centred position.
  package init(restingAt shift: Double) {
    rest(at: shift)
  }

  // MARK: Position

  /// Returns the position at a time; while the header returns, the start of that motion.
  private func place(at now: Duration) -> HeaderPosition {
    switch phase {
    case .centred: HeaderPosition(0)
    case .resting(let shift): HeaderPosition(shift)
    case .held(let place, _): place
    case .moving(let motion): motion.position(atFrame: motion.frame(at: now))
    case .returning(let motion, _): motion.start
    }
  }

  /// Returns the scroll offset in a viewer's layout, in cells.
  ///
  /// - Parameters:
  ///   - header: the layout.
  ///   - position: the position of the pages, in indices.
  ///   - now: the time.
  /// - Returns: the offset; outside the legal range while a finger pulls it there or it springs back.
  package func offset(
    in header: PagerHeaderLayout,
    whilePagesAreAt position: Double,
    at now: Duration
  ) -> Double {
    guard case .returning(let motion, let base) = phase else {
      return header.offset(of: place(at: now), whilePagesAreAt: position)
    }
    // The motion begins at the displayed offset, wherever the pages are by now, including a pull beyond an end.
    let start = header.offset(of: motion.start, whilePagesAreAt: base)
    let centred = header.offset(at: position)
    return start + motion.share(atFrame: motion.frame(at: now)) * (centred - start)
  }

  /// The position during a pan and the one at which the pan began; nil without a pan.
  package var held: (place: HeaderPosition, start: HeaderPosition)? {
    if case .held(let place, let start) = phase { (place, start) } else { nil }
  }

  /// Whether the header follows moving pages; else its shift is measured from its centred position at rest.
  package var followsPages: Bool {
    switch phase {
    case .centred, .returning: true
    case .resting, .held, .moving: false
    }
  }

  /// Whether the header is centred, without motion or pan.
  package var isCentred: Bool { phase == .centred }

  /// Whether a pan is active.
  package var isHeld: Bool { held != nil }

  /// The header's motion, in option columns.
  package var motion: HeaderMotion? {
    switch phase {
    case .centred, .resting, .held: nil
    case .moving(let motion), .returning(let motion, _): motion
    }
  }

  /// Returns the motion unless it is over.
  package func motion(at now: Duration) -> HeaderMotion? {
    guard let motion, motion.frame(at: now) < motion.length else { return nil }
    return motion
  }

  // MARK: Time

  /// Removes a motion that is over.
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

  /// Begins a pan: the header stops at its current position (SV-11).
  ///
  /// - Parameter place: the position displayed in the panning viewer's viewport, which may not show the whole shift.
  package mutating func beginPan(at place: HeaderPosition) {
    if !isHeld { before = target }
    phase = .held(at: place, from: place)
  }

  /// Moves the pan; does nothing without one.
  ///
  /// - Parameter place: the header's new position.
  package mutating func pan(to place: HeaderPosition) {
    guard case .held(_, let start) = phase else { return }
    phase = .held(at: place, from: start)
  }

  /// Ends the pan: the header goes on with the finger's speed, and rests where a flick does (SV-5, D-19); does nothing
  /// without a pan.
  ///
  /// A header beyond an end has the speed of the spring that pulls it back besides.
  ///
  /// - Parameters:
  ///   - velocity: the content's velocity, in cells a second; positive reveals content on the right.
  ///   - header: the panning viewer's layout.
  ///   - page: the active page.
  ///   - now: the time of the release.
  package mutating func release(
    velocity: Double,
    in header: PagerHeaderLayout,
    centredOn page: Int,
    at now: Duration
  ) {
    guard case .held(let place, _) = phase else { return }
    let centred = header.leftColumn(centredOn: Double(page))
    let legal = header.offset(forLeftColumn: centred + place.shift)
    let rest = header.flick(from: centred + place.shift, velocity: velocity, at: now).target
    let shown = header.offset(of: place, whilePagesAreAt: Double(page))
    let spring = 2 * abs(shown - legal) / Self.duration
    let speed = max(0, rest < shown ? -velocity : velocity) + spring
    // An offset that was converted to a column and back is no longer exact.
    let target = rest == legal ? place.shift : header.leftColumn(forOffset: rest) - centred
    go(from: place, to: target, at: now, pace: HeaderPace(over: abs(rest - shown), from: speed))
  }

  /// Cancels the pan: the header returns to its position, or the target of its motion, before the pan.
  package mutating func cancelPan(at now: Duration) {
    guard case .held(let place, let start) = phase else { return }
    // The part of the shift that the panning viewer could not show is restored at once.
    if place == start, place.pull == 0 { return rest(at: before) }
    go(from: place, to: before, at: now)
  }

  private mutating func go(
    from start: HeaderPosition,
    to target: Double,
    at now: Duration,
    pace: HeaderPace = HeaderPace()
  ) {
    if start == HeaderPosition(target) { return rest(at: target) }
    phase = .moving(HeaderMotion(from: start, to: target, at: now, pace: pace))
  }

  /// The shift at rest.
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

  /// Centres the header at once, after a change of the current page.
  package mutating func cancel() {
    self = HeaderScroll()
  }

  /// Moves the header back to the centred position while the page turns, after a change of the current page.
  ///
  /// A header that is already returning continues.
  ///
  /// - Parameters:
  ///   - now: the time.
  ///   - base: the index from which the header's shift is measured: the previous target of the pages.
  ///   - position: the current position of the pages.
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
      phase = .returning(HeaderMotion(from: place, to: 0, at: now), from: base)
    }
  }
}
