import ArgumentParser

struct Kills: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Inputs and viewers across kill -9 of navd.",
    discussion: """
      Two clients send inputs all the time, two more viewers and two navclient follow, and the daemon is \
      killed at random moments. Fails where an acknowledged input is lost or done twice, or a viewer ends.

      Examples:
        navbench kills
        navbench kills --rounds 10 --slack 10
      """
  )

  @Option(help: "How often the daemon is killed, 1 to 10000.")
  var rounds = 100

  @Option(help: "Determines the moments and the inputs.")
  var seed: UInt64 = 1

  @OptionGroup var judgement: Judgement

  func validate() throws {
    guard (1...10_000).contains(rounds) else {
      throw ValidationError("--rounds takes 1 to 10000")
    }
  }

  func run() throws {
    try [KillsScenario(rounds: rounds, seed: seed, judgement: judgement)].printReport()
  }
}
