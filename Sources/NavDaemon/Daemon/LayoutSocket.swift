import NavHost
import NavSystem
import ZeroMQ

/// The XPUB that publishes scenes, with its guard: a connection that subscribes to a topic that the daemon did not make
/// is shut (proto/README.md: Streams and topics).
///
/// A turn calls `receive`, then `reject` for each change that the core refuses, then `shutOffenders`.
final class LayoutSocket {
  /// The form in which it publishes.
  let form: StreamForm
  private(set) var socket: Socket
  /// The monitor, which reports connections that come and go.
  let events: Socket
  private var connections = LayoutConnections()
  private var offenders: [LayoutConnections.Sender] = []
  /// Topics that were held only by connections that are to be shut.
  private var left: [[UInt8]] = []
  private var notes: [String] = []
  private var offences = BoundedLog(perMinute: 6)
  private var sealer = StreamSealer()

  /// A topic that was subscribed to, or that has no holder any longer.
  struct Change: Hashable, Sendable {
    let topic: [UInt8]
    let isActive: Bool
    /// The subscriber; nil for a topic that has no holder any longer.
    var sender: LayoutConnections.Sender?
    /// The name of the subscriber's connection (`PeerAccess`); nil without one.
    var user: String?
  }

  /// The timeout of handshakes on this machine.
  static let handshakeTimeout = Duration.seconds(3)

  /// The timeout of heartbeats on this machine.
  static let heartbeatTimeout = Duration.milliseconds(1_500)

  /// Creates a socket that is not bound yet.
  ///
  /// - Parameters:
  ///   - form: the form in which it publishes; the connections to a socket for sealed messages are encrypted.
  ///   - context: the ZeroMQ context.
  ///   - thread: the I/O thread of all its connections, as a mask of one bit; `LayoutConnections` relies on a single
  ///     thread.
  ///   - isIPv6: whether it may be bound to IPv6 addresses.
  ///   - handshakeTimeout: how long the handshake of a new connection may take.
  ///   - heartbeatTimeout: how long a heartbeat may go unanswered before the connection ends.
  /// - Throws: if the system refuses.
  init(
    _ form: StreamForm = .open,
    in context: Context,
    thread: UInt64 = 1,
    isIPv6: Bool = false,
    handshakeTimeout: Duration = LayoutSocket.handshakeTimeout,
    heartbeatTimeout: Duration = LayoutSocket.heartbeatTimeout
  ) throws(ZeroMQError) {
    let socket = try Socket(
      .xpublish,
      in: context,
      options: [
        .maxMessageSize(
          form == .sealed ? DaemonLimits.handshakeBytes : DaemonLimits.subscriptionBytes
        ), .xpubVerboser(true),
        .handshakeTimeout(handshakeTimeout), .heartbeatInterval(.milliseconds(500)),
        .heartbeatTimeout(heartbeatTimeout),
        .sendHighWaterMark(DaemonLimits.waitingMessages),
        .receiveHighWaterMark(DaemonLimits.waitingSubscriptions),
        // So that every connection has a number by which it can be shut.
        .authenticationDomain("navd"),
        // So that viewers receive the Bye of a daemon that stops.
        .linger(.milliseconds(500)), .backlog(DaemonLimits.backlog), .ipv6(isIPv6),
        .affinity(thread),
      ]
    )
    let events = try socket.monitor([.accepted, .disconnected])
    self.form = form
    self.socket = socket
    self.events = events
  }

  /// Changes the timeouts of the connections to endpoints that are bound from now on.
  func set(
    heartbeatTimeout: Duration,
    handshakeTimeout: Duration
  ) throws(ZeroMQError) {
    try socket.set(heartbeatTimeout: heartbeatTimeout, handshakeTimeout: handshakeTimeout)
  }

  /// Binds a further endpoint.
  func bind(_ endpoint: Endpoint) throws(ZeroMQError) {
    try socket.bind(endpoint)
  }

  /// Binds a further endpoint for encrypted connections.
  func bind(_ endpoint: Endpoint, encryptedWith keys: CurveKeyPair) throws(ZeroMQError) {
    try socket.bind(endpoint, encryptedWith: keys)
  }

  /// Listens at a TCP endpoint no longer; its connections end.
  ///
  /// - Parameter endpoint: the endpoint as the socket named it when it was bound.
  /// - Throws: if libzmq refuses.
  func unbind(_ endpoint: String) throws(ZeroMQError) {
    try socket.unbind(endpoint)
  }

