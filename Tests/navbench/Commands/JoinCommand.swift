import ArgumentParser

struct JoinCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "join",
    abstract: "Attach to the last row written, beside a bare echo.",
    discussion: """
      Examples:
        navbench join
        navbench join --joins 1000
      """
  )

  @Option(help: "Joins measured of each kind, 1 to 10000.")
  var joins = 200

  func validate() throws {
    guard (1...10_000).contains(joins) else { throw ValidationError("--joins takes 1 to 10000") }
  }

  func run() throws {
    try [JoinScenario(joins: joins)].printReport()
  }
}
