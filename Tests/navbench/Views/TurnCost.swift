import Glibc
import NavSystem

/// The processor time of a navd during a part of a measurement, and the length of that part.
struct TurnCost {
  private(set) var mainThread: Duration
  private(set) var allThreads: Duration
  private(set) var length: Duration

  /// The cost since the start of a process; the difference of two is that of the time between them.
  init(of process: pid_t) throws {
    mainThread = try ProcessorTime.ofMainThread(of: process)
    allThreads = try ProcessorTime.ofAllThreads(of: process)
    length = monotonicNow()
  }

  static func - (left: TurnCost, right: TurnCost) -> TurnCost {
    var difference = left
    difference.mainThread -= right.mainThread
    difference.allThreads -= right.allThreads
    difference.length -= right.length
    return difference
  }
}

/// The costs of many turns of one kind, and those of the same navd at rest.
struct TurnCosts {
  private(set) var turns: [TurnCost] = []
  private(set) var rests: [TurnCost] = []

  mutating func add(turn: TurnCost) { turns.append(turn) }

  mutating func add(rest: TurnCost) { rests.append(rest) }

  /// Returns the mean of a turn.
  func mean(_ thread: KeyPath<TurnCost, Duration>) -> Duration {
    turns.reduce(.zero) { $0 + $1[keyPath: thread] } / turns.count
  }

  /// Returns the time that navd takes at rest for as long as a turn lasts.
  func rest(_ thread: KeyPath<TurnCost, Duration>) -> Duration {
    let time = rests.reduce(Duration.zero) { $0 + $1[keyPath: thread] }
    let length = rests.reduce(Duration.zero) { $0 + $1.length }
    return mean(\.length) * (time / length)
  }

  /// Returns the mean of a turn without the time that navd takes at rest.
  func alone(_ thread: KeyPath<TurnCost, Duration>) -> Duration { mean(thread) - rest(thread) }
}
