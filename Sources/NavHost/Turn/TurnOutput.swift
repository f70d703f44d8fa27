import NavBase
import NavWire

/// The output of a turn: actions in the order in which they are performed, and replies, which follow the updates that
/// they refer to.
struct TurnOutput: Sendable {
  private(set) var actions: [DaemonAction] = []
  /// Replies of this turn.
  private(set) var replies: [OutgoingReply] = []
  /// Replies to operations of an earlier turn that are stored by now.
  private(set) var landed: [OutgoingReply] = []

  /// The number of those that are kept for repetitions.
  private(set) var keptReplies = 0
  private(set) var counts = OutputCounts()

  /// The bound of the lines about what peers do.
  var audit = AuditRate()

  var hasActions: Bool { !actions.isEmpty }

  mutating func append(_ action: DaemonAction) {
    actions.append(action)
  }

  /// Sends the bytes of a reply now.
  mutating func reply(_ bytes: [UInt8], to peer: Peer) {
    counts.replyBytes += UInt64(bytes.count)
    actions.append(.reply(to: peer, bytes))
  }

  mutating func log(_ entry: LogEntry) {
    actions.append(.log(entry))
  }

  mutating func publish(_ publication: Publication) {
    publication.publish(in: &actions, &counts)
  }

  mutating func publish(_ publications: [Publication]) {
    for publication in publications { publish(publication) }
  }

  /// Answers a request; the reply of an operation is kept for repetitions.
  ///
  /// - Parameters:
  ///   - pending: the request.
  ///   - body: the answer.
  ///   - isDurable: whether an operation survives the end of the daemon.
  ///   - questions: the number of questions that its sender is told of.
  mutating func answer(
    _ pending: PendingRequest,
    _ body: Reply.Body,
    isDurable: Bool,
    questions: Int = 0
  ) {
    guard pending.request.isOperation else { return send(pending, body) }
    keptReplies += 1
    count(body)
    replies.append(
      OutgoingReply(pending, operation: body, isDurable: isDurable, questions: questions)
    )
  }

  /// Sends a reply that is not kept.
  mutating func send(_ pending: PendingRequest, _ body: Reply.Body) {
    count(body)
    replies.append(OutgoingReply(pending, body))
  }

  /// Counts the refusals.
  private mutating func count(_ body: Reply.Body) {
    if case .failure(let failure) = body { counts.failures.count(failure.code) }
  }

  /// Repeats the reply of an operation that was answered in this turn.
  ///
  /// - Returns: false if this turn has no reply to the operation.
  mutating func repeatReply(to pending: PendingRequest) -> Bool {
    guard let reply = replies.first(where: { $0.isAnswer(to: pending) }) else { return false }
    replies.append(reply.repeated(for: pending))
    return true
  }

  /// Removes and returns the replies.
  mutating func takeReplies() -> [OutgoingReply] {
    defer { (replies, keptReplies) = ([], 0) }
    return replies
  }

  /// Removes and returns the replies to operations, which wait for the store.
  mutating func takeKept() -> [OutgoingReply] {
    defer { (replies, keptReplies) = (replies.filter { !$0.isKept }, 0) }
    return replies.filter(\.isKept)
  }

  /// Takes replies to operations that are stored.
  mutating func land(_ replies: [OutgoingReply]) { landed += replies }

  /// Removes and returns the replies except those that wait for the store.
  mutating func takeLanded() -> [OutgoingReply] {
    defer { (replies, landed) = (replies.filter(\.isKept), []) }
    return landed + replies.filter { !$0.isKept }
  }

  /// Sends a reply that is not kept.
  mutating func send(_ reply: OutgoingReply) { replies.append(reply) }

  /// Removes and returns the actions.
  mutating func takeActions() -> [DaemonAction] {
    defer { actions = [] }
    return actions
  }
}
