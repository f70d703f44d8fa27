import NavBase
package import NavScene

/// Decides what a replay of a recording does when: it plays in time, pauses, and goes to any place.
///
/// A value that decides; its owner carries the actions out.
package struct RecordingPlayer: Sendable {
  package let recording: Recording
  private let marks: (times: [Duration], names: [String])
  /// The seconds of the recording that are played in a second.
  private var speed: Double
  /// The index of the next entry.
  private var next: Int
  /// The time of the recording that is played at a time of the clock; while it is paused, at any.
  private var start: (time: Duration, clock: Duration)
  private var isPaused = false
  /// Whether the session may be elsewhere than the recording has it.
  private var isAway = false

  package enum Action: Hashable, Sendable {
    /// Show the content with a number.
    case show(content: UInt64)
    /// Have the session carry out steps, as one operation.
    case replay([RecordedStep])
    /// Tell that a mark is passed.
    case mark(String)
  }

  /// A request of a viewer of the replay.
  package enum Request: Hashable, Sendable {
    /// Pause, or go on; at the end, play again from the beginning.
    case pause
    /// Go to the next input, or back before the last one, and pause there.
    case step(forward: Bool)
    /// Go to the next mark, or to the one before; while it plays, before this second.
    case mark(forward: Bool)
    case time(Duration)
    /// Pause, and show a page.
    case page(Int)
    /// Double the speed, or halve it.
    case speed(up: Bool)
    /// Pause, because the session was moved otherwise.
    case rest
  }

  /// The speeds at which recordings are played.
  package static let speeds = 0.5...16
  /// The most entries that lead forward one after the other; a place behind more is reached from the state before it.
  private static let nearby = 500

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
    var player = RecordingPlayer(
      recording: recording,
      marks: (recording.marks.map(\.time), recording.marks.map(\.name)),
      speed: min(max(speed, speeds.lowerBound), speeds.upperBound),
      next: 0,
      start: (.zero, now),
      isAway: true
    )
    let actions = player.receive(.time(time), at: now)
    return (player, actions)
  }

  // MARK: Playing

  /// When the next entry is due; nil at the end, and while it is paused.
  package var nextWake: Duration? { wake(of: next) }

  /// When the next entry is due or the time line changes; nil while neither is.
  package func nextWake(showingTimeAt now: Duration) -> Duration? {
    let time = time(at: now)
    guard !isPaused, time < recording.duration else { return nextWake }
    let second = now + (.seconds(time.components.seconds + 1) - time) / speed
    return min(nextWake ?? second, second)
  }

  private func wake(of index: Int) -> Duration? {
    guard !isPaused, index < recording.entries.count else { return nil }
    return start.clock + (recording.entries[index].time - start.time) / speed
  }

  private func time(at now: Duration) -> Duration {
    isPaused ? start.time : min(start.time + (now - start.clock) * speed, recording.duration)
  }

  /// Returns what is due.
  package mutating func advance(to now: Duration) -> [Action] {
    var end = next
    while let wake = wake(of: end), wake <= now { end += 1 }
    return take(to: end)
  }

  /// Returns what the entries before an index ask for, and passes them.
  private mutating func take(to end: Int) -> [Action] {
    var actions: [Action] = []
    var steps: [RecordedStep] = []
    for entry in recording.entries[next..<end] {
      let action: Action
      switch entry.event {
      case .step(let step):
        steps.append(step)
        continue
      case .file, .said: continue
      case .content(let content): action = .show(content: content.number)
      case .mark(let name): action = .mark(name)
      }
      if !steps.isEmpty { actions.append(.replay(steps)) }
      steps = []
      actions.append(action)
    }
    if !steps.isEmpty { actions.append(.replay(steps)) }
    next = end
    return actions
  }

  // MARK: Going elsewhere

  /// Returns what a request asks for.
  package mutating func receive(_ request: Request, at now: Duration) -> [Action] {
    let entries = recording.entries
    let time = time(at: now)
    start = (time, now)
    switch request {
    case .pause:
      let isOver = next == entries.count
      isPaused = !isOver && !isPaused
      if isOver { return go(to: recording.index(after: .zero), at: .zero) }
      return isAway && !isPaused ? go(to: next, at: time) : []
    case .step(forward: true):
      isPaused = true
      let index = entries[next...].firstIndex(where: \.isInput)
      return index.map { go(to: $0 + 1, at: entries[$0].time) } ?? []
    case .step(forward: false):
      isPaused = true
      let index = entries[..<next].lastIndex(where: \.isInput)
      return index.map { go(to: $0, at: entries[max(1, $0) - 1].time) } ?? []
    case .mark(forward: true):
      let index = recording.markPlaces.first { $0 >= next }
      return index.map { go(to: $0 + 1, at: entries[$0].time) } ?? []
    case .mark(forward: false):
      // While it plays on, one that has just been passed is where it came from.
      let since = nextWake == nil ? time : time - .seconds(1) * speed
      let index = recording.markPlaces.last { entries[$0].time < since }
      return index.map { go(to: $0 + 1, at: entries[$0].time) } ?? go(to: 0, at: .zero)
    case .time(let time):
      let time = min(max(.zero, time), recording.duration)
      return go(to: recording.index(after: time), at: time)
    case .page(let number):
      (isPaused, isAway) = (true, true)
      let input = RecordedInput(.command(.goTo(number)), in: .standardTerminal)
      return [.replay([.input(input)])]
    case .speed(let isUp):
      speed = min(max(speed * (isUp ? 2 : 0.5), Self.speeds.lowerBound), Self.speeds.upperBound)
      return []
    case .rest:
      (isPaused, isAway) = (true, true)
      return []
    }
  }

  /// Returns what leads to a place: what is on the way there if that is short, else the last state before it and what
  /// follows.
  private mutating func go(to index: Int, at time: Duration) -> [Action] {
    start.time = time
    if !isAway, next <= index, index - next <= Self.nearby { return take(to: index) }
    isAway = false
    let (content, steps) = recording.steps(to: index)
    next = max(index, recording.beginning)
    return [.show(content: content), .replay(steps)]
  }

  // MARK: The time line

  /// Returns what shows where it is.
  package func timeLine(at now: Duration) -> TimeLine {
    let time = time(at: now)
    return TimeLine(
      position: .seconds(time.components.seconds),
      duration: .seconds(recording.duration.components.seconds),
      speed: speed,
      isPaused: isPaused,
      marks: marks.times,
      mark: marks.times.lastIndex { $0 <= time }.map { marks.names[$0] } ?? ""
    )
  }
}
