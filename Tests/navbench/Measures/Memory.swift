import ArgumentParser
import NavBase
import NavProcessKit
import NavWire

/// Measures the memory of navd and navclient, beside that of tmux in the same run.
///
/// - A whole process counts by its Pss: what it shares with other processes counts in parts. What one more session, layout
///   or viewer adds is the growth of the daemon's anonymous memory, divided by their number, as the Pss of libraries
///   shrinks with every other process that uses them. Either is read when it has come to rest.
/// - Sessions: decks of one sentence a slide, each in a file of its own; tmux: sessions that run `cat`. tmux has one from
///   the start, navd has none.
/// - tmux has one grid for all sizes, so nothing compares to a further size.
struct Memory: Scenario {
  static let configuration = CommandConfiguration(
    abstract: "Memory of navd for each session, layout and viewer, and of navclient, beside tmux.",
    discussion: """
      Examples:
        navbench memory
        navbench memory --sessions 200 --viewers 1000
      """
  )

  @Option(help: "Sessions on each side, 1 to 200.", transform: within(1...200))
  var sessions = 50

  @Option(help: "Viewers of one size of navd, 1 to 2000.", transform: within(1...2_000))
  var viewers = 200

  @Option(help: "Clients of tmux, 1 to 200.", transform: within(1...200))
  var clients = 50

  private static let size = CellSize.standardTerminal
  private static let furtherSizes = 40
  private static let session = "memory"

  func measure() throws -> Section {
    progress("memory, about 40 s")
    let daemons = (try ofNavdSessions(), try ofTmuxSessions())
    let viewing = (try ofViewers(), try ofTmuxClients())
    func row(_ name: String, _ ours: Int, _ theirs: Int?, goal: String = "") -> [String] {
      let ratio = theirs.map { $0 > 0 ? (Double(ours) / Double($0)).text() : "" }
      return [name, ours.inKibibytes, theirs?.inKibibytes ?? "", ratio ?? "", goal]
    }
    let rows = [
      row("daemon, idle", daemons.0.idle, daemons.1.idle),
      row("each of \(sessions) further sessions", daemons.0.each, daemons.1.each),
      row("each of \(Self.furtherSizes) further sizes, with a viewer", try ofSizes(), nil),
      row(
        "each of \(viewers) viewers of one size (tmux: \(clients))",
        viewing.0.each,
        viewing.1.each,
        goal: "<= 1024.0 KiB"
      ),
      row("client at rest, \(Self.size)", viewing.0.client, viewing.1.client),
    ]
    return Section(
      name: "memory",
      facts: "\(sessions) sessions, \(viewers) viewers of \(Self.size) and \(Self.furtherSizes) of "
        + "further sizes; tmux with \(sessions) sessions and \(clients) clients",
      title: "memory: Pss of whole processes, and what each adds to the daemon",
      tables: [Table(["", "navd", "tmux", "ratio", "goal"], rows)]
    )
  }

  // MARK: navd

  /// Returns the memory of a daemon without sessions, and what each of many sessions adds beyond the first.
  private func ofNavdSessions() throws -> (idle: Int, each: Int) {
    let ground = try TemporaryDirectory("navbench")
    let daemon = try Navd(in: ground)
    let idle = try RestingMemory(of: daemon.process)
    let open = { (number: Int) in
      let deck = try ground.write(Deck.small.markdown, to: "deck-\(number).md")
      try daemon.makeSession("\(Self.session)-\(number)", showing: .deck(path: deck))
    }
    try open(0)
    let one = try RestingMemory(of: daemon.process, daemon.drain)
    for number in 1...sessions { try open(number) }
    let full = try RestingMemory(of: daemon.process, daemon.drain)
    return (idle.proportional, (full.anonymous - one.anonymous) / sessions)
  }

  /// Returns what a viewer of each of many sizes adds, beyond the first one.
  private func ofSizes() throws -> Int {
    let ground = try TemporaryDirectory("navbench")
    let stage = try Stage(in: ground, by: try Navd(in: ground))
    let join = { (number: Int) in
      let (columns, rows) = (Self.size.columns + 2 * number, Self.size.rows + number)
      let viewer = try stage.follow(CellSize(columns: columns, rows: rows))
      try stage.run(until: "a viewer has joined") { viewer.epoch != nil }
    }
    let resting = {
      try RestingMemory(of: stage.daemon.process) { try stage.run(for: .milliseconds(1)) }
        .anonymous
    }
    try join(0)
    let one = try resting()
    for number in 1...Self.furtherSizes { try join(number) }
    return (try resting() - one) / Self.furtherSizes
  }

  /// Returns what each of many viewers of one size adds to the daemon, and the memory of a navclient.
  private func ofViewers() throws -> (each: Int, client: Int) {
    let ground = try TemporaryDirectory("navbench")
    let daemon = try Navd(in: ground)
    let deck = try ground.write(Deck.small.markdown, to: "deck.md")
    let command = [try Programs.path(of: Programs.client), "--session", Self.session]
    let client = try PseudoTerminal(command + ["--open", deck], in: ground)
    try client.waitFor("Slide 1", within: .seconds(60))
    let follow = {
      daemon.drain()
      _ = client.readText()
    }
    let resting = try RestingMemory(of: client.process, follow).proportional
    let one = try RestingMemory(of: daemon.process, follow)
    let crowd = try Crowd.start(viewers, of: daemon, session: Self.session, sizes: 1, in: ground)
    try crowd.waitFor(Crowd.ready, within: .seconds(60))
    let all = try RestingMemory(of: daemon.process, follow)
    crowd.killNow()
    return ((all.anonymous - one.anonymous) / viewers, resting)
  }

  // MARK: tmux

  /// Returns the memory of a server with one session, and what each of many sessions adds beyond the first.
  private func ofTmuxSessions() throws -> (idle: Int, each: Int) {
    let tmux = try Tmux(running: ["cat"], in: try TemporaryDirectory("navbench"))
    let idle = try RestingMemory(of: tmux.server)
    for number in 0..<sessions {
      let size = Tmux.arguments(of: Self.size)
      try tmux.run(["new-session", "-d", "-s", "more-\(number)"] + size + ["cat"])
    }
    let full = try RestingMemory(of: tmux.server)
    return (idle.proportional, (full.anonymous - idle.anonymous) / sessions)
  }

  /// Returns what each of many clients adds to the server beyond the first, and the memory of a client.
  private func ofTmuxClients() throws -> (each: Int, client: Int) {
    let tmux = try Tmux(running: ["cat"], in: try TemporaryDirectory("navbench"))
    var terminals = [try tmux.attach()]
    let read = { for terminal in terminals { _ = terminal.readText() } }
    let client = try RestingMemory(of: terminals[0].process, read).proportional
    let one = try RestingMemory(of: tmux.server, read)
    for _ in 0..<clients { terminals.append(try tmux.attach()) }
    let all = try RestingMemory(of: tmux.server, read)
    return ((all.anonymous - one.anonymous) / clients, client)
  }
}
