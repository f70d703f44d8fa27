import NavWire

/// Decides which requests are carried out, and in which order: limits their rate, decodes them, recognises repetitions
/// of operations, and lets the senders of the others take turns.
///
/// Permissions are checked later, when a request is carried out or a reply repeated (`accessRefusal`, `ControlRefusal`);
/// here only whether a new client's key has any.
struct RequestGate: Sendable {
  private var rate: RequestRate
  /// The rate of each key, over all its connections.
  private var rateOfKeys: RequestRate
  /// The replies of operations, for repetitions.
  var ledger: RequestLedger
  /// The requests to be carried out.
  var queue = FairQueue<PendingRequest>()
  /// The rights of those who send requests over a network.
  var credentials: Credentials
  private var limits: ConfigurableLimits
  private(set) var counts = RequestCounts()

  /// - Parameters:
  ///   - hash: makes the digests of requests.
  ///   - limits: the rate of one connection, and how many clients are remembered.
  init(hash: any KeyedHash, limits: ConfigurableLimits) {
    self.limits = limits
    rate = RequestRate(limits)
    rateOfKeys = RequestRate(ofKeys: limits.credential)
    ledger = RequestLedger(hash: hash)
    credentials = Credentials(hash: hash)
    ledger.limit = limits.clients
  }

  /// Puts other limits in force.
  mutating func use(_ limits: ConfigurableLimits) {
    ledger.limit = limits.clients
    let isOtherRate =
      limits.requestsPerSecond != self.limits.requestsPerSecond
      || limits.requestBurst != self.limits.requestBurst
    // With another rate, the count of every connection starts again.
    if isOtherRate { rate = RequestRate(limits) }
    if limits.credential.requestsPerSecond != self.limits.credential.requestsPerSecond {
      rateOfKeys = RequestRate(ofKeys: limits.credential)
    }
    self.limits = limits
  }

  /// The way to handle a request.
  enum Action {
    /// Carry it out when its turn comes.
    case dispatch(PendingRequest)
    /// Answer it with a failure that is not kept for repetitions.
    case answerOnce(PendingRequest, Reply.Failure)
    /// Answer it with a failure, which is kept for repetitions of an operation.
    case answerAndKeep(PendingRequest, Reply.Failure)
    /// Send the stored reply of the same operation again.
    case resend([UInt8], to: PendingRequest)
    /// Repeat the reply of the same operation when it is sent: the operation is in progress, or its reply waits.
    case resendPending(PendingRequest)
    /// Drop it: it is above the rate, and no reply is expected.
    case drop
  }

  /// Judges the bytes of a request.
  ///
  /// - Parameters:
  ///   - bytes: the body frame.
  ///   - peer: the sender.
  ///   - now: the time of the turn.
  /// - Returns: how to handle the request.
  mutating func admit(
    _ bytes: [UInt8],
    from peer: Peer,
    at now: RequestLedger.Moment
  ) -> Action {
    counts.bytes += UInt64(bytes.count)
    if let wait = rate.admit(peer.envelope.first ?? [], at: now.time) {
      let text = "more than \(limits.requestsPerSecond) requests a second: wait and send it again"
      return slowDown(bytes, from: peer, for: wait, text)
    }
    if case .key(let key) = peer.principal, let wait = rateOfKeys.admit(key.bytes, at: now.time) {
      let text =
        "more than \(limits.credential.requestsPerSecond) requests a second with this key "
        + "(limits.credential_requests_per_second): wait and send it again"
      return slowDown(bytes, from: peer, for: wait, text)
    }
    guard queue.count(of: peer.principal) < DaemonLimits.queuedRequests else {
      let text =
        "\(DaemonLimits.queuedRequests) requests of this sender wait already: wait and send it again"
      return slowDown(bytes, from: peer, for: DaemonTiming.fullQueue, text)
    }
    switch ReceivedRequest(bytes) {
    case .request(let request):
      counts.kinds.count(request.body.kind)
      let pending = PendingRequest(peer: peer, request: request)
      return repetition(pending, bytes, at: now) ?? .dispatch(pending)
    case .impossible(let request, let error):
      let pending = PendingRequest(peer: peer, request: request)
      let failure = Reply.Failure(.rejected, "the request is impossible: \(error)")
      return repetition(pending, bytes, at: now) ?? .answerAndKeep(pending, failure)
    case .malformed(let request, let error):
      let failure = Reply.Failure(.malformed, "the request could not be read: \(error)")
      return .answerOnce(PendingRequest(peer: peer, request: request), failure)
    }
  }

