import NavCommands
import NavDaemon
import NavGeometry
import NavInput
import NavLayout
import NavScene
import NavSession
import NavStore
import NavSync
import NavTestKit
import NavText
import NavWire
import Testing

@testable import NavViewer

/// A daemon's core and viewers' cores with wires between them and one clock.
///
/// Every wire keeps its order, as the sockets do. What travels can be held up and lost.
struct Network: ~Copyable {
  /// One viewer and its wires.
  final class Viewer {
    var core: ClientCore
    let id: UInt8
    var size: CellSize
    var hasLeft = false
    var exit: ClientExit?
    /// SUB's filter.
    fileprivate(set) var subscriptions: Set<[UInt8]> = []
    /// On their way to the daemon.
    fileprivate var requests: [[UInt8]] = []
    /// On their way from the daemon.
    fileprivate var replies: [[UInt8]] = []
    fileprivate var messages: [(topic: [UInt8], bytes: [UInt8])] = []
    /// The ids of requests that are operations: the same however often and under whatever client they are sent.
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

  private var daemon: DaemonCore
  private(set) var viewers: [Viewer] = []
  private(set) var now = Duration.seconds(1_000)
  private(set) var epoch: UInt64 = 1
  private let content: ContentDescription
  private let pages: [PageContent]
  private var generator: SplitMix64
  /// What a daemon leaves to the next one.
  private var memory = DictionaryStore()
  /// What the first daemon of that memory began with.
  private var start: StoredState
  /// Whether the disk takes anything.
  var isDiskWell = true
  /// Pages that the daemon has asked for and not got.
  private var pageRequests: [(ticket: UInt64, request: PageRequest)] = []
  /// Operations that were refused for good, each once however often that was said.
  private(set) var refusals: Set<Refusal> = []

  struct Refusal: Hashable {
    var client: ClientID
    var seq: UInt64
  }
  /// Whether a message to one viewer is lost: one in so many; nil for none.
  var loss: Int?

  /// - Parameters:
  ///   - pages: what is read when a session is opened.
  ///   - content: what viewers ask for; of a tree further pages come from the shelf.
  ///   - generator: where all that is random comes from.
  init(
    pages: [PageContent],
    content: ContentDescription = .tour(command: "join"),
    generator: SplitMix64
  ) {
    var generator = generator
    self.content = content
    self.pages = pages
    start = StoredState(bornEpoch: 1, epoch: 1, topicKey: generator.bytes(32))
    daemon = DaemonCore(start, hash: Blake2b(), random: SplitMix64(seed: generator.next()), now: .seconds(1_000))
    self.generator = generator
  }

  // MARK: What happens

  mutating func addViewer(_ size: CellSize, fit: ViewerFit = .relayout) {
    let options = ClientCore.Options(
      session: "talk",
      content: content,
      isContentAsked: false,
      invitation: "join",
      fit: fit
    )
    let core = ClientCore(
      options: options,
      viewport: size,
      random: SplitMix64(seed: generator.next()),
      now: now
    )
    viewers.append(Viewer(core, id: UInt8(viewers.count), size: size))
  }

  mutating func press(_ names: String..., at index: Int) {
    for key in names.compactMap({ Key(name: $0) }) {
      viewers[index].core.receive(.key(key), at: now)
    }
    collect(viewers[index])
  }

  /// A press and a release of the left button on a cell.
  mutating func click(_ point: CellPoint, at index: Int) {
    for action in [MouseEvent.Action.press, .release] {
      let event = MouseEvent(action, button: .left, column: point.x, row: point.y)
      viewers[index].core.receive(.mouse(event), at: now)
    }
    collect(viewers[index])
  }

