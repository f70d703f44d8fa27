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
        navbench siege --soak 300            mixed load; memory, descriptors and log stay the same
      """
  )

  @Option(help: "Which attack; may be given several times, else all.")
  var only: [Siege] = []

  @Option(help: "Instead of attacks: seconds of mixed load, 2 to 86400.")
  var soak: Int?

  func validate() throws {
    if let soak, !(2...86_400).contains(soak) { throw ValidationError("--soak takes 2 to 86400") }
    if soak != nil, !only.isEmpty { throw ValidationError("--soak and --only exclude each other") }
  }

  func run() throws {
    try FileLimit.raise(toAtLeast: 8_192)
    if let soak { return try [SoakScenario(seconds: soak)].printReport() }
    try [SiegeScenario(sieges: only.isEmpty ? Siege.allCases : only)].printReport()
  }
}
