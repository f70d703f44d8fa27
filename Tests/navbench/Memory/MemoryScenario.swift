import NavGeometry

/// Measures the memory of navd and navclient, beside that of tmux in the same run.
///
/// - A whole process counts by its Pss: what it shares with other processes counts in parts. What one more session, layout
///   or viewer adds is the growth of the daemon's anonymous memory, divided by their number, as the Pss of libraries
///   shrinks with every other process that uses them. Either is read when it has come to rest.
/// - Sessions: decks of one sentence a slide, each in a file of its own; tmux: sessions that run `cat`. tmux has one from
///   the start, navd has none.
/// - tmux has one grid for all sizes, so nothing compares to a further size.
/// - A stalled viewer: by how much more the daemon grows in a flood, at the most, once one of its viewers is stopped. navd
///   gets inputs of the `stall` scenario; tmux shows a program that writes all the time to two clients, of which the
///   terminal of one is no longer read.
struct MemoryScenario: Scenario {
  var sessions = 50
  /// The viewers of one size.
  var viewers = 200
  /// The clients of tmux.
  var clients = 50
  /// The sizes of viewers beyond the first.
  var sizes = 40
  /// The duration of each part of a flood.
  var flood = Duration.seconds(4)

  static let size = CellSize(columns: 80, rows: 24)
  private static let viewerGoal = 1 << 20

  func measure() throws -> Section {
    progress("memory, about \(15 + 6 * Int(flood / .seconds(1))) s")
    let ours = NavdMemory()
    let theirs = TmuxMemory()
    let daemons = (try ours.ofSessions(sessions), try theirs.ofSessions(sessions))
    let clients = (try ours.ofViewers(viewers), try theirs.ofClients(clients))
    let stalled = (try ours.ofStalled(for: flood), try theirs.ofStalled(for: flood))
    let rows = [
      row("daemon, idle", daemons.0.idle, daemons.1.idle),
      row("each of \(sessions) further sessions", daemons.0.each, daemons.1.each),
      row("each of \(sizes) further sizes, with a viewer", try ours.ofSizes(sizes), nil),
      row(
        "each of \(viewers) viewers of one size (tmux: \(self.clients))",
        clients.0.each,
        clients.1.each,
        goal: Self.viewerGoal
      ),
      row("a stalled viewer", stalled.0, stalled.1, goal: Self.viewerGoal),
      row("client at rest, \(Self.size)", clients.0.client, clients.1.client),
    ]
    return Section(
      name: "memory",
      facts:
        "\(sessions) sessions, \(viewers) viewers of \(Self.size) and \(sizes) of further sizes; "
        + "tmux with \(sessions) sessions and \(self.clients) clients",
      title: "memory: Pss of whole processes, and what each adds to the daemon",
      tables: [Table(["", "navd", "tmux", "ratio", "goal"], rows)]
    )
  }

  private func row(_ name: String, _ ours: Int, _ theirs: Int?, goal: Int? = nil) -> [String] {
    let ratio = theirs.map { $0 > 0 ? (Double(ours) / Double($0)).text(decimals: 2) : "" }
    return [
      name, ours.inKibibytes, theirs?.inKibibytes ?? "", ratio ?? "",
      goal.map { "<= \($0.inKibibytes)" } ?? "",
    ]
  }
}
