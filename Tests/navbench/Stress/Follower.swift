import NavBase
import NavScene
import NavSystem
import NavWire
import ZeroMQ

/// A viewer without a terminal that stays with its session when the daemon restarts, as navclient does, and records the
/// arrival times of updates.
final class Follower: Member {
  /// An applied update.
  struct Arrival {
    let version: UInt64
    let time: Duration
  }

  private enum State {
    case waiting(until: Duration)
    case attaching(request: UInt64, since: Duration)
    case joining(Reply.Attached, since: Duration)
    case live(Reply.Attached, heardAt: Duration)
  }

  let viewport: CellSize
  /// Whether the bytes of updates are kept.
  var keepsUpdates = false
  /// The updates applied since the last `forgetArrivals`.
  private(set) var arrivals: [Arrival] = []
  /// The number of updates applied since the newest snapshot.
  private(set) var updatesSinceJoin = 0
  /// The number of gaps: updates or beats that did not fit.
  private(set) var gaps = 0
  /// The number of attaches and snapshots that timed out.
  private(set) var timeouts = 0
  /// The descriptions of hash mismatches and unreadable messages.
  private(set) var faults: [String] = []
  /// The bytes of the reply to the last attach.
  private(set) var attachReply: [UInt8] = []
  /// The messages from then until the snapshot, and the updates since the snapshot or `forgetArrivals`: topic and body.
  private(set) var joinMessages: [[[UInt8]]] = []
  private(set) var updates: [(frames: [[UInt8]], update: Update)] = []
  /// The number of beats.
  private(set) var beats = 0
  /// The snapshots since the last `forgetArrivals`, and the newest one before.
  private(set) var snapshots: [Arrival] = []
  private(set) var replica: Replica?

  private var state: State
  private var lastRequest: UInt64 = 0
  private var nextAlive = Duration.zero
  private var joined: Request.Attach.Joined?
  private let session: String
  private let client = ClientID.random()
  private let input: Socket
  private let layout: Socket
  private let inputEvents: Socket
  private let layoutEvents: Socket

  static let sockets = 4
  private static let patience = Duration.seconds(3)
  private static let joinPatience = Duration.seconds(1)
  private static let aliveInterval = Duration.seconds(2)
  /// The random delay between a loss and the next attempt, in milliseconds.
  private static let pause = 20...150

  init(
    of daemon: Navd,
    session: String,
    viewport: CellSize,
    in context: Context
  ) throws {
    self.session = session
    self.viewport = viewport
    state = .waiting(until: .zero)
    input = try Socket(
      .dealer,
      in: context,
      options: [
        .immediate(true), .reconnectInterval(.milliseconds(80)),
        .heartbeatInterval(.seconds(1)), .heartbeatTimeout(.seconds(3)),
      ]
    )
    layout = try Socket(
      .subscribe,
      in: context,
      options: [
        .sendHighWaterMark(0), .receiveHighWaterMark(128), .reconnectInterval(.milliseconds(80)),
      ]
    )
    inputEvents = try input.monitor([.handshakeSucceeded])
    layoutEvents = try layout.monitor([.disconnected])
    try input.connect(daemon.input)
    try layout.connect(daemon.layout)
  }

  /// The epoch in which the viewer is live; nil otherwise.
  var epoch: UInt64? {
    if case .live = state { replica?.epoch } else { nil }
  }

  var attached: Reply.Attached? {
    switch state {
    case .live(let attached, _), .joining(let attached, _): attached
    case .waiting, .attaching: nil
    }
  }

  /// The number of viewers in the scene at this moment.
  func countedViewers() throws -> Int? { try replica?.scene(at: monotonicNow()).viewers }

  /// The arrival time of the newest snapshot.
  var joinedAt: Duration? { snapshots.last?.time }

  func forgetArrivals() {
    (arrivals, updates) = ([], [])
    snapshots = snapshots.suffix(1)
  }

  /// Announces that the viewer leaves.
  func leave() throws {
    if let attached { try send(.leave(viewer: attached.viewer)) }
  }

  // MARK: Turns

  func enter(_ poller: inout Poller, firstToken: Int) {
    poller.add(input, token: firstToken, events: .readable)
    poller.add(layout, token: firstToken + 1, events: .readable)
    poller.add(inputEvents, token: firstToken + 2, events: .readable)
    poller.add(layoutEvents, token: firstToken + 3, events: .readable)
  }

