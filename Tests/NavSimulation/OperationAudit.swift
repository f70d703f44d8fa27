import NavTestKit
import NavWire

/// Follows every operation from its sender to its answer and through every end of a daemon: each
/// happens once, none that nobody sent, and what was answered as durable is never undone.
struct OperationAudit {
  /// The same however often and under whatever client id it is sent.
  private struct Operation: Hashable {
    let node: Int
    let request: UInt64
  }

  private struct Happening {
    let version: UInt64
    /// The daemon has said that it survives.
    var isDurable = false
  }

  /// What was sent, and to which session.
  private var sent: [Operation: UInt64] = [:]
  private var nodes: [ClientID: Int] = [:]
  /// By session: the version that each accepted operation made.
  private var accepted: [UInt64: [Operation: Happening]] = [:]
  /// By session: the versions that the daemon made by letting go of what somebody held.
  private var letGo: [UInt64: Set<UInt64>] = [:]
  /// The versions that operations had made which a crash has undone.
  private var undone: [Operation: Set<UInt64>] = [:]

  mutating func noteSent(_ request: Request, by node: Int) {
    guard request.seq > 0, case .input(let input) = request.body, case .id(let id) = input.session
    else { return }
    sent[Operation(node: node, request: request.id)] = id
    nodes[request.client] = node
  }

  /// The daemon answers.
  mutating func noteAnswer(_ reply: Reply, to node: Int) throws {
    guard reply.seq > 0, case .accepted(let version, _) = reply.body else { return }
    let operation = Operation(node: node, request: reply.id)
    guard let session = sent[operation] else {
      throw Violation("operation \(reply.id) of viewer \(node) was never sent")
    }
    let known = accepted[session]?[operation]
    try demand(
      known == nil || known?.version == version,
      "operation \(reply.id) of viewer \(node) happened twice: versions \(known?.version ?? 0), "
        + "\(version)"
    )
    let isDurable = reply.isDurable || known?.isDurable == true
    accepted[session, default: [:]][operation] = Happening(version: version, isDurable: isDurable)
  }

  /// The daemon has written its answers, and said them to nobody yet.
  mutating func noteStored(_ replies: [Reply]) throws {
    for var reply in replies {
      guard let node = reply.client.flatMap({ nodes[$0] }) else { continue }
      reply.isDurable = false
      try noteAnswer(reply, to: node)
    }
  }

  /// A viewer reads an answer: what it is told has happened, or was not said to be durable.
  func checkSeen(_ reply: Reply, by node: Int) throws {
    guard reply.seq > 0, case .accepted(let version, _) = reply.body else { return }
    let operation = Operation(node: node, request: reply.id)
    let known = sent[operation].flatMap { accepted[$0]?[operation]?.version }
    let isUndone = !reply.isDurable && undone[operation]?.contains(version) == true
    try demand(
      known == version || isUndone,
      "viewer \(node) is told of an operation that did not happen"
    )
  }

  /// The daemon lets go of a pan itself, which counts as an operation; unless it was one that had
  /// waited.
  mutating func noteLetGo(in session: UInt64, version: UInt64) {
    let isTaken = accepted[session]?.values.contains { $0.version == version } == true
    if !isTaken { letGo[session, default: []].insert(version) }
  }

  /// The daemon has ended, and the next one begins with what the disk has.
  ///
  /// - Returns: how many operations that undoes.
  /// - Throws: when one of them was answered as durable.
  mutating func rollBack(to kept: Kept) throws -> Int {
    var count = 0
    for (session, operations) in accepted where !kept.ended.contains(session) {
      let limit = kept.sessions[session]?.version ?? 0
      for (operation, happening) in operations where happening.version > limit {
        try demand(
          !happening.isDurable,
          "an operation that was answered as durable is lost: "
            + "\(operation.request) of viewer \(operation.node)"
        )
        undone[operation, default: []].insert(happening.version)
        accepted[session]?[operation] = nil
        count += 1
      }
    }
    for session in letGo.keys where !kept.ended.contains(session) {
      let limit = kept.sessions[session]?.version ?? 0
      letGo[session] = letGo[session]?.filter { $0 <= limit }
    }
    return count
  }

  /// How many operations a session has seen.
  func count(in session: UInt64) -> UInt64 {
    UInt64((accepted[session]?.count ?? 0) + (letGo[session]?.count ?? 0))
  }

  /// How many were sent in the whole run.
  var sentCount: Int { sent.count }
  var letGoCount: Int { letGo.values.reduce(0) { $0 + $1.count } }
  var acceptedCount: Int { accepted.values.reduce(0) { $0 + $1.count } }
}
