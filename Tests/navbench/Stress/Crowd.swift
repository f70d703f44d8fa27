import ArgumentParser
import Glibc
import NavBase
import NavProcessKit
import NavSystem
import NavWire
import ZeroMQ

/// The process with the viewers of `leave` and `memory`, which start it.
struct CrowdCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "crowd",
    abstract: "Joins a session many times and follows until a byte arrives.",
    shouldDisplay: false
  )

  @Argument(help: "The session's name.") var session: String
  @Argument(help: "How many viewers.") var viewers: Int
  @Argument(help: "Where requests go.") var input: String
  @Argument(help: "Where scenes come from.") var layout: String
  @Argument(help: "How many sizes they have.") var sizes: Int

  func run() throws {
    try FileLimit.raise(toAtLeast: viewers * Crowd.filesPerViewer + 64)
    let crowd = Crowd(session: session, sizes: Array(Crowd.sizes.prefix(max(1, sizes))))
    try crowd.join(
      viewers,
      input: try Endpoint(parsing: input),
      layout: try Endpoint(parsing: layout)
    )
    progress(Crowd.ready)
    try crowd.follow()
    try crowd.leave()
  }
}

/// A large number of viewers in one process.
///
/// They join as navclient does and read all messages without checking them. The process has a low priority, because it
/// stands for the machines of a thousand people, which share no processor with the daemon.
final class Crowd {
  /// What the process says when all have joined.
  static let ready = "everybody has joined"
  static let sizes = [
    (80, 24), (90, 26), (100, 30), (110, 34), (120, 40), (132, 43), (160, 50), (200, 60),
  ]
  .map { CellSize(columns: $0, rows: $1) }
  /// The descriptors of a viewer: two sockets with a connection and an event each.
  static let filesPerViewer = 4

  /// Starts the process.
  static func start(
    _ viewers: Int,
    of daemon: Navd,
    session: String,
    sizes: Int = sizes.count,
    in ground: TemporaryDirectory
  ) throws -> PseudoTerminal {
    let program = [try Programs.path(of: Programs.bench), "crowd", session, "\(viewers)"]
    let arguments = ["\(daemon.input)", "\(daemon.layout)", "\(sizes)"]
    return try PseudoTerminal(program + arguments, in: ground)
  }

  private final class Viewer {
    let input: Socket
    let layout: Socket
    var viewer: UInt64?

    init(_ inputEndpoint: Endpoint, _ layoutEndpoint: Endpoint, in context: Context) throws {
      // Closing the last socket waits until the announcement that the viewer leaves is sent.
      input = try Socket(.dealer, in: context, options: [.linger(.seconds(10))])
      layout = try Socket(
        .subscribe,
        in: context,
        options: [.sendHighWaterMark(0), .receiveHighWaterMark(128)]
      )
      try input.connect(inputEndpoint)
      try layout.connect(layoutEndpoint)
    }

    func send(_ body: Request.Body) throws {
      let request = Request(id: 1, client: .random(), seq: 0, body: body)
      _ = try input.send([[], request.encoded()])
    }
  }

  private let session: String
  private let sizes: [CellSize]
  private var viewers: [Viewer] = []
  private var joined = 0
  private var contexts: [Context] = []
  private var poller = Poller()

  /// Each viewer has two sockets, and a context allows 1,023.
  private static let viewersPerContext = 250
  /// The most joins in progress at a time.
  private static let atOnce = 50
  /// The token of the standard input; those of viewers are above it.
  private static let standardInput = 1

  init(session: String, sizes: [CellSize]) {
    _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 15)
    (self.session, self.sizes) = (session, sizes)
  }

  /// Lets all viewers join.
  func join(_ count: Int, input: Endpoint, layout: Endpoint) throws {
    while viewers.count < count {
      if viewers.count.isMultiple(of: Self.viewersPerContext) { contexts.append(try Context()) }
      guard let context = contexts.last else { return }
      let viewer = try Viewer(input, layout, in: context)
      let size = sizes[viewers.count % sizes.count]
      let attach = Request.Attach(session: session, viewport: size)
      try viewer.send(.attach(attach))
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
      for viewer in viewers { if let id = viewer.viewer { try viewer.send(.alive(viewer: id)) } }
    }
  }

  /// Announces that all viewers leave, and closes their connections.
  func leave() throws {
    for viewer in viewers { if let id = viewer.viewer { try viewer.send(.leave(viewer: id)) } }
    poller = Poller()
    viewers = []
    contexts = []
  }

  /// Waits for messages, and reads those of all viewers.
  private func step() throws {
    _ = try poller.wait(timeout: .milliseconds(500))
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
