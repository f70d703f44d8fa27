import NavHost
import ZeroMQ

/// The XPUB on which scenes go out, and what keeps watch at it: who subscribes to what is not ours is shut out
/// (protocol.md: Streams and topics).
///
/// A turn calls `receive`, then `reject` for each change that the core calls strange, then `shutOffenders`.
struct LayoutSocket: ~Copyable {
  private(set) var socket: Socket
  /// Tells of connections that come and go.
  let events: Socket
  private var connections = LayoutConnections()
  private var offenders: [LayoutConnections.Sender] = []
  /// What those held alone who are to be shut out.
  private var left: [[UInt8]] = []
  private var notes: [String] = []
  private var offences = BoundedLog(perMinute: 6)

  /// A topic that is held by somebody more, or by nobody any longer.
  struct Change: Hashable, Sendable {
    let topic: [UInt8]
    let isActive: Bool
    /// Nil where nobody can be shut out for it.
    var sender: LayoutConnections.Sender?
  }

  /// A socket that listens nowhere yet.
  ///
  /// - Parameters:
  ///   - context: what it lives in.
  ///   - thread: the I/O thread that has all of its connections, as a mask of one bit; `LayoutConnections` counts on
  ///     there being one.
  ///   - isIPv6: whether it may listen at IPv6 addresses.
  ///   - handshakeTimeout: how long whoever connects may take to say what it is.
  ///   - heartbeatTimeout: how long a heartbeat may go unanswered before the connection ends.
  /// - Throws: where the system refuses.
  init(
    in context: Context,
    thread: UInt64 = 1,
    isIPv6: Bool = false,
    handshakeTimeout: Duration = .seconds(3),
    heartbeatTimeout: Duration = .milliseconds(1_500)
  ) throws(ZeroMQError) {
    let socket = try Socket(
      .xpublish,
      in: context,
      options: [
        .maxMessageSize(DaemonLimits.subscriptionBytes), .xpubVerboser(true),
        .handshakeTimeout(handshakeTimeout), .heartbeatInterval(.milliseconds(500)),
        .heartbeatTimeout(heartbeatTimeout),
        .sendHighWaterMark(DaemonLimits.waitingMessages),
        // So that viewers hear that the daemon stops.
        .linger(.milliseconds(500)), .ipv6(isIPv6), .affinity(thread),
      ]
    )
    let events = try socket.monitor([.accepted, .disconnected])
    self.socket = socket
    self.events = events
  }

  /// Listens at an endpoint, too.
  mutating func bind(_ endpoint: Endpoint) throws(ZeroMQError) {
    try socket.bind(endpoint)
  }

  /// Everything that has happened since the last call.
  mutating func receive(at now: Duration) throws(ZeroMQError) -> [Change] {
    var changes = try receiveEvents()
    connections.beginReading()
    var messages: [(frames: [[UInt8]], connection: MessageConnection?)] = []
    while messages.count < DaemonLimits.subscriptionsPerTurn,
      let message = try socket.receiveWithConnection()
    {
      messages.append(message)
    }
    // Who came while they were read is known before they are looked at.
    changes += try receiveEvents()
    for message in messages {
      if let change = read(message.frames, from: message.connection, at: now) {
        changes.append(change)
      }
    }
    if messages.count < DaemonLimits.subscriptionsPerTurn { connections.endReading() }
    return changes + leftBehind()
  }

  /// Whoever sent a change has no right to its topic.
  ///
  /// - Returns: what nobody holds now.
  mutating func reject(_ change: Change, at now: Duration) -> [Change] {
    accuse(change.sender, of: "a topic of \(change.topic.count) bytes that is not ours", at: now)
    return leftBehind()
  }

  /// Ends the connections of those who did what nobody may; see `ConnectionHold` for why it hits nobody else.
  ///
  /// - Returns: lines for the operator, and what nobody holds now.
  mutating func shutOffenders() throws(ZeroMQError) -> (lines: [String], changes: [Change]) {
    var changes: [Change] = []
    for offender in offenders where connections.isConnected(offender) {
      guard let hold = ConnectionHold(offender.descriptor) else { continue }
      changes += try receiveEvents()
      // Still the owner of its number behind the hold: then the hold is of it.
      if connections.isConnected(offender) { hold.shutDown() }
    }
    offenders = []
    defer { notes = [] }
    return (notes, changes)
  }

  // MARK: Reading

  private mutating func receiveEvents() throws(ZeroMQError) -> [Change] {
    var left: [[UInt8]] = []
    while let event = try events.receiveEvent() {
      guard let descriptor = event.descriptor else { continue }
      switch event.kind {
      case .accepted: left += connections.accepted(descriptor)
      case .disconnected: left += connections.ended(descriptor)
      default: continue
      }
    }
    return left.map { Change(topic: $0, isActive: false) }
  }

  private mutating func read(
    _ frames: [[UInt8]],
    from connection: MessageConnection?,
    at now: Duration
  ) -> Change? {
    var sender: LayoutConnections.Sender?
    if let connection {
      let mark = LayoutConnections.Mark(value: connection.mark, keeper: connection)
      guard let known = connections.sender(behind: connection.descriptor, mark),
        connections.isHeard(known)
      else { return nil }
      sender = known
    }
    guard frames.count == 1, let kind = frames[0].first, kind <= 1 else {
      accuse(sender, of: "a message that is no subscription", at: now)
      return nil
    }
    let topic = Array(frames[0].dropFirst())
    if kind == 0 {
      let isLast = connections.unsubscribe(from: topic, sender)
      return isLast ? Change(topic: topic, isActive: false) : nil
    }
    guard connections.subscribe(to: topic, sender) else {
      accuse(sender, of: "more than \(DaemonLimits.topicsPerConnection) topics at a time", at: now)
      return nil
    }
    return Change(topic: topic, isActive: true, sender: sender)
  }

  // MARK: Offenders

  private mutating func accuse(
    _ sender: LayoutConnections.Sender?,
    of offence: String,
    at now: Duration
  ) {
    let outcome: String
    if let sender, sender.isCertain {
      guard connections.isHeard(sender) else { return }
      left += connections.shut(sender)
      offenders.append(sender)
      outcome = "it is shut out"
    } else {
      outcome = "it stays, because it can't be told from others"
    }
    if offences.admits(at: now) { notes.append("a subscriber sent \(offence): \(outcome)") }
  }

  private mutating func leftBehind() -> [Change] {
    defer { left = [] }
    return left.map { Change(topic: $0, isActive: false) }
  }
}
