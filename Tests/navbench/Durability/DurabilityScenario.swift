import NavModel
import NavSystem

/// Measures how many inputs per second navd acknowledges at each durability, beside bare SQLite in the same run.
///
/// - navd: each requester turns the pages of a session of its own without viewers, and sends an input when it has the
///   reply to the one before. The daemon's limit of requests is raised in its configuration.
/// - SQLite: this process writes the same rows with as many inputs to a commit as navd had a moment before, in a log of
///   the same length, without any requests, sessions or replies. `process` is `synchronous=NORMAL` and `power` is `FULL`,
///   which waits for the disk in each commit. A single requester of navd also waits for a round trip each time
///   (`navbench reply`), which SQLite has not.
///
/// The sides take turns, on one disk.
struct DurabilityScenario: Scenario {
  /// The measurements of each row.
  var rounds = 3
  /// The duration of each.
  var part = Duration.seconds(1)

  private static let requesters = [1, 64]

  func measure() throws -> Section {
    let count = rounds * Durability.allCases.count * Self.requesters.count
    progress("durability, about \(Int(part * 2 * count / .seconds(1)) + 3) s")
    let rows = try Durability.allCases.flatMap { durability in
      try Self.requesters.map { try row(durability, requesters: $0) }
    }
    return Section(
      name: "durability",
      facts: "\(rounds) times \(part.inMilliseconds) on each side by turns; up to "
        + "\(Self.requesters[1]) requesters, each with a session and one input under way",
      title: "durability: acknowledged inputs per second",
      tables: [
        Table(
          [
            "durability", "requesters", "navd inputs/s p50", "least", "inputs a commit",
            "SQLite inputs/s p50", "least", "ratio of p50",
          ],
          rows
        )
      ]
    )
  }

  private func row(_ durability: Durability, requesters: Int) throws -> [String] {
    let navd = try InputFlood(durability, requesters: requesters, in: try TemporaryDirectory())
    var (ours, theirs, sizes): ([Double], [Double], [Double]) = ([], [], [])
    for _ in 0..<rounds {
      let work = try navd.run(for: part)
      let peer = try CommitLoop(durability, like: work, in: try TemporaryDirectory())
      ours.append(work.rate)
      theirs.append(try peer.run(for: part))
      sizes.append(work.inputsPerCommit)
    }
    let (our, their) = (Figures(ours), Figures(theirs))
    return [
      durability.rawValue, "\(requesters)", our.p50.text(decimals: 1), our.least.text(decimals: 1),
      Figures(sizes).p50.text(decimals: 1), their.p50.text(decimals: 1),
      their.least.text(decimals: 1), (our.p50 / their.p50).text(decimals: 2),
    ]
  }
}
