import ArgumentParser
import NavProcessKit
import NavSystem
import NavWire

/// A navd that is killed and started again, with a navclient in a terminal.
private final class KilledNavd {
  private let daemon: Navd
  private let terminal: PseudoTerminal

  /// Two pages without a common letter at one place, so that each writes its words whole in the one frame of a motion that
  /// is not shown.
  private static let words = ["Mountain", "Seashore"]
  private static let patience = Duration.seconds(10)
  /// The interval at which a terminal repeats a key that is held.
  private static let repeatInterval = Duration.milliseconds(33)

  /// The times from a kill until navd answers a request, and until navclient shows the result of a key that is held from
  /// the kill on.
  typealias Recovery = (answer: Duration, screen: Duration)

  init() throws {
    let ground = try TemporaryDirectory("navbench")
    let deck = Deck(pages: Self.words.map { "\($0)\n" })
    let path = try ground.write(deck.markdown, to: "deck.md")
    daemon = try Navd(in: ground)
    let client = [try Programs.path(of: Programs.client), "--reduced-motion", "--open", path]
    terminal = try PseudoTerminal(client + ["--session", "recovery"], in: ground)
    try terminal.waitFor(Self.words[0])
  }

  /// Kills the daemon and starts it again, while a key is held.
  func recover(inRound round: Int) throws -> Recovery {
    try PseudoTerminal.settle([terminal], quiet: .milliseconds(300))
    let awaited = Self.words[(round + 1) % 2]
    let start = monotonicNow()
    daemon.killNow()
    var nextKey = monotonicNow()
    _ = try daemon.startAgain()
    var output = ""
    var shownAt: Duration?
    let look = { [terminal] in
      output += terminal.readText()
      guard shownAt == nil else { return }
      let now = monotonicNow()
      if output.contains(awaited) { return shownAt = now }
      guard now >= nextKey else { return }
      nextKey = now + Self.repeatInterval
      try terminal.type(round.isMultiple(of: 2) ? "l" : "h")
    }
    let answeredAt = try daemon.firstAnswer(look)
    while shownAt == nil {
      try Interruption.check()
      guard monotonicNow() < start + Self.patience, !terminal.hasEnded() else {
        throw BenchError("navclient does not show '\(awaited)' after kill -9 of navd: \(output)")
      }
      output += terminal.readText(within: .milliseconds(1))
      try look()
    }
    return (answeredAt - start, (shownAt ?? start) - start)
  }
}

extension Navd {
  /// Waits until the daemon answers a request over a new connection.
  ///
  /// - Parameter everyTurn: called about once a millisecond meanwhile.
  /// - Returns: the time of the answer.
  /// - Throws: `BenchError` if it has ended, or does not answer in time.
  fileprivate func firstAnswer(_ everyTurn: () throws -> Void = {}) throws -> Duration {
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

/// Measures how long a person waits after `kill -9` of navd, beside a plain start in the same run.
///
/// - **recovery**: navd is killed and started again at once, with one session and one navclient in a terminal. All times
///   run from the kill, and include the end of the old process. navclient reconnects by itself. It sends no keys before,
///   so a person holds one: the terminal repeats it 30 times a second from the kill until its effect is seen.
/// - **plain start**: another navd in a directory without any state, from its start until it answers.
///
/// Both are asked by a new connection, which tries every millisecond. They take turns.
struct Recovery: Scenario {
  static let configuration = CommandConfiguration(
    abstract:
      "From kill -9 of navd until it answers and a client shows a key, beside a plain start.",
    discussion: """
      `navbench kills` does the same under load, and looks for lost inputs.

      Examples:
        navbench recovery
        navbench recovery --rounds 100
      """
  )

  @Option(help: "Kills measured, 1 to 1000.", transform: within(1...1_000))
  var rounds = 20

  private static let header = [
    "until", "p50", "p99", "spread", "goal", "plain start p50", "p99", "spread", "ratio of p50",
  ]

  func measure() throws -> Section {
    progress("recovery, \(rounds) kills, about \(rounds) s")
    let victim = try KilledNavd()
    let ground = try TemporaryDirectory("navbench")
    let peer = try Navd(in: ground)
    var recoveries: [KilledNavd.Recovery] = []
    var starts: [Duration] = []
    for round in 0..<2 + rounds {
      let recovery = try victim.recover(inRound: round)
      _ = try peer.stop(within: .seconds(10))
      try output(of: ["/bin/rm", "-rf", "\(ground.path)/state"], environment: [:])
      let start = try peer.startAgain()
      let time = try peer.firstAnswer() - start
      // The first two warm up.
      guard round >= 2 else { continue }
      recoveries.append(recovery)
      starts.append(time)
    }
    let plain = Figures(starts)
    let rows = [
      ("navd answers", Figures(recoveries.map(\.answer))),
      ("navclient shows a key", Figures(recoveries.map(\.screen))),
    ]
    .map { name, times in
      [name] + times.inMilliseconds + ["<= 1000.00 ms"] + plain.inMilliseconds
        + [(times.p50 / plain.p50).text()]
    }
    return Section(
      name: "recovery",
      facts: "\(rounds) times kill -9 and a start at once, by turns with a plain start without "
        + "state; one session, one terminal",
      title: "recovery: from kill -9 of navd, which is started again at once",
      tables: [Table(Self.header, rows)]
    )
  }
}
