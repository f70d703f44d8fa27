import NavBase
import NavDaemon
import NavEngine
import NavHost
import NavScene
import NavTestKit
import NavWire
import Testing

@testable import NavViewer

/// A daemon's core and viewers' cores with connections between them and one clock.
///
/// Every connection keeps its order, as the sockets do. Messages in flight can be delayed and lost.
struct ConnectedCores: ~Copyable {
  /// One viewer and its connections.
  final class Viewer {
    var core: ClientCore
    let id: UInt8
    var size: CellSize
    var hasLeft = false
    var exit: ClientExit?
    /// The filter of the SUB socket.
    fileprivate(set) var subscriptions: Set<[UInt8]> = []
    /// Messages in flight to the core.
    fileprivate var requests: [[UInt8]] = []
    /// Messages in flight from the core.
    fileprivate var replies: [[UInt8]] = []
    fileprivate var messages: [(topic: [UInt8], bytes: [UInt8])] = []
    /// The IDs of operations: unchanged by repetitions and by a new client ID.
    private(set) var operations: Set<UInt64> = []

    init(_ core: consuming ClientCore, id: UInt8, size: CellSize) {
      self.core = core
      self.id = id
      self.size = size
    }

    fileprivate func note(_ bytes: [UInt8]) {
      if let request = try? Request(decoding: bytes), request.seq > 0 {
        operations.insert(request.id)
      }
    }
  }

  private var daemon: SteppedDaemon
  private(set) var viewers: [Viewer] = []
  private(set) var epoch: UInt64 = 1
  private let content: ContentSpec
  private let pages: [PageContent]
  private var generator: SplitMix64
  /// Requested pages that are not delivered yet.
  private var pageRequests: [(ticket: UInt64, request: PageRequest)] = []
  /// Operations refused for good, each counted once.
  private(set) var refusals: Set<Refusal> = []

  struct Refusal: Hashable {
    var client: ClientID
    var seq: UInt64
  }
  /// One in so many messages to a viewer is lost; nil for none.
  var loss: Int?

  /// - Parameters:
  ///   - pages: the pages of a new session.
  ///   - content: the content that viewers request; further pages of a tree come from `Shelf`.
  ///   - generator: the source of all random numbers.
  init(
    pages: [PageContent],
    content: ContentSpec = .tour(command: "join"),
    generator: SplitMix64
  ) {
    var generator = generator
    self.content = content
    self.pages = pages
    daemon = SteppedDaemon(
      epoch: epoch,
      random: SplitMix64(seed: generator.next()),
      hash: Blake2b(),
      now: .seconds(1_000)
    )
    self.generator = generator
  }

  var now: Duration { daemon.now }

  /// Whether writes to the disk succeed.
  var isDiskWell: Bool {
    get { daemon.isDiskWell }
    set { daemon.isDiskWell = newValue }
  }

  // MARK: Events

  mutating func addViewer(_ size: CellSize, fit: ViewerFit = .relayout) {
    let options = ClientCore.Options(
      session: "talk",
      content: content,
      isContentAsked: false,
      invitation: "join",
      fit: fit
    )
    let viewer = ClientCore(
      options: options,
      viewport: size,
      random: SplitMix64(seed: generator.next()),
      now: now
    )
    viewers.append(Viewer(viewer, id: UInt8(viewers.count), size: size))
  }

  mutating func press(_ names: String..., at index: Int) {
    for key in names.compactMap({ Key(name: $0) }) {
      viewers[index].core.receiveEvent(.key(key), at: now)
    }
    collect(viewers[index])
  }

  /// Presses and releases the left button on a cell.
  mutating func click(_ point: CellPoint, at index: Int) {
    for action in [MouseEvent.Action.press, .release] {
      let event = MouseEvent(action, button: .left, column: point.x, row: point.y)
      viewers[index].core.receiveEvent(.mouse(event), at: now)
    }
    collect(viewers[index])
  }

  mutating func turnWheel(_ action: MouseEvent.Action, at index: Int) {
    viewers[index].core.receiveEvent(.mouse(MouseEvent(action, column: 1, row: 1)), at: now)
  }

  mutating func resize(_ index: Int, to size: CellSize) {
    viewers[index].size = size
    viewers[index].core.resize(to: size, at: now)
    collect(viewers[index])
  }

