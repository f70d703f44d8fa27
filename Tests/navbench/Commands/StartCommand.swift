import ArgumentParser

struct StartCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "start",
    abstract: "Start of the programs to the first screen, beside tmux.",
    discussion: """
      Examples:
        navbench start
        navbench start --rounds 100
      """
  )

  @Option(help: "Starts measured of each side, 1 to 1000.")
  var rounds = 20

  func validate() throws {
    guard (1...1_000).contains(rounds) else { throw ValidationError("--rounds takes 1 to 1000") }
  }

  func run() throws {
    try [StartScenario(rounds: rounds)].printReport()
  }
}
