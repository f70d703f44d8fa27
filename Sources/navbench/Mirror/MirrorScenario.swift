import NavGeometry

/// A key in one terminal until the first byte in another viewer's terminal, beside tmux in the same run.
///
/// Why the comparison is fair:
/// - Both sides have the same number of clients, behind pseudo terminals of the same size and with the same
///   environment, and the same program reads and writes them: the time runs from just before the `write`
///   of one byte into the first client's terminal until `poll` says that another client's has output.
/// - They take turns, key by key, so that whatever else the machine does meets both; who begins changes with
///   the round. Both are running all the time, but a key is typed only when every terminal has been silent
///   for 150 ms, so neither works while the other is measured (but for the signs of life of navd and its
///   clients, every second or two).
/// - Both make the way from the key to the bytes whole. navd's is the longer one: client, daemon, client,
///   where tmux's server reads and writes all terminals itself.
/// - tmux has the least to do that it can have: the kernel echoes one character, there is no status line.
///   navd moves to another slide.
/// - Rounds before the first counted one let both warm up.
///
/// Nothing is said of the time to the last byte: an echo has one, a motion takes 0.4 s.
struct MirrorScenario: Scenario {
  /// Each at least 2.
  var clients = [2, 8]
  /// Counted rounds, at most `maximumKeys`.
  var keys = 100

  static let maximumKeys = TmuxSide.maximumKeys - warmUp

  private static let warmUp = 4
  private static let size = CellSize(columns: 80, rows: 24)

  func measure() throws -> Section {
    let rows = try clients.map { count in
      progress("mirror with \(count) clients, about \(keys * 7 / 10 + count) s")
      return try row(clients: count)
    }
    let counts = clients.map(String.init).joined(separator: ", ")
    return Section(
      name: "mirror",
      facts: "\(counts) clients of \(Self.size), \(keys) keys on each side, one side at a time",
      title: "mirror: key press to first byte in another viewer's terminal",
      tables: [
        Table(
          [
            "clients", "navd p50", "p99", "tmux p50", "p99", "ratio of p50", "of p99", "goal",
          ],
          rows
        )
      ]
    )
  }

  private func row(clients: Int) throws -> [String] {
    let ground = try TemporaryDirectory()
    let sides: [any MirrorSide] = [
      try NavSide(clients: clients, size: Self.size, in: ground),
      try TmuxSide(clients: clients, size: Self.size, in: ground),
    ]
    var times: [[Duration]] = [[], []]
    for round in 0..<Self.warmUp + keys {
      for turn in 0..<2 {
        let index = (round + turn) % 2
        let time = try sides[index].latency(inRound: round)
        if round >= Self.warmUp { times[index].append(time) }
      }
    }
    let (nav, tmux) = (Figures(times[0]), Figures(times[1]))
    return [
      "\(clients)", nav.p50.inMilliseconds, nav.p99.inMilliseconds, tmux.p50.inMilliseconds,
      tmux.p99.inMilliseconds, (nav.p50 / tmux.p50).text(decimals: 2),
      (nav.p99 / tmux.p99).text(decimals: 2), "<= 1.00",
    ]
  }
}
