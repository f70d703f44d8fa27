import ArgumentParser

/// The strictness with which a measurement judges its own figures.
struct Judgement: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Fail where a figure is worse than so many times its goal, 1 to 100; without it only what is lost fails."
    )
  )
  var slack: Int?

  func validate() throws {
    if let slack, !(1...100).contains(slack) { throw ValidationError("--slack takes 1 to 100") }
  }

  /// Returns the failure of a figure that is too far from its goal, in a list; empty if there is
  /// none.
  func failures<Value: Comparable>(
    of name: String,
    _ value: Value,
    goal: Value,
    times: (Value, Int) -> Value,
    _ text: (Value) -> String
  ) -> [String] {
    guard let slack, value > times(goal, slack) else { return [] }
    return ["\(name): \(text(value)), more than \(slack) times \(text(goal))"]
  }

  /// Returns the failure of a duration.
  func failures(of name: String, _ value: Duration, goal: Duration) -> [String] {
    failures(of: name, value, goal: goal, times: { $0 * $1 }, \.inMilliseconds)
  }
}