  func step(at now: Duration) throws {
    while try layoutEvents.receiveEvent() != nil {
      if epoch != nil { try retry(at: now) }
    }
    while try inputEvents.receiveEvent() != nil {
      switch state {
      case .waiting, .attaching: try attach(at: now)
      case .joining, .live: break
      }
    }
    while let frames = try input.receive() {
      guard let bytes = frames.last else { continue }
      let reply = try Reply(decoding: bytes)
      if case .attached = reply.body { (attachReply, joinMessages) = (bytes, []) }
      try receive(reply, at: now)
    }
    while let frames = try layout.receive() {
      guard frames.count == 2 else { continue }
      if case .joining = state { joinMessages.append(frames) }
      let message = try LayoutMessage(decoding: frames[1])
      if keepsUpdates, case .update(let update) = message { updates.append((frames, update)) }
      try receive(message, on: frames[0], at: now)
    }
    try tick(at: now)
  }

  private func tick(at now: Duration) throws {
    switch state {
    case .waiting(let until):
      if now >= until { try attach(at: now) }
    case .attaching(_, let since), .joining(_, let since):
      guard now - since >= Self.joinPatience else { return }
      timeouts += 1
      try retry(at: now)
    case .live(let attached, let heardAt):
      if now - heardAt >= Self.patience { return try retry(at: now) }
      guard now >= nextAlive else { return }
      nextAlive = now + Self.aliveInterval
      try send(.alive(viewer: attached.viewer))
    }
  }

  // MARK: Joining

  private func send(_ body: Request.Body) throws {
    lastRequest += 1
    let request = Request(id: lastRequest, client: client, seq: 0, body: body)
    _ = try input.send([[], request.encoded()])
  }

  private func attach(at now: Duration) throws {
    try drop()
    let request = Request.Attach(session: session, viewport: viewport, joined: joined)
    try send(.attach(request))
    state = .attaching(request: lastRequest, since: now)
  }

  private func retry(at now: Duration) throws {
    try drop()
    state = .waiting(until: now + .milliseconds(Int.random(in: Self.pause)))
  }

  /// Cancels the current subscriptions.
  private func drop() throws {
    switch state {
    case .joining(let attached, _):
      try layout.unsubscribe(attached.readyTopic)
      try layout.unsubscribe(attached.streamTopic)
    case .live(let attached, _):
      try layout.unsubscribe(attached.streamTopic)
    case .waiting, .attaching: break
    }
  }

  private func receive(_ reply: Reply, at now: Duration) throws {
    switch (reply.body, state) {
    case (.attached(let attached), .attaching(let request, _)) where reply.id == request:
      joined = Request.Attach.Joined(session: attached.session, epoch: attached.epoch)
      // Subscribes to the stream topic first: when the ready topic arrives, the stream is subscribed.
      try layout.subscribe(attached.streamTopic)
      try layout.subscribe(attached.readyTopic)
      state = .joining(attached, since: now)
    case (.failure(let failure), .live) where failure.code == .unknownViewer:
      try attach(at: now)
    case (.failure(let failure), .attaching(let request, _)) where reply.id == request:
      guard failure.code == .slowDown || failure.code == .retry else {
        throw BenchError("navd lets nobody in: \(failure.text)")
      }
      try retry(at: now)
    default: break
    }
  }

  private func receive(_ message: LayoutMessage, on topic: [UInt8], at now: Duration) throws {
    switch (message, state) {
    case (.snapshot(let snapshot), .joining(let attached, _)) where topic == attached.readyTopic:
      try join(snapshot, attached, at: now)
    case (.update(let update), .live(let attached, _)) where topic == attached.streamTopic:
      state = .live(attached, heardAt: now)
      let outcome = replica?.receive(update, now: now) ?? .gap
      if outcome == .applied {
        arrivals.append(Arrival(version: update.version, time: now))
        updatesSinceJoin += 1
      }
      try follow(outcome, at: now)
    case (.beat(let beat), .live(let attached, _)) where topic == attached.streamTopic:
      state = .live(attached, heardAt: now)
      beats += 1
      try follow(replica?.receive(beat) ?? .gap, at: now)
    case (.beat(let beat), .joining(let attached, _)):
      if beat.isGone, topic == attached.readyTopic || topic == attached.streamTopic {
        try retry(at: now)
      }
    default: break
    }
  }

  private func join(_ snapshot: Snapshot, _ attached: Reply.Attached, at now: Duration) throws {
    do {
      replica = try Replica(snapshot, now: now)
    } catch {
      faults.append("a snapshot does not agree with itself: \(error)")
      return try retry(at: now)
    }
    try layout.unsubscribe(attached.readyTopic)
    state = .live(attached, heardAt: now)
    snapshots.append(Arrival(version: snapshot.version, time: now))
    updatesSinceJoin = 0
    nextAlive = now + Self.aliveInterval
  }

  private func follow(_ outcome: Replica.Outcome, at now: Duration) throws {
    switch outcome {
    case .applied, .ignored: return
    case .gap: gaps += 1
    case .corrupt(let text): faults.append(text)
    }
    try retry(at: now)
  }
}
