import NavBase
package import NavScene

/// Decides what a replay of a recording does when.
package struct RecordingPlayer: Sendable {
  package let recording: Recording
  /// The seconds of the recording that are played in a second.
  private let speed: Double
  /// The index of the next entry.
  private var next: Int
  /// The time of the recording that is played at a time of the clock.
  private let start: (time: Duration, clock: Duration)

  package enum Action: Hashable, Sendable {
    /// Show the content with a number.
    case show(content: UInt64)
    /// Have the session carry out steps, as one operation.
    case replay([RecordedStep])
    /// Tell that a mark is passed.
    case mark(String)
  }

  /// The speeds at which recordings are played.
  package static let speeds = 0.5...16

  /// Begins to play.
  ///
  /// - Parameters:
  ///   - recording: the recording.
  ///   - time: the time of the recording at which it begins.
  ///   - speed: the speed, one of `speeds`.
  ///   - now: the time of the clock.
  /// - Returns: the player, and what leads to its beginning.
  package static func begin(
    _ recording: Recording,
    from time: Duration,
    speed: Double,
    at now: Duration
  ) -> (player: RecordingPlayer, actions: [Action]) {
    let next = recording.index(after: time)
    let (content, steps) = recording.steps(to: next)
    let player = RecordingPlayer(
      recording: recording,
      speed: min(max(speed, speeds.lowerBound), speeds.upperBound),
      next: next,
      start: (time, now)
    )
    return (player, [.show(content: content), .replay(steps)])
  }

  /// When the next entry is due; nil at the end.
  package var nextWake: Duration? {
    guard next < recording.entries.count else { return nil }
    return start.clock + (recording.entries[next].time - start.time) / speed
  }

  /// Returns what is due.
  package mutating func advance(to now: Duration) -> [Action] {
    var actions: [Action] = []
    while let wake = nextWake, wake <= now {
      switch recording.entries[next].event {
      case .content(let content):
        if actions.last != .show(content: content.number) {
          actions.append(.show(content: content.number))
        }
      case .file: break
      case .step(let step): actions.append(.replay([step]))
      case .mark(let name): actions.append(.mark(name))
      }
      next += 1
    }
    return actions
  }
}
