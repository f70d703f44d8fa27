import ArgumentParser

struct SiegeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "siege",
    abstract: "Peers that do their worst, beside a viewer and a driver that do not.",
    discussion: """
      Fails where navd ends, an operation is lost or done twice, a scene is wrong, the viewer does not catch \
      up, memory and log stay larger than allowed, or the attackers did not get to attack. Times are only reported.

      Examples:
        navbench siege                       every attack, about 4 minutes
        navbench siege --only snapshots --only waits
      """
  )

  @Option(help: "Which attack; may be given several times, else all.")
  var only: [Siege] = []

  func run() throws {
    try FileLimit.raise(toAtLeast: 8_192)
    try [SiegeScenario(sieges: only.isEmpty ? Siege.allCases : only)].printReport()
  }
}
