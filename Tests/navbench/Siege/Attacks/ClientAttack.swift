import NavSystem
import NavWire

/// Sends one operation each under more client ids than the daemon remembers, then its first one again.
enum ClientAttack: Attack {
  /// The clients of one process; four of them exceed `limits.clients`.
  private static let clients = 27_500
  private static let patience = Duration.seconds(20)

  static func run(on target: AttackTarget) throws {
    var flood = OperationFlood(target)
    let first = Request(id: 1, client: .random(), seq: 1, body: goTo(target.number))
    let before = try ask(first, target)
    guard case .accepted? = before else {
      throw BenchError("navd does not accept the attacker's first operation")
    }
    while target.isOn, flood.accepted < clients { try flood.run(atMost: clients - flood.accepted) }
    var tallies = flood.tallies
    tallies["accepted", default: 0] += 1
    let after = try ask(first, target)
    switch after {
    case .failure(let failure) where failure.code == .unknownClient: tallies["replays refused"] = 1
    case .accepted where after == before: tallies["replays answered"] = 1
    case .accepted: tallies["replays performed"] = 1
    case nil: tallies["replays unanswered"] = 1
    default: tallies["replays answered otherwise"] = 1
    }
    target.report(tallies)
  }

  private static func ask(_ request: Request, _ target: AttackTarget) throws -> Reply.Body? {
    let end = monotonicNow() + patience
    while monotonicNow() < end {
      let asker = try Asker(target.input)
      try asker.send(request)
      let answer = try asker.answer(within: patience)
      guard case .failure(let failure) = answer, failure.code == .slowDown else { return answer }
      try asker.pause(for: failure.wait)
    }
    return nil
  }
}

/// Operations as fast as possible, each by a client of its own, on a new connection after each burst.
struct OperationFlood {
  private let target: AttackTarget
  private(set) var tallies: [String: Int] = [:]
  private var count = 0

  private static let atOnce = 256
  /// The requests of one connection, which the daemon takes at once.
  private static let burst = 1_000

  var accepted: Int { tallies["accepted"] ?? 0 }

  init(_ target: AttackTarget) {
    self.target = target
    count = target.number
  }

  /// Sends the burst of one connection and waits for its replies.
  ///
  /// - Parameter limit: the most operations.
  /// - Throws: if the daemon can't be reached, or answers with something else than a reply.
  mutating func run(atMost limit: Int = .max) throws {
    let asker = try Asker(target.input)
    var left = min(limit, Self.burst)
    var silentSince = monotonicNow()
    while (left > 0 && target.isOn) || asker.inFlight > 0 {
      while left > 0, asker.inFlight < Self.atOnce {
        count += 1
        left -= 1
        try asker.send(goTo(count), client: .random(), seq: 1)
      }
      for bytes in try asker.take(within: .milliseconds(50)) {
        silentSince = monotonicNow()
        tallies[try Reply(decoding: bytes).body.tally, default: 0] += 1
      }
      guard monotonicNow() - silentSince < .seconds(20) else {
        tallies["unanswered", default: 0] += asker.inFlight
        return
      }
    }
  }
}
