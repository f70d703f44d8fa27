import NavSystem
import ZeroMQ

/// A participant whose sockets are served in a shared loop.
protocol Member: AnyObject {
  /// Adds its sockets to the poller, with tokens from `firstToken` on, at most
  /// `Loop.socketsPerMember`.
  func enter(_ poller: inout Poller, firstToken: Int)

  /// Handles received messages and due work.
  func step(at now: Duration) throws
}

/// Serves the senders and followers of one measurement in one thread.
final class Loop {
  static let socketsPerMember = 4

  private var poller = Poller()
  private var members: [(member: any Member, firstToken: Int)] = []
  private var nextToken = 0
  /// Called in each turn before the members' steps: paces senders, reads logs.
  var everyTurn: (Duration) throws -> Void = { _ in }

  func add(_ member: any Member) {
    member.enter(&poller, firstToken: nextToken)
    members.append((member, nextToken))
    nextToken += Self.socketsPerMember
  }

  /// Removes a member, whose sockets may be closed afterwards.
  func remove(_ member: any Member, sockets: Int) {
    guard let index = members.firstIndex(where: { $0.member === member }) else { return }
    for token in 0..<sockets { poller.remove(token: members[index].firstToken + token) }
    members.remove(at: index)
  }

  /// Serves all members until a condition holds.
  ///
  /// - Parameters:
  ///   - condition: its description, for the failure.
  ///   - limit: the timeout of a release build.
  ///   - holds: the condition, evaluated once a millisecond and after each message.
  /// - Throws: `BenchError` on timeout, and errors of members.
  func run(
    until condition: String,
    within limit: Duration = .seconds(30),
    _ holds: () throws -> Bool
  ) throws {
    let limit = limit * Programs.slowness
    guard try run(within: limit, until: holds) else {
      throw BenchError("still not so after \(limit): \(condition)")
    }
  }

  /// Serves all members until a condition holds.
  ///
  /// - Returns: whether it held within the time.
  func run(within limit: Duration, until holds: () throws -> Bool) throws -> Bool {
    let deadline = monotonicNow() + limit
    while try !holds() {
      guard monotonicNow() < deadline else { return false }
      try turn()
    }
    return true
  }

  /// Serves all members for a time.
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
