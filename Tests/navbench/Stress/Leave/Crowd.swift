import Glibc
import NavGeometry
import NavSystem
import NavWire
import ZeroMQ

/// A large number of viewers in one process, which `leave` starts and ends to make all of them leave at once; `memory`
/// only looks at their daemon.
///
/// They join as navclient does and read all messages without checking them. The process has a low priority, because it
/// stands for the machines of a thousand people, which share no processor with the daemon.
final class Crowd {
  private final class Viewer {
    let input: Socket
    let layout: Socket
    var viewer: UInt64?

    init(_ crowd: Endpoint, _ layoutEndpoint: Endpoint, in context: Context) throws {
      // Closing the last socket waits until the announcement that the viewer leaves is sent.
      input = try Socket(.dealer, in: context, options: [.linger(.seconds(10))])
      layout = try Socket(
        .subscribe,
        in: context,
        options: [.sendHighWaterMark(0), .receiveHighWaterMark(128)]
      )
      try input.connect(crowd)
      try layout.connect(layoutEndpoint)
    }
  }

  private let session: String
  private let sizes: [CellSize]
  private var viewers: [Viewer] = []
  private var joined = 0
  private var contexts: [Context] = []
  private var poller = Poller()

  /// The longest time without a look at all sockets.
  private static let patience = Duration.milliseconds(500)
  /// Each viewer has two sockets, and a context allows 1,023.
  private static let viewersPerContext = 250
  /// The most joins in progress at a time.
  private static let atOnce = 50
  /// The token of the standard input; those of viewers are above it.
  private static let standardInput = 1
  /// The descriptors of a viewer: two sockets with a connection and an event each.
  static let filesPerViewer = 4

  init(session: String, sizes: [CellSize]) {
    self.session = session
    _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 15)
    self.sizes = sizes
  }

  /// Lets all viewers join.
  func join(_ count: Int, input: Endpoint, layout: Endpoint) throws {
    while viewers.count < count {
      if viewers.count.isMultiple(of: Self.viewersPerContext) { contexts.append(try Context()) }
      guard let context = contexts.last else { return }
      let viewer = try Viewer(input, layout, in: context)
      try attach(viewer, viewport: sizes[viewers.count % sizes.count])
      viewers.append(viewer)
      poller.add(viewer.input, token: 2 * viewers.count, events: .readable)
      poller.add(viewer.layout, token: 2 * viewers.count + 1, events: .readable)
      while viewers.count - joined >= Self.atOnce { try step() }
    }
    while joined < viewers.count { try step() }
  }

  /// Follows until the process is killed, or a byte arrives on its standard input.
  func follow() throws {
    var nextAlive = monotonicNow()
    poller.add(descriptor: STDIN_FILENO, token: Self.standardInput, events: .readable)
    while poller.isReady(token: Self.standardInput).isEmpty {
      try step()
      let now = monotonicNow()
      guard now >= nextAlive else { continue }
      nextAlive = now + .seconds(2)
      for viewer in viewers {
        if let id = viewer.viewer { try send(.alive(viewer: id), by: viewer) }
      }
    }
  }

  /// Announces that all viewers leave, and closes their connections.
  func leave() throws {
    for viewer in viewers {
      if let id = viewer.viewer { try send(.leave(viewer: id), by: viewer) }
    }
    poller = Poller()
    viewers = []
    contexts = []
  }

  private func attach(_ viewer: Viewer, viewport: CellSize) throws {
    try send(
      .attach(Request.Attach(session: session, viewport: viewport, content: nil)),
      by: viewer
    )
  }

  private func send(_ body: Request.Body, by viewer: Viewer) throws {
    var generator = SystemRandomNumberGenerator()
    let request = Request(
      id: 1,
      client: ClientID(random: &generator),
      seq: 0,
      body: body
    )
    _ = try viewer.input.send([[], request.encoded()])
  }

  /// Waits for messages, and reads those of all viewers.
  private func step() throws {
    _ = try poller.wait(timeout: Self.patience)
    for viewer in viewers {
      while let frames = try viewer.input.receive() {
        guard viewer.viewer == nil, let bytes = frames.last else { continue }
        guard case .attached(let attached) = try Reply(decoding: bytes).body else {
          throw BenchError("navd lets no more viewers in")
        }
        viewer.viewer = attached.viewer
        try viewer.layout.subscribe(attached.streamTopic)
        try viewer.layout.subscribe(attached.readyTopic)
      }
      while let frames = try viewer.layout.receive() {
        // The first message on the ready topic is the snapshot.
        guard let topic = frames.first, topic.first == UInt8(ascii: "z") else { continue }
        try viewer.layout.unsubscribe(topic)
        joined += 1
      }
    }
  }
}