  mutating func noteNoRequest() {
    counts.dropped += 1
  }

  /// Drops the requests of a connection that wait, except those that have an effect without their answer.
  mutating func drop(requestsOf peer: Peer) {
    let dropped = queue.removeAll(of: peer.principal) { pending in
      guard pending.peer.envelope.first == peer.envelope.first else { return false }
      if case .leave = pending.request.body { return false }
      return !pending.request.isOperation
    }
    counts.dropped += UInt64(dropped)
  }

  /// Compares an operation with the earlier ones of its client.
  ///
  /// - Parameters:
  ///   - pending: the request.
  ///   - bytes: the body frame.
  ///   - now: the time of the turn.
  /// - Returns: how to handle an operation that is repeated or out of order; nil for any other request.
  private mutating func repetition(
    _ pending: PendingRequest,
    _ bytes: [UInt8],
    at now: RequestLedger.Moment
  ) -> Action? {
    let request = pending.request
    guard request.isOperation else { return nil }
    // A key without rights takes no place in the ledger, from which it would drive others out.
    if !ledger.knows(request.client),
      let failure = credentials.refusal(of: pending, at: now.unixTime)
    {
      return .answerOnce(pending, failure)
    }
    let verdict = ledger.judge(
      request.client,
      of: pending.principal,
      seq: request.seq,
      bytes: bytes,
      at: now
    )
    switch verdict {
    case .perform: return nil
    case .answered(let reply): return .resend(reply, to: pending)
    case .pending: return .resendPending(pending)
    case .refused(let failure): return .answerOnce(pending, failure)
    }
  }

  /// Returns the action for a request of a sender above its rate: a failure `slow_down`, if the sender expects a
  /// reply.
  private mutating func slowDown(
    _ bytes: [UInt8],
    from peer: Peer,
    for wait: Duration,
    _ text: String
  ) -> Action {
    guard let request = try? Request(decoding: bytes), request.body.kind.traits.manner != .passing
    else {
      counts.dropped += 1
      return .drop
    }
    var failure = Reply.Failure(.slowDown, text)
    failure.wait = .milliseconds((wait / .milliseconds(1)).rounded(.up))
    return .answerOnce(PendingRequest(peer: peer, request: request), failure)
  }
}

/// A limit of the request rate of each connection, or of each key (proto/README.md: Limits).
///
/// Keeps one time per connection: when all of its requests would have been sent at the permitted rate. It may be ahead
/// of the present by a burst. It is forgotten some time after it has passed, which changes nothing.
struct RequestRate: Sendable {
  private let interval: Duration
  /// The longest time by which a connection may be ahead of the present when it sends a request.
  private let ahead: Duration
  private let lifetime: Duration

  /// Connections with requests since `begunAt`, and those with requests in the period before.
  private var recent: [[UInt8]: Duration] = [:]
  private var earlier: [[UInt8]: Duration] = [:]
  private var begunAt = Duration.zero

  /// - Parameter limits: the rate of one connection.
  init(_ limits: ConfigurableLimits = ConfigurableLimits()) {
    self.init(perSecond: limits.requestsPerSecond, burst: limits.requestBurst)
  }

  /// - Parameter limits: the rate of one key, over all its connections.
  init(ofKeys limits: CredentialLimits) {
    self.init(perSecond: limits.requestsPerSecond, burst: limits.requestsPerSecond * 2)
  }

  private init(perSecond: Int, burst: Int) {
    interval = Duration.seconds(1) / perSecond
    ahead = interval * (burst - 1)
    lifetime = interval * burst
  }

  /// The number of connections that are remembered, at most twice `DaemonLimits.countedConnections`.
  var count: Int { recent.count + earlier.count }

  /// Counts a request.
  ///
  /// - Parameters:
  ///   - connection: its routing id, or the bytes of its key.
  ///   - now: the time of the turn.
  /// - Returns: nil for a request that is admitted, else how long its sender has to wait; then it is not counted.
  mutating func admit(_ connection: [UInt8], at now: Duration) -> Duration? {
    forget(at: now)
    let moment = max(now, recent[connection] ?? earlier[connection] ?? now)
    guard moment - now <= ahead else { return moment - now - ahead }
    recent[connection] = moment + interval
    return nil
  }

  private mutating func forget(at now: Duration) {
    let isFull = recent.count >= DaemonLimits.countedConnections
    guard isFull || now - begunAt >= lifetime else { return }
    earlier = now - begunAt >= lifetime * 2 ? [:] : recent
    recent = [:]
    begunAt = now
  }
}
