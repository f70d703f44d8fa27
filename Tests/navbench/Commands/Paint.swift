import ArgumentParser

struct Paint: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "What a frame costs the viewer and its terminal, beside tmux.",
    discussion: """
      Examples:
        navbench paint
        navbench paint --rounds 1000 --keys 100
      """
  )

  @Option(help: "How often the motion is painted, 1 to \(PaintScenario.maximumRounds).")
  var rounds = 40

  @Option(help: "Keys pressed for each row of tmux, 1 to 1000.")
  var keys = 40

  func validate() throws {
    guard (1...PaintScenario.maximumRounds).contains(rounds) else {
      throw ValidationError("--rounds takes 1 to \(PaintScenario.maximumRounds)")
    }
    guard (1...1000).contains(keys) else { throw ValidationError("--keys takes 1 to 1000") }
  }

  func run() throws {
    try [PaintScenario(rounds: rounds, keys: keys)].printReport()
  }
}
