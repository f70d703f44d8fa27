import ZeroMQ

/// Somebody whose sockets are served together with those of others.
protocol Member: AnyObject {
  /// Enters its sockets, with tokens from `firstToken` on, at most `Loop.socketsPerMember`.
  func enter(_ poller: inout Poller, firstToken: Int)

  /// Takes what has arrived and does what is due.
  func step(at now: Duration) throws
}

/// Serves senders and followers of one measurement in one thread, as their messages arrive.
final class Loop {
  static let socketsPerMember = 4

  private var poller = Poller()
  private var members: [(member: any Member, firstToken: Int)] = []
  private var nextToken = 0
  /// Called in each turn, before the members' steps: paces senders, empties logs.
  var everyTurn: (Duration) throws -> Void = { _ in }

  func add(_ member: any Member) {
    member.enter(&poller, firstToken: nextToken)
    members.append((member, nextToken))
    nextToken += Self.socketsPerMember
  }

  /// Forgets a member, whose sockets may be closed then.
  func remove(_ member: any Member, sockets: Int) {
    guard let index = members.firstIndex(where: { $0.member === member }) else { return }
    for token in 0..<sockets { poller.remove(token: members[index].firstToken + token) }
    members.remove(at: index)
  }

  /// Serves everybody until something is so.
  ///
  /// - Parameters:
  ///   - condition: its name, for the failure.
  ///   - limit: how long it is waited for.
  ///   - holds: the condition, looked at once a millisecond and after each message.
  /// - Throws: when it is still not so after that time, and what members throw.
  func run(
    until condition: String,
    within limit: Duration = .seconds(30),
    _ holds: () throws -> Bool
  ) throws {
    let deadline = monotonicNow() + limit
    while try !holds() {
      guard monotonicNow() < deadline else {
        throw BenchError("still not so after \(limit): \(condition)")
      }
      try turn()
    }
  }

  /// Serves everybody for a time.
  func run(for time: Duration) throws {
    let end = monotonicNow() + time
    while monotonicNow() < end { try turn() }
  }

  private func turn() throws {
    try Interruption.check()
    _ = try poller.wait(timeout: .milliseconds(1))
    let now = monotonicNow()
    try everyTurn(now)
    for (member, _) in members { try member.step(at: now) }
  }
}
