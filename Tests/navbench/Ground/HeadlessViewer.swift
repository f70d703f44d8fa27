import NavGeometry
import NavModel
import NavScene
import NavSync
import NavSystem
import NavWire
import ZeroMQ

/// A viewer without a terminal: joins and follows a stream as navclient does, and keeps the messages' bytes.
///
/// The daemon treats it like navclient. It runs in this process, so that no painting disturbs the measurement.
final class HeadlessViewer {
  let attached: Reply.Attached
  /// The reply to the attach.
  let attachReply: [UInt8]
  /// The time at which the attach was sent.
  let attachedAt: Duration
  /// All messages of the join; the last one is the snapshot.
  private(set) var joinMessages: [[[UInt8]]] = []

  private let participant: Participant
  private let context: Context
  private let layout: Socket
  /// The socket for requests that get no reply.
  private let lifeline: Socket
  private var poller = Poller()
  private var replica: Replica?

  /// The timeout of waiting for a message.
  private static let patience = Duration.seconds(5)

  /// Joins a session, creating it if necessary.
  init(
    of daemon: Navd,
    session: String,
    showing content: ContentSpec,
    viewport: CellSize = .standardTerminal
  ) throws {
    context = try Context()
    layout = try Socket(.subscribe, in: context, options: [.sendHighWaterMark(0)])
    lifeline = try Socket(.dealer, in: context)
    try Self.connect(layout, to: daemon.layout)
    try lifeline.connect(daemon.input)
    poller.add(layout, token: 1, events: .readable)
    participant = try Participant(of: daemon)
    // As that of navclient, the connection exists before the attach.
    _ = try participant.ask(.listSessions)
    let request = Request.Attach(session: session, viewport: viewport, content: content)
    attachedAt = monotonicNow()
    let answer = try participant.ask(.attach(request))
    guard case .attached(let attached) = answer.body else {
      throw BenchError("navd did not attach a viewer: build navd and navbench from one checkout")
    }
    self.attached = attached
    attachReply = answer.bytes
    // Subscribes to the stream topic first: when the ready topic arrives, the stream is subscribed.
    try layout.subscribe(attached.streamTopic)
    try layout.subscribe(attached.readyTopic)
    while replica == nil {
      let frames = try receive()
      joinMessages.append(frames)
      guard case .snapshot(let snapshot) = try LayoutMessage(decoding: frames[1]) else { continue }
      replica = try Replica(snapshot, now: monotonicNow())
    }
    try layout.unsubscribe(attached.readyTopic)
  }

  /// Connects a socket and waits until the connection exists.
  private static func connect(_ socket: borrowing Socket, to endpoint: Endpoint) throws {
    let events = try socket.monitor([.handshakeSucceeded])
    try socket.connect(endpoint)
    var poller = Poller()
    poller.add(events, token: 1, events: .readable)
    guard try poller.wait(timeout: patience) > 0 else {
      throw BenchError("navd takes no connection within 5 s: the machine is too busy")
    }
  }

  /// The scene at this moment.
  var scene: Scene? {
    get throws { try replica?.scene(at: monotonicNow()) }
  }

  /// The bytes of the attach's reply, with the envelope's empty frame, and of all messages of the join.
  var bytesOfJoin: Int {
    ([[[], attachReply]] + joinMessages).reduce(0) { $0 + WireBytes.count($1) }
  }

  // MARK: Requests

  /// Sends an `alive` message; call it every few seconds.
  func stayAlive() throws { try post(.alive(viewer: attached.viewer)) }

  /// Announces that the viewer leaves.
  func leave() throws { try post(.leave(viewer: attached.viewer)) }

  /// Sends a request that gets no reply.
  private func post(_ body: Request.Body) throws {
    let request = Request(id: 0, client: .none, seq: 0, body: body)
    _ = try lifeline.send([[], request.encoded()])
  }

  /// Sends an input as this viewer.
  func send(_ action: SessionAction) throws -> (version: UInt64, time: Duration) {
    try participant.send(
      Request.Input(
        session: .id(attached.session),
        viewer: attached.viewer,
        viewport: nil,
        action: action
      )
    )
  }

  /// Waits until the daemon says that the motion of a version has ended.
  func waitUntilSettled(_ version: UInt64) throws {
    let wait = Request.Wait(
      session: .id(attached.session),
      condition: .settled(version: version),
      timeout: Self.patience
    )
    _ = try participant.ask(.wait(wait))
  }

  // MARK: Following

  /// Follows the stream until the scene counts this viewer, the only one of its session.
  func followUntilCounted() throws {
    while try scene?.viewers != 1 { _ = try receiveUpdate() }
  }

  /// Follows the stream up to the update that shows a version.
  ///
  /// - Returns: that update's frames and its decoded form.
  func follow(to version: UInt64) throws -> (frames: [[UInt8]], update: Update) {
    while true {
      let received = try receiveUpdate()
      if received.update.version >= version { return received }
    }
  }

  /// Returns the frames of all further updates, until none has arrived for a time.
  func updates(until quiet: Duration) throws -> [[[UInt8]]] {
    var updates: [[[UInt8]]] = []
    while true {
      while let frames = try layout.receive() {
        guard frames.count == 2, case .update(let update) = try LayoutMessage(decoding: frames[1])
        else { continue }
        try apply(update)
        updates.append(frames)
      }
      guard try poller.wait(timeout: quiet) > 0 else { return updates }
    }
  }

  /// Receives the next update and applies it to the replica.
  private func receiveUpdate() throws -> (frames: [[UInt8]], update: Update) {
    while true {
      let frames = try receive()
      guard case .update(let update) = try LayoutMessage(decoding: frames[1]) else { continue }
      try apply(update)
      return (frames, update)
    }
  }

  private func apply(_ update: Update) throws {
    let outcome = replica?.receive(update, now: monotonicNow())
    guard outcome == .applied || outcome == .ignored else {
      throw BenchError("an update does not fit the replica (\(outcome.map { "\($0)" } ?? "none"))")
    }
  }

  /// Receives the next message: its topic and its body.
  private func receive() throws -> [[UInt8]] {
    while true {
      if let frames = try layout.receive(), frames.count == 2 { return frames }
      guard try poller.wait(timeout: Self.patience) > 0 else {
        throw BenchError("navd publishes nothing within 5 s: the machine is too busy, or it ended")
      }
    }
  }
}
