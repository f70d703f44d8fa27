import ArgumentParser

struct RecoveryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "recovery",
    abstract:
      "From kill -9 of navd until it answers and a client shows a key, beside a plain start.",
    discussion: """
      `navbench kills` does the same under load, and looks for lost inputs.

      Examples:
        navbench recovery
        navbench recovery --rounds 100
      """
  )

  @Option(help: "Kills measured, 1 to 1000.")
  var rounds = 20

  func validate() throws {
    guard (1...1_000).contains(rounds) else { throw ValidationError("--rounds takes 1 to 1000") }
  }

  func run() throws {
    try [RecoveryScenario(rounds: rounds)].printReport()
  }
}