  /// Handles the end of all connections, of which libzmq reports nothing after `unbind`.
  ///
  /// - Returns: topics that have no holder any longer.
  /// - Throws: if libzmq fails.
  func networkEnded() throws(ZeroMQError) -> [Change] {
    try receiveEvents() + connections.endAll().map { Change(topic: $0, isActive: false) }
  }

  /// Binds an endpoint anew whose files were removed.
  func bindAgain(_ endpoint: Endpoint) throws(ZeroMQError) {
    try socket.bindAgain(endpoint)
  }

  /// Publishes a message, encrypted if there is a key.
  ///
  /// A subscriber whose pipe is full misses it, and detects the gap by itself.
  func publish(
    _ message: [UInt8],
    on topic: [UInt8],
    key: [UInt8]? = nil
  ) throws(ZeroMQError) {
    let bytes = key.map { sealer.seal(message, key: $0, topic: topic) } ?? message
    _ = try socket.send([topic, bytes])
  }

  /// Receives the changes since the last call.
  func receive(at now: Duration) throws(ZeroMQError) -> [Change] {
    var changes = try receiveEvents()
    connections.beginReading()
    var messages: [(frames: [[UInt8]], connection: MessageConnection?)] = []
    while messages.count < DaemonLimits.subscriptionsPerTurn,
      let message = try socket.receiveWithConnection()
    {
      messages.append(message)
    }
    // Connections that were accepted meanwhile are registered before their messages are handled.
    changes += try receiveEvents()
    for message in messages {
      if let change = read(message.frames, from: message.connection, at: now) {
        changes.append(change)
      }
    }
    if messages.count < DaemonLimits.subscriptionsPerTurn { connections.endReading() }
    return changes + leftBehind()
  }

  /// Rejects a change whose sender has no right to its topic.
  ///
  /// - Returns: topics that have no holder any longer.
  func reject(_ change: Change, at now: Duration) -> [Change] {
    if let sender = change.sender {
      accuse(
        sender,
        of: "a topic of \(change.topic.count) bytes that is not ours, or not for it",
        at: now
      )
    }
    return leftBehind()
  }

  /// Shuts the connections of offenders; `ConnectionHold` ensures that no other connection is hit.
  ///
  /// - Returns: lines for the operator, and topics that have no holder any longer.
  func shutOffenders() throws(ZeroMQError) -> (lines: [String], changes: [Change]) {
    var changes: [Change] = []
    for offender in offenders where connections.isConnected(offender) {
      guard let hold = ConnectionHold(offender.descriptor) else { continue }
      changes += try receiveEvents()
      // Still the owner of its number after the hold was made, so the hold is of its connection.
      if connections.isConnected(offender) { hold.shutDown() }
    }
    offenders = []
    defer { notes = [] }
    return (notes, changes)
  }

  // MARK: Reading

  private func receiveEvents() throws(ZeroMQError) -> [Change] {
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

  private func read(
    _ frames: [[UInt8]],
    from connection: MessageConnection?,
    at now: Duration
  ) -> Change? {
    // Without a connection, the message reports the end of one, which was announced already.
    guard let connection else { return nil }
    let mark = LayoutConnections.Mark(value: connection.mark, keeper: connection)
    guard let sender = connections.sender(behind: connection.descriptor, mark),
      connections.isHeard(sender)
    else { return nil }
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
    return Change(topic: topic, isActive: true, sender: sender, user: connection.userID)
  }

  // MARK: Offenders

  private func accuse(
    _ sender: LayoutConnections.Sender,
    of offence: String,
    at now: Duration
  ) {
    let outcome: String
    if sender.isCertain {
      guard connections.isHeard(sender) else { return }
      left += connections.shut(sender)
      offenders.append(sender)
      outcome = "it is shut out"
    } else {
      outcome = "it stays, because it can't be told from others"
    }
    if offences.admits(at: now) { notes.append("a subscriber sent \(offence): \(outcome)") }
  }

  private func leftBehind() -> [Change] {
    defer { left = [] }
    return left.map { Change(topic: $0, isActive: false) }
  }
}

/// Admits a bounded number of lines a minute.
struct BoundedLog: Sendable {
  private let perMinute: Int
  private var windowStart = Duration.zero
  private var used = 0

  init(perMinute: Int) {
    self.perMinute = perMinute
  }

  mutating func admits(at now: Duration) -> Bool {
    if now - windowStart >= .seconds(60) {
      windowStart = now
      used = 0
    }
    used += 1
    return used <= perMinute
  }
}
