/// The frames of a motion: 60 in a second, numbered from 0 (proto/README.md: Timelines).
package enum FrameTime {
  package static let perSecond = 60

  /// Returns the last frame that begins at or before `elapsed` after frame 0; 0 for negative times.
  package static func frame(at elapsed: Duration) -> Int {
    guard elapsed > .zero else { return 0 }
    // Whole seconds are handled separately, so that a clock that has run for years causes no overflow.
    let (seconds, attoseconds) = elapsed.components
    // Compensates for the rounding of two divisions by 60, so that `frame(at: start(of: n)) == n`, and the same for a
    // start that is the sum of two: a motion that begins in a frame of another one.
    let within = (attoseconds / 1_000_000_000 * Int64(perSecond) + 119) / 1_000_000_000
    return Int(seconds) * perSecond + Int(within)
  }

  /// Returns the start of a frame, relative to frame 0.
  package static func start(of frame: Int) -> Duration {
    .nanoseconds(Int64(frame) * 1_000_000_000 / Int64(perSecond))
  }

  /// Returns the start of a frame in seconds, the unit of motions.
  package static func seconds(of frame: Int) -> Double {
    Double(frame) / Double(perSecond)
  }
}

extension Duration {
  /// The duration in whole nanoseconds, for durations of less than 292 years.
  package var nanoseconds: Int64 {
    let parts = components
    return parts.seconds * 1_000_000_000 + parts.attoseconds / 1_000_000_000
  }
}
