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

  private struct Sending {
    let session: UInt64
    let kind: Kind
  }

  fileprivate enum Kind {
    /// Each makes a version of its own.
    case input
    /// It makes none if it changes nothing, such as a repeated request for control.
    case control
  }

  fileprivate struct Happening {
    let version: UInt64
    let kind: Kind
    /// Under which the daemon keeps its answer.
    let answer: Kept.OperationID?
    /// Whether the daemon has answered that it survives.
    var isDurable = false
  }

  private var sent: [Operation: Sending] = [:]
  private var nodes: [ClientID: Int] = [:]
  /// By session: the version that each accepted operation made, or found if it changed nothing.
  private var accepted: [UInt64: [Operation: Happening]] = [:]
  /// By session: the versions that the daemon made by releasing abandoned pans.
  private var letGo: [UInt64: Set<UInt64>] = [:]
  /// By session: the versions that changes of control made, also those without an operation.
  private var controlled: [UInt64: Set<UInt64>] = [:]
  /// By session: the last version whose origin was looked for.
  private var explained: [UInt64: UInt64] = [:]
  /// The versions of operations that a crash has undone.
  private var undone: [Operation: Set<UInt64>] = [:]

  mutating func noteSent(_ request: Request, by node: Int) {
    guard request.seq > 0 else { return }
    let operation = Operation(node: node, request: request.id)
    if case .input(let input) = request.body, case .id(let id) = input.session {
      sent[operation] = Sending(session: id, kind: .input)
    } else if case .control(let control) = request.body, case .id(let id) = control.session {
      sent[operation] = Sending(session: id, kind: .control)
    } else {
      return
    }
    nodes[request.client] = node
  }

  /// Records an answer of the daemon.
  mutating func noteAnswer(_ reply: Reply, to node: Int) throws {
    guard reply.seq > 0, case .accepted(let version, _) = reply.body else { return }
    let operation = Operation(node: node, request: reply.id)
    guard let sending = sent[operation] else {
      throw Violation("operation \(reply.id) of viewer \(node) was never sent")
    }
    let known = accepted[sending.session]?[operation]
    try demand(
      known == nil || known?.version == version,
      "operation \(reply.id) of viewer \(node) happened twice: versions \(known?.version ?? 0), "
        + "\(version)"
    )
    let isDurable = reply.isDurable || known?.isDurable == true
    accepted[sending.session, default: [:]][operation] = Happening(
      version: version,
      kind: sending.kind,
      answer: reply.client.map { Kept.OperationID(client: $0, seq: reply.seq) },
      isDurable: isDurable
    )
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
    let known = sent[operation].flatMap { accepted[$0.session]?[operation]?.version }
    let isUndone = !reply.isDurable && undone[operation]?.contains(version) == true
    try demand(
      known == version || isUndone,
      "viewer \(node) is told of an operation that did not happen"
    )
  }

  /// Records that the daemon released a pan itself, which counts as an operation, unless it was a
  /// deferred operation.
  mutating func noteLetGo(in session: UInt64, version: UInt64) {
    if !versions(of: .input, in: session).contains(version) {
      letGo[session, default: []].insert(version)
    }
  }

  /// Finds the origin of the new versions of a session that no input and no released pan has made.
  ///
  /// They are made by control if a change of control was answered with them, or if control has changed in this turn:
  /// it also does when a viewer leaves, is silent for too long, or attaches. All others stay unexplained.
  ///
  /// - Parameters:
  ///   - session: the session.
  ///   - version: its present version; all operations up to that one are recorded.
  ///   - hasChanged: whether its control has changed in this turn.
  mutating func noteControl(in session: UInt64, upTo version: UInt64, hasChanged: Bool) {
    let known = explained[session] ?? 0
    guard version > known else { return }
    explained[session] = version
    let others = versions(of: .input, in: session).union(letGo[session] ?? [])
    let answered = versions(of: .control, in: session)
    // Requests that waited for a restored session are carried out at once: an attach that gives control and a release
    // leave it as it was, and only the release is answered with its version.
    let hasReturned = !hasChanged && (known + 1...version).contains(where: answered.contains)
    for one in known + 1...version
    where !others.contains(one) && (hasChanged || hasReturned || answered.contains(one)) {
      controlled[session, default: []].insert(one)
    }
  }

  private func versions(of kind: Kind, in session: UInt64) -> Set<UInt64> {
    Set((accepted[session] ?? [:]).values.filter { $0.kind == kind }.map(\.version))
  }

  /// Drops the operations that the next daemon does not find on the disk.
  ///
  /// - Returns: the number of undone operations.
  /// - Throws: when one of them was answered as durable.
  mutating func rollBack(to kept: Kept) throws -> Int {
    var count = 0
    for (session, operations) in accepted where !kept.ended.contains(session) {
      let limit = kept.sessions[session]?.version ?? 0
      for (operation, happening) in operations where happening.isLost(above: limit, kept) {
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
    for session in Set(explained.keys).union(letGo.keys) where !kept.ended.contains(session) {
      let limit = kept.sessions[session]?.version ?? 0
      letGo[session] = letGo[session]?.filter { $0 <= limit }
      controlled[session] = controlled[session]?.filter { $0 <= limit }
      explained[session] = min(limit, explained[session] ?? 0)
    }
    return count
  }

  /// Returns the number of operations in a session that made a version.
  func count(in session: UInt64) -> UInt64 {
    let inputs = (accepted[session] ?? [:]).values.filter { $0.kind == .input }.count
    return UInt64(inputs + (letGo[session]?.count ?? 0) + (controlled[session]?.count ?? 0))
  }

  /// The number of operations sent in the whole run.
  var sentCount: Int { sent.count }
  var letGoCount: Int { letGo.values.reduce(0) { $0 + $1.count } }
  var acceptedCount: Int { accepted.values.reduce(0) { $0 + $1.count } }
}

extension OperationAudit.Happening {
  /// Whether a daemon that starts now does not find it.
  ///
  /// - Parameters:
  ///   - limit: the version of its session on the disk.
  ///   - kept: the disk.
  /// - Returns: whether it is lost.
  fileprivate func isLost(above limit: UInt64, _ kept: Kept) -> Bool {
    switch kind {
    case .input: version > limit
    // If it changed nothing, its version was made by another operation.
    case .control: version > limit || answer.map { kept.answers[$0] == nil } ?? false
    }
  }
}
