import ArgumentParser

struct LogCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "log",
    abstract: "The log of the daemon's state under constant writing.",
    discussion: """
      Fails where the log passes 64 MiB or is never emptied in 20,000 moves, an input is refused or not \
      saved, or, with `--slack`, one takes more than 50 ms times it while the log is emptied.

      Examples:
        navbench log
        navbench log --moves 48000 --rate 450 --slack 1
      """
  )

  @Option(help: "Moves of all three clients together, 100 to 1000000.")
  var moves = 20_000

  @Option(help: "Inputs of each of three clients in a second, 1 to 500.")
  var rate = 400

  @OptionGroup var judgement: Judgement

  func validate() throws {
    guard (100...1_000_000).contains(moves) else {
      throw ValidationError("--moves takes 100 to 1000000")
    }
    guard (1...500).contains(rate) else { throw ValidationError("--rate takes 1 to 500") }
  }

  func run() throws {
    try [LogScenario(moves: moves, rate: rate, judgement: judgement)].printReport()
  }
}
