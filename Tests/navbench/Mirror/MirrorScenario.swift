import NavGeometry

/// Measures the time from a key in one terminal to the first byte in the others' terminals, beside tmux and beside a
/// floor in the same run.
///
/// The floor (`FloorSide`) has navd's sockets, threads and messages and does no work: no program with this topology is
/// faster on this machine. The ratio of navd to it is what navd's own code adds.
///
/// screen, and tmux over mosh, are further peers where they are installed. navd over encrypted TCP on this machine, with
/// sealed streams, shows what the encryption costs beside ipc.
///
/// Fairness of the comparison:
/// - All sides have the same number of clients on pseudo terminals of the same size and with the same
///   environment, read and written by the same program. The times run from just before the `write` of one byte
///   to the first client's terminal until `poll` reports output of another client: of the first one, and of the last.
/// - The sides alternate key by key, so that other load affects all; the side that begins changes with the
///   round. All run all the time, but a key is typed only after every terminal has been silent for 150 ms, so
///   no side works while another one is measured (except for the heartbeats of navd and its clients, every
///   second or two).
/// - All go the whole way from the key to the bytes. navd's and the floor's is the longer one: client, daemon, client,
///   whereas tmux's server reads and writes all terminals itself.
/// - tmux has the least possible work: the kernel echoes one character, and there is no status line. navd moves
///   to another slide.
/// - All sides warm up in rounds that are not counted.
///
/// The time to the end of the output is not compared: an echo is one byte, a motion takes 0.4 s.
struct MirrorScenario: Scenario {
  /// The numbers of clients to measure, each at least 2.
  var clients = [2, 8, 32]
  /// The counted rounds, at most `maximumKeys`.
  var keys = 100

  static let maximumKeys = TmuxSide.maximumKeys - warmUp

  private static let warmUp = 4
  private static let size = CellSize(columns: 80, rows: 24)
  private static let floorGoal = 1.3
  private static let peerGoal = 1.0

  func measure() throws -> Section {
    let rows = try clients.flatMap { count in
      progress("mirror with \(count) clients, about \(keys + 2 * count) s")
      return try measure(clients: count)
    }
    let counts = clients.map(String.init).joined(separator: ", ")
    let missing = [("screen", ScreenSide.isInstalled), ("mosh", Mosh.isInstalled)]
      .filter { !$0.1 }.map { "; without \($0.0), which is not installed" }.joined()
    return Section(
      name: "mirror",
      facts: "\(counts) clients of \(Self.size), \(keys) keys on each side, one side at a time"
        + missing,
      title: "mirror: key press to first byte in the others' terminals, of the first and of all",
      tables: [Table(Self.header, rows)]
    )
  }

  /// Measures a number of clients, and returns their rows.
  private func measure(clients: Int) throws -> [[String]] {
    let ground = try TemporaryDirectory()
    let navd = try NavSide(clients: clients, size: Self.size, in: ground)
    let floor = try FloorSide(clients: clients, size: Self.size, in: ground)
    var peers: [any MirrorSide] = [try TmuxSide(clients: clients, size: Self.size, in: ground)]
    if ScreenSide.isInstalled {
      peers.append(try ScreenSide(clients: clients, size: Self.size, in: ground))
    }
    if Mosh.isInstalled {
      peers.append(try TmuxSide.overMosh(clients: clients, size: Self.size, in: ground))
    }
    let encrypted = try NavSide(
      clients: clients,
      size: Self.size,
      in: try TemporaryDirectory(),
      isEncrypted: true
    )
    let sides = peers + [floor, navd, encrypted]
    let figures = try times(of: sides).map(MirrorFigures.init)
    let (ours, least) = (figures[sides.count - 2], figures[sides.count - 3])
    let ratios = figures[sides.count - 1].ratios(to: ours)
    let measured = zip(sides, figures).map { ["\(clients): \($0.name)"] + $1.cells }
    let compared = zip(peers, figures).map {
      ["\(clients): navd / \($0.name)"] + ours.ratios(to: $1, goal: Self.peerGoal)
    }
    return measured
      + [["\(clients): navd / floor"] + ours.ratios(to: least, goal: Self.floorGoal)] + compared
      + [["\(clients): encrypted / navd"] + ratios]
  }

  private static let header = [
    "clients", "first p50", "p99", "spread", "all p50", "p99", "spread", "goal",
  ]

  /// Returns the counted times of each side.
  private func times(of sides: [any MirrorSide]) throws -> [[PseudoTerminal.FirstBytes]] {
    var times: [[PseudoTerminal.FirstBytes]] = sides.map { _ in [] }
    for round in 0..<Self.warmUp + keys {
      for turn in sides.indices {
        let index = (round + turn) % sides.count
        let time = try sides[index].latency(inRound: round)
        if round >= Self.warmUp { times[index].append(time) }
      }
    }
    return times
  }
}

/// The times of one side.
private struct MirrorFigures {
  private let first: Figures<Duration>
  private let all: Figures<Duration>

  init(_ times: [PseudoTerminal.FirstBytes]) {
    first = Figures(times.map(\.first))
    all = Figures(times.map(\.last))
  }

  var cells: [String] {
    [first, all].flatMap {
      [$0.p50.inMilliseconds, $0.p99.inMilliseconds, $0.spreadText]
    } + [""]
  }

  func ratios(to other: MirrorFigures, goal: Double? = nil) -> [String] {
    [(first, other.first), (all, other.all)].flatMap { own, other in
      [(own.p50 / other.p50).text(decimals: 2), (own.p99 / other.p99).text(decimals: 2), ""]
    } + [goal.map { "<= \($0.text(decimals: 2))" } ?? ""]
  }
}
