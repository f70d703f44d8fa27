import ArgumentParser

struct Stall: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "A viewer that is stopped while others watch a flood.",
    discussion: """
      Examples:
        navbench stall
        navbench stall --seconds 30 --rate 450
      """
  )

  @Option(help: "Seconds that each part takes, 1 to 600.")
  var seconds = 10

  @Option(help: "Inputs of each of three clients in a second, 1 to 500.")
  var rate = 300

  @OptionGroup var judgement: Judgement

  func validate() throws {
    guard (1...600).contains(seconds) else { throw ValidationError("--seconds takes 1 to 600") }
    guard (1...500).contains(rate) else { throw ValidationError("--rate takes 1 to 500") }
  }

  func run() throws {
    try [StallScenario(part: .seconds(seconds), rate: rate, judgement: judgement)].printReport()
  }
}
