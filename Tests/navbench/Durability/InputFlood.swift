import NavCommands
import NavModel
import NavSystem
import NavWire
import SQLite
import ZeroMQ

/// A navd with requesters that send inputs as fast as they are acknowledged.
final class InputFlood {
  /// The acknowledged inputs and the commits of one measurement.
  struct Work {
    /// Acknowledged inputs per second.
    let rate: Double
    let inputsPerCommit: Double
    /// The mean bytes of a stored change and of a stored reply.
    let changeBytes: Int
    let replyBytes: Int
  }

  private let daemon: Navd
  private let senders: [Sender]
  private let database: String
  private var poller = Poller()
  private var count = 0

  /// Reads the limit of requests that a test of the store must not meet.
  private static let configuration = """
    [limits]
    requests_per_second = 100000
    request_burst = 1000000

    """
  private static let patience = Duration.seconds(10)

  init(_ durability: Durability, requesters: Int, in ground: TemporaryDirectory) throws {
    let configuration = try ground.write(Self.configuration, to: "config.toml")
    let daemon = try Navd(
      in: ground,
      options: ["--config", configuration, "--durability", durability.rawValue]
    )
    self.daemon = daemon
    database = "\(ground.path)/state/navd/state.sqlite"
    let deck = try ground.write(Deck.small.markdown, to: "deck.md")
    let context = try Context()
    senders = try (0..<requesters).map { number in
      let session = try daemon.makeSession("flood-\(number)", showing: deck)
      return try Sender(of: daemon, session: .id(session), in: context)
    }
    for (number, sender) in senders.enumerated() {
      sender.enter(&poller, firstToken: number * Loop.socketsPerMember)
    }
    // The connections, and the first snapshots of the sessions.
    try send(until: monotonicNow() + .milliseconds(200))
  }

  /// Sends for a time, and waits for all replies.
  func run(for time: Duration) throws -> Work {
    let before = try (acknowledged, commits())
    let start = monotonicNow()
    try send(until: start + time)
    let elapsed = monotonicNow() - start
    let accepted = Double(acknowledged - before.0)
    let connection = try Connection(path: database, access: .reading, busyWait: 1_000)
    return Work(
      rate: accepted / (elapsed / .seconds(1)),
      inputsPerCommit: accepted / Double(max(1, try commits() - before.1)),
      changeBytes: try Self.mean("bytes", of: "change", connection),
      replyBytes: try Self.mean("reply", of: "reply", connection)
    )
  }

  private var acknowledged: Int { senders.reduce(0) { $0 + $1.ledger.count } }

  private func send(until end: Duration) throws {
    while true {
      let now = monotonicNow()
      for sender in senders {
        try sender.step(at: now)
        guard sender.inFlight == 0, now < end else { continue }
        count += 1
        try sender.send(.goTo(1 + count % Deck.small.pages.count), at: now)
      }
      daemon.drain()
      if now >= end, senders.allSatisfy({ $0.inFlight == 0 }) { return try check() }
      guard now < end + Self.patience else { throw BenchError("navd leaves inputs unanswered") }
      try Interruption.check()
      _ = try poller.wait(timeout: .milliseconds(100))
    }
  }

  /// Checks that every input was stored, and none was delayed by a limit.
  private func check() throws {
    let faults =
      senders.flatMap(\.refusals) + (senders.contains { $0.slowDowns > 0 } ? ["slow down"] : [])
      + (senders.contains { $0.ledger.contains { !$0.isDurable } } ? ["not durable"] : [])
    guard faults.isEmpty else {
      throw BenchError("navd says to an input: \(faults.joined(separator: ", "))")
    }
  }

  private func commits() throws -> Int64 {
    let connection = try Connection(path: database, access: .reading, busyWait: 1_000)
    return try connection.number("SELECT count FROM commits") ?? 0
  }

  private static func mean(
    _ column: String,
    of table: String,
    _ connection: Connection
  ) throws -> Int {
    Int(try connection.number("SELECT CAST(avg(length(\(column))) AS INTEGER) FROM \(table)") ?? 0)
  }
}
