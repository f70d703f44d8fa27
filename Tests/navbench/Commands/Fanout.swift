import ArgumentParser

struct Fanout: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Request until many subscribers have what is published for it, beside a floor.",
    discussion: """
      Examples:
        navbench fanout
        navbench fanout --subscribers 500 --rounds 100
      """
  )

  @Option(help: "Subscribers, 1 to 2000; may be given several times.")
  var subscribers = [1, 100, 1_000]

  @Option(help: "Moves measured on each side, 1 to 1000.")
  var rounds = 20

  func validate() throws {
    guard subscribers.allSatisfy({ (1...2_000).contains($0) }) else {
      throw ValidationError("--subscribers takes 1 to 2000")
    }
    guard (1...1_000).contains(rounds) else { throw ValidationError("--rounds takes 1 to 1000") }
  }

  func run() throws {
    try [FanoutScenario(subscribers: subscribers, rounds: rounds)].printReport()
  }
}
