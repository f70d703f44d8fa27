import ArgumentParser

struct All: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Measures everything. (The default.)"
  )

  @Flag(help: "Few rounds: to see that it works, not to compare.")
  var quick = false

  func run() throws {
    let scenarios: [any Scenario] =
      quick
      ? [
        MirrorScenario(keys: 5), CostScenario(keys: 2), ReplyScenario(requests: 100),
        FanoutScenario(rounds: 2), StartScenario(rounds: 2), JoinScenario(joins: 5),
        RecoveryScenario(rounds: 2),
        MemoryScenario(
          sessions: 5,
          viewers: 10,
          clients: 5,
          sizes: 5,
          flood: .milliseconds(500)
        ),
        BytesScenario(moves: 2), PaintScenario(rounds: 2, keys: 4),
      ]
      : [
        MirrorScenario(), CostScenario(), ReplyScenario(), FanoutScenario(), StartScenario(),
        JoinScenario(), RecoveryScenario(), MemoryScenario(), BytesScenario(), PaintScenario(),
      ]
    try scenarios.printReport()
  }
}