  mutating func leave(_ index: Int) {
    viewers[index].core.leave()
    collect(viewers[index])
    viewers[index].hasLeft = true
  }

  /// Breaks and restores the connection of one viewer: messages in flight are lost.
  mutating func interrupt(_ index: Int) {
    let viewer = viewers[index]
    viewer.requests = []
    viewer.replies = []
    viewer.messages = []
    viewer.core.connectionLost(at: now)
    viewer.core.connectionFound(at: now)
    collect(viewer)
  }

  /// Replaces the daemon by a new one with the stored state, or with none.
  mutating func restartDaemon(isMemoryLost: Bool = true) {
    epoch += 1
    daemon.restart(epoch: epoch, isLost: isMemoryLost)
    pageRequests = []
    for index in viewers.indices {
      // SUB sends its subscriptions again.
      for topic in viewers[index].subscriptions.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
        daemon.subscribe(to: topic)
      }
      interrupt(index)
    }
  }

  // MARK: Connections

  /// Performs a viewer's actions.
  private mutating func collect(_ viewer: Viewer) {
    perform(viewer.core.takeActions(), of: viewer)
  }

  /// Runs a turn of the daemon with all input that has arrived.
  mutating func turn() {
    perform(daemon.endTurn())
    perform(daemon.layOutAhead())
  }

  /// The content as read from the disk.
  private var read: SessionContent {
    if case .path(let content) = content, content.kind == .tree {
      .tree(pages[0], path: content.path)
    } else {
      .deck(pages)
    }
  }

  private mutating func note(_ reply: [UInt8]) {
    guard let reply = try? Reply(decoding: reply), reply.seq > 0, let client = reply.client,
      case .failure(let failure) = reply.body
    else { return }
    switch failure.code {
    // These are sent again.
    case .unknownClient, .clientIDConflict, .outOfOrder, .slowDown, .inProgress: break
    case .malformed, .protocolMismatch, .noSuchSession, .sessionExists, .badName, .noSuchInput,
      .rejected, .unknownViewer, .limitReached, .retry, .timedOut, .notPermitted,
      .preconditionFailed, .staleView, .noMatch, .unknown:
      refusals.insert(Refusal(client: client, seq: reply.seq))
    }
  }

  /// Delivers the page that was requested first.
  mutating func readPage() {
    guard !pageRequests.isEmpty else { return }
    let (ticket, request) = pageRequests.removeFirst()
    let page = PreparedPage(.page(Shelf.page(request)), availableSizes: request.availableSizes)
    deliver(.page(ticket: ticket, .success(page)))
  }

  /// Delivers at most so many messages of each kind, to the daemon and to one viewer.
  mutating func carry(_ index: Int, upTo count: Int = .max) throws {
    let viewer = viewers[index]
    for bytes in viewer.requests.prefix(count) {
      daemon.send(bytes, from: Peer(envelope: [[viewer.id], []]))
    }
    viewer.requests.removeFirst(min(count, viewer.requests.count))
    for bytes in viewer.replies.prefix(count) where !viewer.hasLeft {
      viewer.core.receiveReply(try Reply(decoding: bytes), at: now)
    }
    viewer.replies.removeFirst(min(count, viewer.replies.count))
    for (topic, bytes) in viewer.messages.prefix(count) where !viewer.hasLeft {
      // SUB drops messages without a subscription.
      guard viewer.subscriptions.contains(topic) else { continue }
      viewer.core.receiveLayout(try LayoutMessage(decoding: bytes), on: topic, at: now)
    }
    viewer.messages.removeFirst(min(count, viewer.messages.count))
    collect(viewer)
  }

  private var isQuiet: Bool {
    viewers.allSatisfy { $0.requests.isEmpty && $0.replies.isEmpty && $0.messages.isEmpty }
  }

  /// Delivers everything, and all reactions, without advancing the time.
  mutating func flush() throws {
    for _ in 0..<100 {
      turn()
      while !pageRequests.isEmpty {
        readPage()
        turn()
      }
      if isQuiet {
        // Content loaded in that turn is answered in the next one.
        turn()
        if isQuiet { return }
      }
      for index in viewers.indices { try carry(index) }
    }
    try demand(false, "the cores never come to an end of talking")
  }

  mutating func tick() {
    for viewer in viewers where !viewer.hasLeft {
      viewer.core.tick(at: now)
      collect(viewer)
    }
  }

  mutating func pass(_ time: Duration) { daemon.pass(time) }

  /// Advances the time as the loops do: from one wake-up to the next, with immediate delivery.
  mutating func run(for time: Duration) throws {
    let end = now + time
    while now < end {
      try flush()
      var wake = end
      for viewer in viewers where !viewer.hasLeft {
        viewer.core.tick(at: now)
        collect(viewer)
        let next = viewer.core.nextWake(at: now)
        try demand(next.map { $0 > now } ?? true, "a viewer spins")
        wake = min(wake, next ?? end)
      }
      if let next = daemon.nextWake { wake = min(wake, max(next, now)) }
      try demand(wake > now || !isQuiet, "the daemon spins")
      pass(wake - now)
    }
    try flush()
  }

  // MARK: Checks

  /// Returns the scene at rest for a size, according to the core.
  mutating func truth(_ size: CellSize) throws -> (version: UInt64, scene: Scene) {
    let client = ClientID(random: &generator)
    let request = Request(id: 1, client: client, seq: 0, body: .takeSnapshot(.name("talk"), size))
    daemon.send(request.encoded(), from: Peer(envelope: [[0], []]))
    for case .reply(_, let bytes) in daemon.endTurn() {
      if case .snapshot(_, let version, let scene, _) = try Reply(decoding: bytes).body {
        return (version, scene)
      }
    }
    throw NoSession()
  }

  struct NoSession: Error {}

  /// Demands that every viewer is live and shows exactly the daemon's scene.
  mutating func checkAgreement() throws {
    let present = viewers.filter { !$0.hasLeft }
    for viewer in present {
      try demand(viewer.core.connection.isLive, "viewer \(viewer.id) is not live")
      let layout = viewer.core.connection.attached?.viewport ?? viewer.size
      let (version, scene) = try truth(layout)
      let screen = viewer.core.screen(at: now)
      let shown = try #require(screen.scene)
      try demand(
        shown == scene,
        "viewer \(viewer.id) of \(viewer.size)\n\(shown.outline)\n\(scene.outline)"
      )
      try demand(shown.digest == scene.digest)
      try demand(viewer.core.replica?.version == version)
      try demand(scene.viewers == present.count, "\(scene.viewers) of \(present.count) viewers")
      try demand(screen.sync.staleness == nil)
    }
  }
}

