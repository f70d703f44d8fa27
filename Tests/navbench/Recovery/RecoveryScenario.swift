import NavGeometry
import NavSystem
import NavWire

/// Measures how long a person waits after `kill -9` of navd, beside a plain start in the same run.
///
/// - **recovery**: navd is killed and started again at once, with one session and one navclient in a terminal. All times
///   run from the kill, and include the end of the old process. navclient reconnects by itself. It sends no keys before,
///   so a person holds one: the terminal repeats it 30 times a second from the kill until its effect is seen.
/// - **plain start**: another navd in a directory without any state, from its start until it answers.
///
/// Both are asked by a new connection, which tries every millisecond. They take turns.
struct RecoveryScenario: Scenario {
  /// The counted kills.
  var rounds = 20

  private static let warmUp = 2
  private static let goal = Duration.seconds(1)

  func measure() throws -> Section {
    progress("recovery, \(rounds) kills, about \(rounds) s")
    let victim = try KilledNavd(in: try TemporaryDirectory())
    let peer = try PlainStart(in: try TemporaryDirectory())
    var recoveries: [KilledNavd.Recovery] = []
    var starts: [Duration] = []
    for round in 0..<Self.warmUp + rounds {
      let recovery = try victim.recover(inRound: round)
      let start = try peer.time()
      guard round >= Self.warmUp else { continue }
      recoveries.append(recovery)
      starts.append(start)
    }
    let plain = Figures(starts)
    let rows = [
      ("navd answers", Figures(recoveries.map(\.answer))),
      ("navclient shows a key", Figures(recoveries.map(\.screen))),
    ]
    .map { name, times in
      [
        name, times.p50.inMilliseconds, times.p99.inMilliseconds, times.spreadText,
        "<= \(Self.goal.inMilliseconds)", plain.p50.inMilliseconds, plain.p99.inMilliseconds,
        plain.spreadText, (times.p50 / plain.p50).text(decimals: 2),
      ]
    }
    return Section(
      name: "recovery",
      facts:
        "\(rounds) times kill -9 and a start at once, by turns with a plain start without state; "
        + "one session, a terminal of \(KilledNavd.size)",
      title: "recovery: from kill -9 of navd, which is started again at once",
      tables: [
        Table(
          [
            "until", "p50", "p99", "spread", "goal", "plain start p50", "p99", "spread",
            "ratio of p50",
          ],
          rows
        )
      ]
    )
  }
}

extension Navd {
  /// Waits until the daemon answers a request over a new connection.
  ///
  /// - Parameter everyTurn: called about once a millisecond meanwhile.
  /// - Returns: the time of the answer.
  /// - Throws: `BenchError` if it has ended, or does not answer in time.
  func firstAnswer(_ everyTurn: () throws -> Void = {}) throws -> Duration {
    let participant = try Participant(of: self, reconnectInterval: .milliseconds(1))
    try participant.post(.listSessions)
    let deadline = monotonicNow() + .seconds(10)
    while try participant.reply(within: .milliseconds(1)) == nil {
      guard monotonicNow() < deadline, !hasEnded() else {
        throw BenchError("navd does not answer after its start: \(ending ?? "it runs")")
      }
      drain()
      try everyTurn()
    }
    return monotonicNow()
  }
}
