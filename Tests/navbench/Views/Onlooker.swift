import NavCommands
import NavGeometry
import NavModel
import NavScene
import NavSync
import NavSystem
import NavWire
import ZeroMQ

/// A viewer without a terminal that shows the shared view of a session or one of its own.
///
/// It has the two connections of navclient and applies every update. It never joins again: a gap, a wrong hash or a
/// refusal ends the measurement.
final class Onlooker: Member {
  /// The scene at rest, as far as the measurement compares it.
  struct Place {
    /// The version of the viewer's own view.
    let version: UInt64
    /// The page in front, from 1.
    let page: Int
    /// The page of the shared view, from 1; 0 in the shared view itself.
    let sharedPage: Int
    /// The number of viewers of the session.
    let viewers: Int
  }

  let name: String
  private let isBrowser: Bool
  private let client = ClientID.random()
  private let input: Socket
  private let layout: Socket
  private var sent = (requests: UInt64(0), operations: UInt64(0))
  private var attached: Reply.Attached?
  private var replica: Replica?
  /// The version after the newest input; nil until navd accepts that.
  private(set) var acceptedVersion: UInt64?
  private var nextAlive: Duration

  static let sockets = 2
  private static let aliveInterval = Duration.seconds(2)

  /// Asks to join a session, creating it if necessary; `place` is nil until it has joined.
  ///
  /// - Parameters:
  ///   - name: its name in failures.
  ///   - daemon: the daemon.
  ///   - request: the session, the size and the view.
  ///   - context: the context of its sockets.
  /// - Throws: if there are too many sockets.
  init(
    _ name: String,
    of daemon: Navd,
    asking request: Request.Attach,
    in context: Context
  ) throws {
    self.name = name
    isBrowser = request.view != .shared
    // Viewers report at different moments, as those of different people.
    nextAlive = monotonicNow() + Self.aliveInterval * Double.random(in: 0..<1)
    input = try Socket(.dealer, in: context)
    layout = try Socket(
      .subscribe,
      in: context,
      options: [.sendHighWaterMark(0), .receiveHighWaterMark(128)]
    )
    try input.connect(daemon.input)
    try layout.connect(daemon.layout)
    try send(.attach(request))
  }

  /// Returns what the viewer shows; nil before it has joined, and during a motion.
  func place(at now: Duration) throws -> Place? {
    guard let scene = try replica?.scene(at: now), let replica, replica.nextFrameTime == nil else {
      return nil
    }
    guard let control = scene.containers.first(where: { $0.kind == .pageControl }) else {
      throw BenchError("the scene of \(name) does not tell its page: it shows no deck")
    }
    return Place(
      version: replica.version,
      page: control.currentPage + 1,
      sharedPage: scene.sharedPage,
      viewers: scene.viewers
    )
  }

  /// Sends a command; `acceptedVersion` becomes its version.
  func perform(_ command: SessionCommand) throws {
    guard let attached else { throw BenchError("\(name) sends a command before it has joined") }
    acceptedVersion = nil
    let command = Request.Input(
      session: .id(attached.session),
      viewer: attached.viewer,
      viewport: nil,
      action: .command(command)
    )
    try send(.input(command))
  }

  private func send(_ body: Request.Body) throws {
    sent.requests += 1
    if body.isOperation { sent.operations += 1 }
    let request = Request(
      id: sent.requests,
      client: client,
      seq: body.isOperation ? sent.operations : 0,
      body: body
    )
    guard try input.send([[], request.encoded()]) else {
      throw BenchError("a request of \(name) can't be sent: navd has ended")
    }
  }

  // MARK: Turns

  func enter(_ poller: inout Poller, firstToken: Int) {
    poller.add(input, token: firstToken, events: .readable)
    poller.add(layout, token: firstToken + 1, events: .readable)
  }

  func step(at now: Duration) throws {
    while let bytes = try input.receive()?.last { try receive(try Reply(decoding: bytes)) }
    while let frames = try layout.receive() {
      guard frames.count == 2 else { continue }
      try receive(try LayoutMessage(decoding: frames[1]), at: now)
    }
    guard now >= nextAlive, let attached else { return }
    nextAlive = now + Self.aliveInterval
    try send(.alive(viewer: attached.viewer))
  }

  private func receive(_ reply: Reply) throws {
    switch reply.body {
    case .attached(let attached):
      guard attached.part.view != .shared || !isBrowser else {
        throw BenchError("navd gives \(name) no view of its own")
      }
      self.attached = attached
      // Subscribes to the stream topic first: when the ready topic arrives, the stream is subscribed.
      try layout.subscribe(attached.streamTopic)
      try layout.subscribe(attached.readyTopic)
    case .accepted(let version, let noEffect):
      if let noEffect { throw BenchError("a command of \(name) changes nothing: \(noEffect)") }
      acceptedVersion = version
    case .failure(let failure):
      throw BenchError("navd says to \(name): \(failure.text)")
    default:
      throw BenchError("navd answers \(name) with something else")
    }
  }

  private func receive(_ message: LayoutMessage, at now: Duration) throws {
    switch message {
    case .snapshot(let snapshot):
      guard replica == nil, let attached else { return }
      replica = try Replica(snapshot, now: now)
      try layout.unsubscribe(attached.readyTopic)
    case .update(let update):
      // Before the snapshot, which includes it, there is no replica.
      try check(replica?.receive(update, now: now) ?? .ignored)
    case .beat(let beat):
      try check(replica?.receive(beat) ?? .ignored)
    case .keyframe:
      // Only for viewers that have missed something.
      break
    case .bye:
      throw BenchError("the stream of \(name) has ended")
    }
  }

  private func check(_ outcome: Replica.Outcome) throws {
    switch outcome {
    case .applied, .ignored: break
    case .gap: throw BenchError("\(name) has missed an update: the machine is too busy")
    case .corrupt(let text): throw BenchError("an update does not fit \(name): \(text)")
    }
  }
}
