import NavTestKit
import NavWire

/// Follows every operation from its sender to its answer: each happens once, and none that nobody
/// sent.
struct OperationAudit {
  /// The same however often and under whatever client id it is sent.
  private struct Operation: Hashable {
    let node: Int
    let request: UInt64
  }

  /// What was sent, and to which session.
  private var sent: [Operation: UInt64] = [:]
  /// By session: the version that each accepted operation made.
  private var accepted: [UInt64: [Operation: UInt64]] = [:]
  /// By session: how often the daemon let go of what somebody held.
  private var letGo: [UInt64: Int] = [:]

  mutating func noteSent(_ request: Request, by node: Int) {
    guard request.seq > 0, case .input(let input) = request.body, case .id(let id) = input.session
    else { return }
    sent[Operation(node: node, request: request.id)] = id
  }

  /// The daemon answers.
  mutating func noteAnswer(_ reply: Reply, to node: Int) throws {
    guard reply.seq > 0, case .accepted(let version) = reply.body else { return }
    let operation = Operation(node: node, request: reply.id)
    guard let session = sent[operation] else {
      throw Violation("operation \(reply.id) of viewer \(node) was never sent")
    }
    let known = accepted[session]?[operation]
    try demand(
      known == nil || known == version,
      "operation \(reply.id) of viewer \(node) happened twice: versions \(known ?? 0), \(version)"
    )
    accepted[session, default: [:]][operation] = version
  }

  /// A viewer reads an answer: what it is told has happened.
  func checkSeen(_ reply: Reply, by node: Int) throws {
    guard reply.seq > 0, case .accepted(let version) = reply.body else { return }
    let operation = Operation(node: node, request: reply.id)
    let known = sent[operation].flatMap { accepted[$0]?[operation] }
    try demand(known == version, "viewer \(node) is told of an operation that did not happen")
  }

  /// The daemon lets go of a pan itself, which counts as an operation.
  mutating func noteLetGo(in session: UInt64) {
    letGo[session, default: 0] += 1
  }

  /// How many operations a session has seen.
  func count(in session: UInt64) -> UInt64 {
    UInt64((accepted[session]?.count ?? 0) + (letGo[session] ?? 0))
  }

  /// How many were sent in the whole run.
  var sentCount: Int { sent.count }
  var letGoCount: Int { letGo.values.reduce(0, +) }
  var acceptedCount: Int { accepted.values.reduce(0) { $0 + $1.count } }
}
