package import NavBase
import NavScene

/// The complete motion of a scroll to its rest, computed when it begins (D-12).
package struct ScrollTrajectory: Hashable, Sendable {
  package let startedAt: Duration
  /// The legs in order; none if the content rests at once.
  package let legs: [ScrollLeg]
  /// The offset at rest, always a legal one.
  package let target: Double

  /// - Parameters:
  ///   - legs: the legs in order; those without a duration are dropped.
  ///   - target: the offset at rest.
  ///   - now: the time of the beginning.
  init(_ legs: [ScrollLeg], target: Double, at now: Duration) {
    self.legs = legs.filter { $0.duration > 0 }
    self.target = target
    startedAt = now
  }

  /// The duration until rest, in seconds.
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

  func leg(at now: Duration) -> (ScrollLeg, seconds: Double)? {
    var seconds = (now - startedAt).inSeconds
    for leg in legs {
      if seconds < leg.duration { return (leg, seconds) }
      seconds -= leg.duration
    }
    return nil
  }

  // MARK: Frames

  /// The number of the frame at rest; 0 for a motion that rests at once.
  package var length: Int {
    var length = Int((duration * Double(FrameTime.perSecond)).rounded(.up))
    // Frames start on whole nanoseconds, rounded down, so the computed last frame may start before the end.
    while !isDone(at: startedAt + FrameTime.start(of: length)) { length += 1 }
    return length
  }

  /// Returns the offset in a frame; frame 0 shows the start.
  package func offset(atFrame frame: Int) -> Double {
    offset(at: startedAt + FrameTime.start(of: frame))
  }
}

/// A part of a motion under one law.
package struct ScrollLeg: Hashable, Sendable {
  package let curve: ScrollCurve
  /// The seconds until the next leg or rest; at most the curve's own duration.
  package let duration: Double

  init(_ curve: ScrollCurve, until duration: Double? = nil) {
    self.curve = curve
    self.duration = min(duration ?? .infinity, curve.motion.duration)
  }
}

/// The law of a leg.
package enum ScrollCurve: Hashable, Sendable {
  /// A flick's deceleration (SV-5).
  case deceleration(Deceleration)
  /// A spring back from an edge (SV-6).
  case spring(SpringBack)
  /// A program's scroll (SV-9).
  case line(ConstantVelocity)

  package var motion: any Motion {
    switch self {
    case .deceleration(let motion): motion
    case .spring(let motion): motion
    case .line(let motion): motion
    }
  }
}

extension Duration {
  /// The duration in seconds, the unit of motions.
  var inSeconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) * 1e-18
  }
}
