package import NavGeometry

/// Where a finger has left the strip of a pager's header, without any viewport.
///
/// As long as no finger has moved it the strip is centred on the current page, each viewer's in its
/// own width. After that its left edge has a position in columns, which viewers clamp to the
/// columns that they have. Any change of the current page ends that: the strip goes back to be
/// centred, as the page turns.
package struct StripScroll: Hashable, Sendable {
  /// Seconds that a released strip takes to its rest, as a turn of the page.
  package static let duration = PagerMetrics.cells.turnDuration

  private var phase = Phase.centred
  /// Where the strip was when the finger came; nil for centred.
  private var before: Rest?

  private enum Phase: Hashable {
    case centred
    case resting(at: Double)
    /// Under a finger that came when the strip was at `start`.
    case held(at: Double, from: Double)
    case moving(StripMotion, isHomeward: Bool)
    /// Back to where it would be centred, from where it was.
    case returning(from: Double, share: StripMotion)
  }

  /// A place to which a pan that is taken back leads.
  private enum Rest: Hashable {
    case centred
    case column(Double)
  }

  package init() {}

  // MARK: Where it is

  /// The column at the left edge in the frame of a moment; nil where the strip is centred, or
  /// returns to be.
  package func position(at now: Duration) -> Double? {
    switch phase {
    case .centred, .returning: nil
    case .resting(let column), .held(let column, _): column
    case .moving(let motion, let isHomeward):
      motion.frame(at: now) < motion.length || !isHomeward
        ? motion.position(atFrame: motion.frame(at: now)) : nil
    }
  }

  /// The column at the left edge for a viewer.
  ///
  /// - Parameters:
  ///   - now: the time.
  ///   - centred: the column there, were the strip centred on where the pager is at that time.
  /// - Returns: the column, not clamped; as `now` goes on it never jumps if `centred` does not.
  package func position(at now: Duration, centred: Double) -> Double {
    guard case .returning(let start, let share) = phase else {
      return position(at: now) ?? centred
    }
    let done = share.position(atFrame: share.frame(at: now))
    return done == 1 ? centred : centred + (start - centred) * (1 - done)
  }

  /// Whether a finger holds it.
  package var isHeld: Bool {
    if case .held = phase { true } else { false }
  }

  /// What moves it by itself: over columns, or where it returns to be centred over the share of its
  /// way, from 0 to 1.
  package var motion: StripMotion? {
    switch phase {
    case .centred, .resting, .held: nil
    case .moving(let motion, _), .returning(_, let motion): motion
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
    if motion(at: now) == nil { skipMotion() }
  }

  /// Leaves out a motion for a viewport that was not there yet when it began.
  package mutating func skipMotion(begunBy time: Duration) {
    if let motion, motion.startedAt < time { skipMotion() }
  }

  private mutating func skipMotion() {
    switch phase {
    case .centred, .resting, .held: break
    case .moving(_, isHomeward: true), .returning: phase = .centred
    case .moving(let motion, isHomeward: false): phase = .resting(at: motion.curve.target)
    }
  }

  // MARK: Fingers

  /// A finger takes hold of the strip: it stops where it is (SV-11).
  ///
  /// - Parameter position: the column at the left edge of the finger's own viewport.
  package mutating func beginPan(at position: Double) {
    before = rest
    phase = .held(at: position, from: position)
  }

  /// The finger has moved the strip; without one nothing happens.
  ///
  /// - Parameter position: the column that is at the left edge now.
  package mutating func pan(to position: Double) {
    guard case .held(_, let start) = phase else { return }
    phase = .held(at: position, from: start)
  }

  /// The finger leaves, and the strip goes on to a column; without a finger nothing happens.
  package mutating func release(to target: Double, at now: Duration) {
    guard case .held(let position, _) = phase else { return }
    before = nil
    if target == position {
      phase = .resting(at: target)
    } else {
      phase = .moving(StripMotion(from: position, to: target, at: now), isHomeward: false)
    }
  }

  /// The pan is taken back: the strip goes to where it was when the finger came.
  package mutating func cancelPan(at now: Duration) {
    guard case .held(let position, let start) = phase, let before else { return }
    self.before = nil
    switch before {
    case .centred where position == start: phase = .centred
    case .centred:
      phase = .moving(StripMotion(from: position, to: start, at: now), isHomeward: true)
    case .column(let column) where position == column: phase = .resting(at: column)
    case .column(let column):
      phase = .moving(StripMotion(from: position, to: column, at: now), isHomeward: false)
    }
  }

  /// Where it rests once nothing moves it.
  private var rest: Rest {
    switch phase {
    case .centred, .moving(_, isHomeward: true), .returning: .centred
    case .resting(let column): .column(column)
    case .moving(let motion, isHomeward: false): .column(motion.curve.target)
    case .held: before ?? .centred
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
  package mutating func recentre(at now: Duration) {
    settle(at: now)
    before = nil
    guard let position = position(at: now) else { return }
    phase = .returning(from: position, share: StripMotion(from: 0, to: 1, at: now))
  }
}

/// A strip on its way.
package struct StripMotion: Hashable, Sendable {
  package let curve: EaseOut
  package let startedAt: Duration
  /// The number of the last frame.
  package let length: Int

  init(from start: Double, to target: Double, at now: Duration) {
    curve = EaseOut(from: start, to: target, duration: StripScroll.duration)
    startedAt = now
    length = Int((StripScroll.duration * Double(FrameTime.perSecond)).rounded(.up))
  }

  package func frame(at now: Duration) -> Int {
    min(FrameTime.frame(at: now - startedAt), length)
  }

  package func position(atFrame frame: Int) -> Double {
    frame >= length ? curve.target : curve.position(at: FrameTime.seconds(of: frame))
  }
}
