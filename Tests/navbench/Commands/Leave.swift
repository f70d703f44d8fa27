import ArgumentParser

struct Leave: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Very many viewers that go at once.",
    discussion: """
      Examples:
        navbench leave
        navbench leave --viewers 100 --rate 200
      """
  )

  @Option(help: "How many go, 1 to 4000.")
  var viewers = 1_000

  @Option(help: "Inputs in a second, 1 to 400.")
  var rate = 100

  @OptionGroup var judgement: Judgement

  func validate() throws {
    guard (1...4_000).contains(viewers) else {
      throw ValidationError("--viewers takes 1 to 4000")
    }
    guard (1...400).contains(rate) else { throw ValidationError("--rate takes 1 to 400") }
  }

  func run() throws {
    try [LeaveScenario(viewers: viewers, rate: rate, judgement: judgement)].printReport()
  }
}
