import NavCommands
import NavGeometry
import NavModel
import NavScene
import NavWire
import ZeroMQ

/// A program that publishes to subscribers.
protocol FanoutLane {
  /// The endpoint at which it publishes.
  var layout: String { get }
  var topic: [UInt8] { get }

  /// Sends the request for which it publishes.
  func publish(_ round: Int) throws

  /// Waits until it has nothing more to do.
  func rest() throws
}

/// navd with a session of one stream, whose topic all subscribe to; the stream's viewer is one more subscriber.
final class FanoutNavd: FanoutLane {
  let layout: String
  let topic: [UInt8]
  /// The bytes of the message for a move.
  let messageSize: Int
  private let viewer: HeadlessViewer
  private var version: UInt64 = 0

  init(in ground: TemporaryDirectory, viewport: CellSize) throws {
    let daemon = try Navd(in: ground)
    let deck = ContentSpec.deck(path: try ground.write(Deck.talk.markdown, to: "deck.md"))
    viewer = try HeadlessViewer(of: daemon, session: "fanout", showing: deck, viewport: viewport)
    layout = "\(daemon.layout)"
    topic = viewer.attached.streamTopic
    let version = try viewer.send(.command(.forward)).version
    messageSize = try viewer.follow(to: version).frames[1].count
    try viewer.waitUntilSettled(version)
  }

  func publish(_ round: Int) throws {
    version = try viewer.send(.command(round.isMultiple(of: 2) ? .back : .forward)).version
  }

  func rest() throws {
    _ = try viewer.follow(to: version)
    try viewer.waitUntilSettled(version)
    try viewer.stayAlive()
  }
}

/// The floor's daemon.
final class FanoutFloor: FanoutLane {
  let layout: String
  let topic = Array("the topic of the one stream\0".utf8)
  private let socket: RequestSocket
  private let daemon: FloorDaemon

  init(in ground: TemporaryDirectory, messageSize: Int) throws {
    daemon = try FloorDaemon(in: ground, messageSize: messageSize)
    layout = daemon.layout
    socket = try RequestSocket(Endpoint(parsing: daemon.input))
  }

  func publish(_ round: Int) throws {
    _ = try socket.ask([UInt8](repeating: 0, count: 60))
  }

  func rest() {}
}