// MARK: The daemon's shell

extension ConnectedCores: HostInterpreter {
  typealias Failure = Never

  mutating func deliver(_ result: SimulatedResult) { daemon.receive(result) }

  mutating func publish(_ bytes: [UInt8], on topic: [UInt8]) {
    for viewer in viewers where viewer.subscriptions.contains(topic) {
      if let loss, generator.oneIn(loss) { continue }
      viewer.messages.append((topic, bytes))
    }
  }

  mutating func reply(_ bytes: [UInt8], to peer: Peer) {
    note(bytes)
    viewers[Int(peer.envelope[0][0])].replies.append(bytes)
  }

  mutating func load(_ content: ContentSpec, ticket: UInt64) {
    deliver(.content(ticket: ticket, .success(read)))
  }

  mutating func loadPage(_ request: PageRequest, ticket: UInt64) {
    pageRequests.append((ticket, request))
  }

  mutating func restore(
    _ content: ContentSpec,
    at place: NavigationState,
    version: UInt64,
    ticket: UInt64
  ) {
    let content = read
    let restored = Result { () throws(ContentFailure) in
      try RestoredSession(content, at: place, version: version) { (.page(Shelf.page($0)), true) }
    }
    deliver(.restored(ticket: ticket, restored))
  }

  mutating func reload(_ reload: ContentReload) {
    let content = read
    let reloaded = Result { () throws(ContentFailure) in
      try ReloadedContent(content, for: reload) {
        PreparedPage(.page(Shelf.page($0)), availableSizes: $0.availableSizes)
      }
    }
    deliver(.reloaded(reload, reloaded))
  }

  mutating func sync(ticket: UInt64) {}
}

// MARK: The viewers' shell

