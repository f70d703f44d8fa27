import Glibc
import NavCommands
import NavGeometry
import NavSystem
import ZeroMQ

/// Measures the greatest length of the log under constant writing, and the latency of inputs while it is emptied.
///
/// Several clients turn the pages of a small deck at a steady rate, each move a commit. The log's length is read every
/// millisecond; when it falls, it was emptied.
struct LogScenario: Scenario {
  /// The moves of all clients together.
  var moves = 20_000
  /// Inputs of each client per second; the daemon allows 500 sustained.
  var rate = 400
  var judgement: Judgement

  private static let senders = 3
  /// The promise (Sources/NavStore/README.md).
  private static let limit = 64 << 20
  private static let goal = Duration.milliseconds(50)
  /// The moves in which the log must have been emptied.
  private static let enoughMoves = 20_000
  /// Inputs under way this long before or after the log was emptied count as affected.
  private static let window = Duration.milliseconds(25)

  func measure() throws -> Section {
    progress("log, about \(moves / (rate * Self.senders) + 2) s")
    let ground = try TemporaryDirectory()
    let daemon = try Navd(in: ground)
    let deck = try ground.write(Deck.small.markdown, to: "deck.md")
    let session = try daemon.makeSession("log", showing: deck)
    let flow = try Flow(
      of: daemon,
      session: session,
      pages: Deck.small.pages.count,
      senders: Self.senders,
      in: try Context()
    )
    let loop = Loop()
    for sender in flow.senders { loop.add(sender) }
    var watch = LogWatch(path: "\(ground.path)/state/navd/state.sqlite-wal")
    loop.everyTurn = { now in
      daemon.drain()
      watch.look(at: now)
      try flow.send(at: now)
    }
    flow.pace = .microseconds(1_000_000 / rate)
    try loop.run(until: "\(moves) moves are answered", within: .seconds(moves / 20)) {
      flow.accepted >= moves
    }
    flow.pace = nil
    try loop.run(until: "every move is answered") { flow.isQuiet }
    return section(flow, watch)
  }

  private func section(_ flow: Flow, _ watch: LogWatch) -> Section {
    let answers = flow.senders.flatMap(\.ledger)
    let isNear = { (answer: Sender.Accepted) in
      watch.emptied.contains {
        answer.sentAt <= $0 + Self.window && answer.answeredAt >= $0 - Self.window
      }
    }
    let near = answers.filter(isNear).map { $0.answeredAt - $0.sentAt }
    let others = answers.filter { !isNear($0) }.map { $0.answeredAt - $0.sentAt }
    let rows = [("the log is emptied", near), ("at other times", others)]
      .filter { !$0.1.isEmpty }
      .map { name, times in
        let figures = Figures(times)
        return [
          name, "\(times.count)", figures.p50.inMilliseconds, figures.p99.inMilliseconds,
          figures.largest.inMilliseconds,
        ]
      }
    var failures = flow.senders.flatMap(\.refusals).map { "an input was refused: \($0)" }
    if watch.longest > Self.limit {
      failures.append("the log has reached \(Self.mebibytes(watch.longest))")
    }
    if flow.accepted >= Self.enoughMoves, watch.emptied.isEmpty {
      failures.append("the log was never emptied in \(flow.accepted) moves")
    }
    if answers.contains(where: { !$0.isDurable }) { failures.append("an input was not saved") }
    if let largest = near.max() {
      failures += judgement.failures(
        of: "an input while the log is emptied",
        largest,
        goal: Self.goal
      )
    }
    return Section(
      name: "log",
      facts: "\(moves) moves of \(Self.senders) clients, \(rate) each in a second",
      title: "log: the log of the state under constant writing",
      tables: [
        Table(["inputs while", "count", "p50", "p99", "largest"], rows),
        Table(
          ["the log", "emptied", "longest", "limit"],
          [
            [
              "", "\(watch.emptied.count) times", Self.mebibytes(watch.longest),
              "<= \(Self.mebibytes(Self.limit))",
            ]
          ]
        ),
      ],
      failures: failures
    )
  }

  private static func mebibytes(_ bytes: Int) -> String {
    "\((Double(bytes) / 1_048_576).text(decimals: 1)) MiB"
  }
}

/// The length of a file over time.
private struct LogWatch {
  let path: String
  private(set) var longest = 0
  /// The times at which it was found shorter than before.
  private(set) var emptied: [Duration] = []
  private var length = 0

  init(path: String) { self.path = path }

  mutating func look(at now: Duration) {
    var status = stat()
    guard stat(path, &status) == 0 else { return }
    let new = Int(status.st_size)
    if new < length { emptied.append(now) }
    length = new
    longest = max(longest, new)
  }
}
