package import NavGeometry
import NavScene

/// The whole way of a scroll to its rest, known when it begins (D-12).
package struct ScrollTrajectory: Hashable, Sendable {
  package let startedAt: Duration
  /// One after the other; none where it rests at once.
  package let legs: [ScrollLeg]
  /// The offset at rest, always a legal one.
  package let target: Double

  /// - Parameters:
  ///   - legs: those that take no time are left out.
  ///   - target: the offset at rest.
  ///   - now: when it begins.
  init(_ legs: [ScrollLeg], target: Double, at now: Duration) {
    self.legs = legs.filter { $0.duration > 0 }
    self.target = target
    startedAt = now
  }

  /// Seconds to the rest.
  package var duration: Double {
    legs.reduce(0) { $0 + $1.duration }
  }

  package func isDone(at now: Duration) -> Bool {
    leg(at: now) == nil
  }

  package func offset(at now: Duration) -> Double {
    guard let (leg, seconds) = leg(at: now) else { return target }
    return leg.curve.motion.position(at: seconds)
  }

  /// In units a second; 0 at rest.
  package func velocity(at now: Duration) -> Double {
    guard let (leg, seconds) = leg(at: now) else { return 0 }
    return leg.curve.motion.velocity(at: seconds)
  }

  private func leg(at now: Duration) -> (ScrollLeg, seconds: Double)? {
    var seconds = (now - startedAt).inSeconds
    for leg in legs {
      if seconds < leg.duration { return (leg, seconds) }
      seconds -= leg.duration
    }
    return nil
  }

  // MARK: Frames

  /// The number of the frame in which it rests; 0 for one that rests at once.
  package var length: Int {
    var length = Int((duration * Double(FrameTime.perSecond)).rounded(.up))
    // Frames start on whole nanoseconds, rounded down: the one that should be the last may miss the
    // end.
    while !isDone(at: startedAt + FrameTime.start(of: length)) { length += 1 }
    return length
  }

  /// The offset in a frame, from what is shown at the start in frame 0 on.
  package func offset(atFrame frame: Int) -> Double {
    offset(at: startedAt + FrameTime.start(of: frame))
  }

  /// The offsets in the frames behind one, up to rest or to as many as a timeline holds.
  ///
  /// A longer way is shown by several timelines, each from the frame in which the last one ended.
  package func offsets(afterFrame first: Int = 0, atMost count: Int = Limits.frames) -> [Double] {
    let last = min(length, first + count)
    return first < last ? (first + 1...last).map(offset(atFrame:)) : []
  }
}

/// A part of a way under one law.
package struct ScrollLeg: Hashable, Sendable {
  package let curve: ScrollCurve
  /// Seconds until the next leg, or the rest; not more than the curve's own.
  package let duration: Double

  init(_ curve: ScrollCurve, until duration: Double? = nil) {
    self.curve = curve
    self.duration = min(duration ?? .infinity, curve.motion.duration)
  }
}

/// The law of a leg.
package enum ScrollCurve: Hashable, Sendable {
  /// SV-5.
  case deceleration(Deceleration)
  /// SV-6.
  case spring(SpringBack)
  /// SV-8.
  case turn(EaseOut)
  /// SV-9.
  case line(ConstantVelocity)

  package var motion: any Motion {
    switch self {
    case .deceleration(let motion): motion
    case .spring(let motion): motion
    case .turn(let motion): motion
    case .line(let motion): motion
    }
  }
}

extension Duration {
  /// For motions, which count in seconds.
  var inSeconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) * 1e-18
  }
}
