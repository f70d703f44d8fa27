import ArgumentParser

struct Joins: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Viewers that join while a thousand updates a second flow.",
    discussion: """
      Fails where one of them misses an update or has a wrong scene.

      Examples:
        navbench joins
        navbench joins --transport tcp
      """
  )

  @Option(help: "Viewers that join, 1 to 10000.")
  var joins = 200

  @Option(help: "How they reach the daemon: ipc, or tcp on this machine without encryption.")
  var transport = Navd.Transport.ipc

  @OptionGroup var judgement: Judgement

  func validate() throws {
    guard (1...10_000).contains(joins) else { throw ValidationError("--joins takes 1 to 10000") }
  }

  func run() throws {
    try [JoinsScenario(joins: joins, transport: transport, judgement: judgement)].printReport()
  }
}

extension Navd.Transport: ExpressibleByArgument {}
