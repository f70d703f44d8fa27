import ArgumentParser

struct DurabilityCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "durability",
    abstract: "Acknowledged inputs per second at each durability, beside bare SQLite.",
    discussion: """
      Examples:
        navbench durability
        navbench durability --rounds 5 --seconds 10
      """
  )

  @Option(help: "Measurements of each row, 1 to 100.")
  var rounds = 3

  @Option(help: "How long each lasts on either side, 1 to 60.")
  var seconds = 1

  func validate() throws {
    guard (1...100).contains(rounds) else { throw ValidationError("--rounds takes 1 to 100") }
    guard (1...60).contains(seconds) else { throw ValidationError("--seconds takes 1 to 60") }
  }

  func run() throws {
    try [DurabilityScenario(rounds: rounds, part: .seconds(seconds))].printReport()
  }
}
