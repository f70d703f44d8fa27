import NavTestKit
import NavWire

/// Follows every operation from its sender to its answer and through every end of a daemon: each
/// happens once, none is invented, and an operation answered as durable is never undone.
struct OperationAudit {
  /// Identifies an operation, however often and with whatever client ID it is sent.
  private struct Operation: Hashable {
    let node: Int
    let request: UInt64
  }

  private struct Happening {
    let version: UInt64
    /// Whether the daemon has answered that it survives.
    var isDurable = false
  }

  /// The session of every operation sent.
  private var sent: [Operation: UInt64] = [:]
  private var nodes: [ClientID: Int] = [:]
  /// By session: the version that each accepted operation made.
  private var accepted: [UInt64: [Operation: Happening]] = [:]
  /// By session: the versions that the daemon made by releasing abandoned pans.
  private var letGo: [UInt64: Set<UInt64>] = [:]
  /// The versions of operations that a crash has undone.
  private var undone: [Operation: Set<UInt64>] = [:]

  mutating func noteSent(_ request: Request, by node: Int) {
    guard request.seq > 0, case .input(let input) = request.body, case .id(let id) = input.session
    else { return }
    sent[Operation(node: node, request: request.id)] = id
    nodes[request.client] = node
  }

  /// Records an answer of the daemon.
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

  /// Records answers that the daemon has written but not sent yet.
  mutating func noteStored(_ replies: [Reply]) throws {
    for var reply in replies {
      guard let node = reply.client.flatMap({ nodes[$0] }) else { continue }
      reply.isDurable = false
      try noteAnswer(reply, to: node)
    }
  }

  /// Checks an answer that a viewer reads: its operation has happened, or was not reported as
  /// durable.
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

  /// Records that the daemon released a pan itself, which counts as an operation, unless it was a
  /// deferred operation.
  mutating func noteLetGo(in session: UInt64, version: UInt64) {
    let isTaken = accepted[session]?.values.contains { $0.version == version } == true
    if !isTaken { letGo[session, default: []].insert(version) }
  }

  /// Drops the operations that the next daemon does not find on the disk.
  ///
  /// - Returns: the number of undone operations.
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

  /// Returns the number of operations in a session.
  func count(in session: UInt64) -> UInt64 {
    UInt64((accepted[session]?.count ?? 0) + (letGo[session]?.count ?? 0))
  }

  /// The number of operations sent in the whole run.
  var sentCount: Int { sent.count }
  var letGoCount: Int { letGo.values.reduce(0) { $0 + $1.count } }
  var acceptedCount: Int { accepted.values.reduce(0) { $0 + $1.count } }
}
