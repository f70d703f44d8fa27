import ArgumentParser

struct CostCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cost",
    abstract: "Processor time of a key press in the daemon and in viewers, beside a floor.",
    discussion: """
      Examples:
        navbench cost
        navbench cost --keys 200
      """
  )

  @Option(help: "Key presses measured on each side, 1 to 1000.")
  var keys = 40

  func validate() throws {
    guard (1...1000).contains(keys) else { throw ValidationError("--keys takes 1 to 1000") }
  }

  func run() throws {
    try [CostScenario(keys: keys)].printReport()
  }
}