  mutating func turnWheel(_ action: MouseEvent.Action, at index: Int) {
    viewers[index].core.receive(.mouse(MouseEvent(action, column: 1, row: 1)), at: now)
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

  /// The connection of one viewer breaks and comes back: what was on its way is lost.
  mutating func interrupt(_ index: Int) {
    let viewer = viewers[index]
    viewer.requests = []
    viewer.replies = []
    viewer.messages = []
    viewer.core.connectionLost(at: now)
    viewer.core.connectionFound(at: now)
    collect(viewer)
  }

  /// Another daemon takes the place of the one that was there, and knows what that has stored, or
  /// nothing.
  mutating func restartDaemon(isMemoryLost: Bool = true) {
    epoch += 1
    if isMemoryLost {
      memory = DictionaryStore()
      start = StoredState(bornEpoch: epoch, epoch: epoch, topicKey: generator.bytes(32))
    }
    start.epoch = epoch
    let state = memory.state(start)
    daemon = DaemonCore(state, hash: Blake2b(), random: SplitMix64(seed: generator.next()), now: now)
    pageRequests = []
    for index in viewers.indices {
      // SUB says again what it is subscribed to.
      for topic in viewers[index].subscriptions.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
        daemon.receiveSubscription(to: topic, isActive: true, at: now)
      }
      interrupt(index)
    }
  }

  // MARK: The wires

  /// Takes what a viewer wants done.
  private mutating func collect(_ viewer: Viewer) {
    for action in viewer.core.takeActions() {
      switch action {
      case .send(let bytes):
        viewer.note(bytes)
        viewer.requests.append(bytes)
      case .subscribe(let topic):
        viewer.subscriptions.insert(topic)
        daemon.receiveSubscription(to: topic, isActive: true, at: now)
      case .unsubscribe(let topic):
        viewer.subscriptions.remove(topic)
        // XPUB tells only of the last one that goes.
        if !viewers.contains(where: { $0.subscriptions.contains(topic) }) {
          daemon.receiveSubscription(to: topic, isActive: false, at: now)
        }
      case .exit(let exit):
        viewer.exit = exit
        viewer.hasLeft = true
        viewer.subscriptions = []
      case .suspend, .copy, .setMouse: break
      }
    }
  }

  /// The daemon's turn: whatever has reached it, and what comes of it.
  mutating func turn() {
    for action in endTurn() {
      switch action {
      case .publish(let topic, let bytes):
        for viewer in viewers where viewer.subscriptions.contains(topic) {
          if let loss, generator.oneIn(loss) { continue }
          viewer.messages.append((topic, bytes))
        }
      case .reply(let peer, let bytes):
        note(bytes)
        viewers[Int(peer.envelope[0][0])].replies.append(bytes)
      case .load(let ticket, _):
        daemon.contentLoaded(ticket: ticket, .success(read), at: now)
      case .restore(let ticket, _, _, let place, let version):
        let restored = try? RestoredSession(read, at: place, version: version) {
          (.page(Shelf.page($0)), true)
        }
        if let restored { daemon.restored(ticket: ticket, .success(restored), at: now) }
      case .loadPage(let ticket, _, let request): pageRequests.append((ticket, request))
      case .reload(let reload):
        let content = try? ReloadedContent(read, for: reload) {
          PreparedPage(.page(Shelf.page($0)), rooms: $0.rooms)
        }
        guard let content else { continue }
        daemon.reloaded(
          ticket: reload.ticket,
          session: reload.session,
          .success(content),
          at: now
        )
      case .wrap(let ticket, let texts):
        daemon.wrapped(ticket: ticket, texts.map { $0.wrapped() }, at: now)
      case .attempt(let trial): daemon.tried(ticket: trial.ticket, trial.run())
      case .find(let query):
        daemon.found(ticket: query.ticket, .success(FoundPlaces(.files, isDone: true)))
      case .log, .sync, .close, .export: break
      }
    }
    for case .wrap(let ticket, let texts) in daemon.prepare() {
      daemon.wrapped(ticket: ticket, texts.map { $0.wrapped() }, at: now)
    }
  }

  /// What is read from the disk.
  private var read: SessionContent {
    if case .tree(let path, _) = content { .tree(pages[0], path: path) } else { .deck(pages) }
  }

