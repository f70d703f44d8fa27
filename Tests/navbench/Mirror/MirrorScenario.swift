import NavGeometry

/// Measures the time from a key in one terminal to the first byte in another viewer's terminal, beside tmux in the same
/// run.
///
/// Fairness of the comparison:
/// - Both sides have the same number of clients on pseudo terminals of the same size and with the same
///   environment, read and written by the same program. The time runs from just before the `write` of one byte
///   to the first client's terminal until `poll` reports output of another client.
/// - The sides alternate key by key, so that other load affects both; the side that begins changes with the
///   round. Both run all the time, but a key is typed only after every terminal has been silent for 150 ms, so
///   neither side works while the other is measured (except for the heartbeats of navd and its clients, every
///   second or two).
/// - Both go the whole way from the key to the bytes. navd's is the longer one: client, daemon, client, whereas
///   tmux's server reads and writes all terminals itself.
/// - tmux has the least possible work: the kernel echoes one character, and there is no status line. navd moves
///   to another slide.
/// - Both sides warm up in rounds that are not counted.
///
/// The time to the last byte is not compared: an echo is one byte, a motion takes 0.4 s.
struct MirrorScenario: Scenario {
  /// The numbers of clients to measure, each at least 2.
  var clients = [2, 8]
  /// The counted rounds, at most `maximumKeys`.
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
