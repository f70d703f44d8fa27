/// The costs of many turns of one kind, and those of the same navd at rest.
struct TurnCosts {
  private(set) var turns: [ProcessCost] = []
  private(set) var rests: [ProcessCost] = []

  mutating func add(turn: ProcessCost) { turns.append(turn) }

  mutating func add(rest: ProcessCost) { rests.append(rest) }

  /// Returns the mean of a turn.
  func mean(_ thread: KeyPath<ProcessCost, Duration>) -> Duration {
    turns.reduce(.zero) { $0 + $1[keyPath: thread] } / turns.count
  }

  /// Returns the time that navd takes at rest for as long as a turn lasts.
  func rest(_ thread: KeyPath<ProcessCost, Duration>) -> Duration {
    let time = rests.reduce(Duration.zero) { $0 + $1[keyPath: thread] }
    let length = rests.reduce(Duration.zero) { $0 + $1.length }
    return mean(\.length) * (time / length)
  }

  /// Returns the mean of a turn without the time that navd takes at rest.
  func alone(_ thread: KeyPath<ProcessCost, Duration>) -> Duration { mean(thread) - rest(thread) }
}