extension ConnectedCores: ViewerInterpreter {
  mutating func send(_ bytes: [UInt8], from viewer: Viewer) {
    viewer.note(bytes)
    viewer.requests.append(bytes)
  }

  mutating func subscribe(_ viewer: Viewer, to topic: [UInt8]) {
    viewer.subscriptions.insert(topic)
    daemon.subscribe(to: topic)
  }

  mutating func unsubscribe(_ viewer: Viewer, from topic: [UInt8]) {
    viewer.subscriptions.remove(topic)
    // XPUB reports only the last unsubscription of a topic.
    if !viewers.contains(where: { $0.subscriptions.contains(topic) }) {
      daemon.unsubscribe(from: topic)
    }
  }

  mutating func end(_ viewer: Viewer, with exit: ClientExit) {
    viewer.exit = exit
    viewer.hasLeft = true
    viewer.subscriptions = []
  }
}

/// Random keys, clicks, sizes, joins, leaves, losses and jumps of time on `ConnectedCores`.
struct RandomRun {
  let sizes: [CellSize]
  let keys: [String]
  /// Whether the viewers use the mouse, and pages are read late.
  var hasMouse = false
  /// Whether the daemon is restarted, too.
  var restarts = false

  /// Performs 40 steps while messages are lost, then waits and demands that all viewers show the daemon's scene.
  func check(
    _ cores: inout ConnectedCores,
    _ generator: inout SplitMix64,
    rest: Duration
  ) throws {
    cores.addViewer(generator.pick(sizes))
    cores.loss = 10
    for _ in 0..<40 { try step(&cores, &generator) }
    cores.loss = nil
    try cores.run(for: rest)
    try cores.checkAgreement()
  }

  private func step(_ cores: inout ConnectedCores, _ generator: inout SplitMix64) throws {
    act(&cores, &generator)
    cores.pass(
      .milliseconds(generator.oneIn(12) ? generator.int(in: 0...8_000) : generator.int(in: 0...80))
    )
    cores.tick()
    for index in cores.viewers.indices where !generator.oneIn(4) {
      try cores.carry(index, upTo: generator.pick([1, 2, 100]))
    }
    cores.turn()
    if hasMouse, generator.oneIn(3) {
      cores.readPage()
      cores.turn()
    }
  }

  private func act(_ cores: inout ConnectedCores, _ generator: inout SplitMix64) {
    let present = cores.viewers.indices.filter { !cores.viewers[$0].hasLeft }
    let one = present.isEmpty ? nil : generator.pick(present)
    let lastKey = hasMouse ? 10 : 13
    switch (generator.int(in: 0...(hasMouse ? 17 : 15)), one) {
    case (0, _) where present.count < 4, (_, nil): cores.addViewer(generator.pick(sizes))
    case (1, let one?): cores.resize(one, to: generator.pick(sizes))
    case (2, let one?) where generator.oneIn(3): cores.leave(one)
    case (3, let one?): cores.interrupt(one)
    case (4, _) where restarts && generator.oneIn(2): cores.restartDaemon()
    case (5...lastKey, let one?): cores.press(generator.pick(keys), at: one)
    case (11...14, let one?) where hasMouse:
      let size = cores.viewers[one].size
      let cell = CellPoint(
        x: generator.int(in: 0...size.columns - 1),
        y: generator.int(in: 0...size.rows - 1)
      )
      cores.click(cell, at: one)
    case (15, let one?) where hasMouse:
      cores.turnWheel(generator.pick([.wheelDown, .wheelUp]), at: one)
    default: break
    }
  }

  /// Demands that all operations sent by the remaining viewers were performed or refused, once each.
  func checkExactlyOnce(_ cores: inout ConnectedCores) throws {
    // The last keys of viewers that have left may not have arrived.
    let certain = cores.viewers.filter { !$0.hasLeft }.map(\.operations.count).reduce(0, +)
    let possible = cores.viewers.map(\.operations.count).reduce(0, +)
    let version = try cores.truth(sizes[0]).version
    let answered = Int(version) + cores.refusals.count
    try demand(
      (certain...possible).contains(answered),
      "\(version) operations done, \(cores.refusals.count) refused of \(certain) to \(possible)"
    )
  }
}
