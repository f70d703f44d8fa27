import ArgumentParser

struct MemoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "memory",
    abstract: "Memory of navd for each session, layout and viewer, and of navclient, beside tmux.",
    discussion: """
      Examples:
        navbench memory
        navbench memory --sessions 200 --viewers 1000
      """
  )

  @Option(help: "Sessions on each side, 1 to 200.")
  var sessions = 50

  @Option(help: "Viewers of one size of navd, 1 to 2000.")
  var viewers = 200

  @Option(help: "Clients of tmux, 1 to 200.")
  var clients = 50

  func validate() throws {
    guard (1...200).contains(sessions) else { throw ValidationError("--sessions takes 1 to 200") }
    guard (1...2_000).contains(viewers) else { throw ValidationError("--viewers takes 1 to 2000") }
    guard (1...200).contains(clients) else { throw ValidationError("--clients takes 1 to 200") }
  }

  func run() throws {
    try [MemoryScenario(sessions: sessions, viewers: viewers, clients: clients)].printReport()
  }
}
