package import NavBase

/// Which command of a script is carried out next, and when: the pace, the speed, and what its driver asks for.
///
/// A value that decides; `ScriptRun` carries the commands out.
package struct ScriptPlayer {
  /// The caller's next action.
  package enum Action: Hashable {
    /// Carry a command out, then call `performed`.
    case perform(ScriptCommand)
    /// Wait for the driver's keys, at most until then; nil for as long as it takes.
    case wait(until: Duration?)
    case finish
  }

  /// A request of the driver of a script.
  package enum Request: Hashable, CaseIterable {
    /// Pauses, or goes on.
    case pause
    /// Carries one command out, and pauses behind it.
    case step
    case end

    /// The request of a key of the driver's terminal; nil for another one.
    package init?(key: UInt8) {
      switch key {
      case UInt8(ascii: " "): self = .pause
      case UInt8(ascii: "n"): self = .step
      case UInt8(ascii: "q"): self = .end
      default: return nil
      }
    }
  }

  /// The valid speeds.
  package static let speeds = 0.1...100.0

  private let commands: [ScriptCommand]
  private var next = 0
  private let speed: Double
  private var pace = Duration.zero
  /// The time before which no command begins.
  private var due: Duration
  /// Whether the script asks for that time, also at its end.
  private var isResting = false
  private var isStepping = false
  /// Whether nothing happens until the driver asks for it.
  package private(set) var isPaused = false
  /// Whether the driver has ended the script.
  package private(set) var isEnded = false

  /// - Parameters:
  ///   - script: a script without faults.
  ///   - mark: the mark at which it begins; nil for the beginning. The last pace before it holds.
  ///   - speed: the factor by which its times are shorter, in `speeds`.
  ///   - now: the current time.
  /// - Throws: a `CommandError` if there is no such mark.
  package init(
    _ script: Script,
    from mark: String? = nil,
    speed: Double = 1,
    at now: Duration
  ) throws(CommandError) {
    commands = script.commands
    self.speed = speed
    due = now
    guard let mark else { return }
    let marks = commands.compactMap(\.mark)
    guard let first = commands.firstIndex(where: { $0.mark == mark }) else {
      let near = Spelling.nearest(to: mark, in: marks).map { "did you mean '\($0)'?" }
      let known = marks.isEmpty ? "it has none" : "it has \(marks.joined(separator: ", "))"
      throw CommandError("the script has no mark '\(mark)': \(near ?? known)")
    }
    next = first
    for case .pace(let time) in commands[..<first].map(\.action) { pace = time }
  }

  /// The command that comes next, if one is left that does more than setting a time or a mark.
  package var upcoming: ScriptCommand? { commands[next...].first { !$0.isSilent } }

  /// Returns the next action; call again after carrying each action out.
  package mutating func next(at now: Duration) -> Action {
    while !isEnded {
      guard !isPaused || isStepping else { return .wait(until: nil) }
      let isOver = next == commands.count
      if now < due, !isStepping, isResting || !isOver { return .wait(until: due) }
      if isOver { break }
      let command = commands[next]
      next += 1
      switch command.action {
      // No step of its own.
      case .mark: return .perform(command)
      case .pace(let time): pace = time
      case .pause(let time): (due, isResting) = (now + time / speed, true)
      case .input, .open, .wait, .expect, .snapshot, .say:
        (isStepping, isResting) = (false, false)
        return .perform(command)
      }
    }
    return .finish
  }

  /// Notes that a command was carried out.
  package mutating func performed(_ command: ScriptCommand, at now: Duration) {
    if case .input = command.action { due = now + pace / speed }
  }

  package mutating func receive(_ request: Request, at now: Duration) {
    switch request {
    case .pause:
      isPaused.toggle()
      if !isPaused { due = now }
    case .step: (isPaused, isStepping) = (true, true)
    case .end: isEnded = true
    }
  }
}

extension ScriptCommand {
  fileprivate var mark: String? {
    if case .mark(let name) = action { name } else { nil }
  }

  fileprivate var isSilent: Bool {
    switch action {
    case .mark, .pace, .pause: true
    case .input, .open, .wait, .expect, .snapshot, .say: false
    }
  }
}
