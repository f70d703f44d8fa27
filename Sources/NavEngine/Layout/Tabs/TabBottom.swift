import NavBase

/// The attachment below the main container, independent of viewport sizes: whether it is shown, and its motion (ST-2).
///
/// Lengths are in heights of the attachment.
package struct TabBottom: Hashable, Sendable {
  package private(set) var isShown: Bool
  /// The motion; nil after it was settled.
  package private(set) var motion: TabBottomMotion?
  package let timing: TabBottomTiming

  /// Creates an attachment at rest, shown or not (STQ-2).
  package init(isShown: Bool = false, timing: TabBottomTiming = .cells) {
    self.isShown = isShown
    self.timing = timing
  }

  /// Returns the attachment's position at a time.
  package func place(at now: Duration) -> TabBottomPlace {
    guard let motion else { return .resting(isShown: isShown) }
    return motion.place(atFrame: motion.frame(at: now))
  }

  /// Removes a motion that is over.
  package mutating func settle(at now: Duration) {
    if let motion, motion.frame(at: now) >= motion.length { self.motion = nil }
  }

  /// Shows or hides the attachment, starting from its current position (D-9).
  ///
  /// A request for the current or pending state changes nothing, except that an unanimated one ends the motion at once.
  package mutating func setShown(_ isShown: Bool, at now: Duration, isAnimated: Bool = true) {
    settle(at: now)
    if isAnimated, isShown != self.isShown {
      motion = TabBottomMotion(
        from: place(at: now),
        isShowing: isShown,
        timing: timing,
        startedAt: now
      )
    } else if !isAnimated {
      motion = nil
    }
    self.isShown = isShown
  }
}

/// The durations of the attachment's motions; set in `Constants.swift` (ST-2).
package struct TabBottomTiming: BitwiseCopyable, Hashable, Sendable {
  /// The duration from hidden to shown and back, in seconds.
  package var duration: Double
  /// The time from the end of showing until the main container shrinks, in seconds.
  package var shrinkDelay: Double
}

/// The height to which the attachment is raised, and the height that the main container has given up: both from 0 to 1
/// of the attachment's height.
///
/// `given` is never greater than `up`, so there is no gap between the two.
package struct TabBottomPlace: Hashable, Sendable {
  package var up: Double
  package var given: Double

  package static func resting(isShown: Bool) -> TabBottomPlace {
    isShown ? TabBottomPlace(up: 1, given: 1) : TabBottomPlace(up: 0, given: 0)
  }
}

/// The attachment's motion: a pure function of time (D-12).
package struct TabBottomMotion: Hashable, Sendable {
  package let start: TabBottomPlace
  package let isShowing: Bool
  package let timing: TabBottomTiming
  package let startedAt: Duration
  /// The number of the last frame.
  package let length: Int

  init(
    from start: TabBottomPlace,
    isShowing: Bool,
    timing: TabBottomTiming,
    startedAt: Duration
  ) {
    self.start = start
    self.isShowing = isShowing
    self.timing = timing
    self.startedAt = startedAt
    let seconds = timing.duration + (isShowing ? timing.shrinkDelay : 0)
    length = Int((seconds * Double(FrameTime.perSecond)).rounded(.up))
  }

  package func frame(at now: Duration) -> Int {
    min(FrameTime.frame(at: now - startedAt), length)
  }

  /// Returns the attachment's position in a frame.
  ///
  /// During hiding, the main container grows as the attachment goes down; during showing, it shrinks in the last frame
  /// (ST-2).
  package func place(atFrame frame: Int) -> TabBottomPlace {
    guard frame < length else { return .resting(isShown: isShowing) }
    let seconds = FrameTime.seconds(of: frame)
    if isShowing {
      return TabBottomPlace(up: position(from: start.up, to: 1, at: seconds), given: start.given)
    }
    return TabBottomPlace(
      up: position(from: start.up, to: 0, at: seconds),
      given: position(from: start.given, to: 0, at: seconds)
    )
  }

  private func position(from start: Double, to end: Double, at seconds: Double) -> Double {
    EaseOut(from: start, to: end, duration: timing.duration).position(at: seconds)
  }
}