  /// Persist, then publish and reply.
  private mutating func endTurn() -> [DaemonAction] {
    let batch = daemon.batchToStore(at: now)
    guard !batch.isEmpty else { return daemon.endTurn(at: now) }
    if isDiskWell { memory.commit(batch) }
    return daemon.endTurn(at: now, isStored: isDiskWell)
  }

  private mutating func note(_ reply: [UInt8]) {
    guard let reply = try? Reply(decoding: reply), reply.seq > 0, let client = reply.client,
      case .failure(let failure) = reply.body
    else { return }
    switch failure.code {
    // These are sent once more.
    case .unknownClient, .clientIDConflict, .outOfOrder, .slowDown: break
    case .malformed, .protocolMismatch, .noSuchSession, .sessionExists, .badName, .noSuchInput,
      .rejected, .unknownViewer, .limitReached, .retry, .timedOut, .notPermitted,
      .preconditionFailed, .staleView, .unknown:
      refusals.insert(Refusal(client: client, seq: reply.seq))
    }
  }

  /// The page that was asked for first has been read.
  mutating func readPage() {
    guard !pageRequests.isEmpty else { return }
    let (ticket, request) = pageRequests.removeFirst()
    let page = PreparedPage(.page(Shelf.page(request)), rooms: request.rooms)
    daemon.pageLoaded(ticket: ticket, .success(page), at: now)
  }

  /// Lets at most so many of each kind arrive, at the daemon and at one viewer.
  mutating func carry(_ index: Int, upTo count: Int = .max) throws {
    let viewer = viewers[index]
    for bytes in viewer.requests.prefix(count) {
      daemon.receive(bytes, from: Peer(envelope: [[viewer.id], []]), at: now)
    }
    viewer.requests.removeFirst(min(count, viewer.requests.count))
    for bytes in viewer.replies.prefix(count) where !viewer.hasLeft {
      viewer.core.receive(try Reply(decoding: bytes), at: now)
    }
    viewer.replies.removeFirst(min(count, viewer.replies.count))
    for (topic, bytes) in viewer.messages.prefix(count) where !viewer.hasLeft {
      // SUB drops what it is no longer subscribed to.
      guard viewer.subscriptions.contains(topic) else { continue }
      viewer.core.receive(try LayoutMessage(decoding: bytes), on: topic, at: now)
    }
    viewer.messages.removeFirst(min(count, viewer.messages.count))
    collect(viewer)
  }

  private var isQuiet: Bool {
    viewers.allSatisfy { $0.requests.isEmpty && $0.replies.isEmpty && $0.messages.isEmpty }
  }

  /// Carries everything, and what comes of it, without time passing.
  mutating func flush() throws {
    for _ in 0..<100 {
      turn()
      while !pageRequests.isEmpty {
        readPage()
        turn()
      }
      if isQuiet {
        // Content that was loaded in that turn is answered in the next.
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

  mutating func pass(_ time: Duration) {
    now += time
  }

  /// Lets time pass as the loops do: from one wake to the next, everything carried at once.
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
      if let next = daemon.nextWake() { wake = min(wake, max(next, now)) }
      try demand(wake > now || !isQuiet, "the daemon spins")
      now = wake
    }
    try flush()
  }

  // MARK: What is so

  /// What the daemon says that a size shows at rest.
  mutating func truth(_ size: CellSize) throws -> (version: UInt64, scene: Scene) {
    let client = ClientID(random: &generator)
    let request = Request(id: 1, client: client, seq: 0, body: .takeSnapshot(.name("talk"), size))
    daemon.receive(request.encoded(), from: Peer(envelope: [[0], []]), at: now)
    for case .reply(_, let bytes) in endTurn() {
      if case .snapshot(_, let version, let scene) = try Reply(decoding: bytes).body {
        return (version, scene)
      }
    }
    throw NoSession()
  }

  struct NoSession: Error {}

  /// Demands that every viewer is live and shows what the daemon has, and nothing else.
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
      try demand(screen.staleness == nil)
    }
  }
}
