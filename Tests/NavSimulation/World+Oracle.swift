import NavBase
import NavEngine
import NavHost
import NavScene
import NavTestKit
import NavViewer
import NavWire

/// The conditions that must hold.
extension World {
  /// After this time without trouble all viewers agree: killed viewers are forgotten (6 s and a beat), viewers sized
  /// after them are laid out anew (published with the next beat, at the latest the one after it), streams without
  /// viewers are forgotten too (10 s and a beat), the longest pauses are over (5 s of either kind) and so is a join
  /// after them.
  static let settling =
    DaemonTiming.viewerLifetime + DaemonTiming.streamLinger + DaemonTiming.beat * 5
  /// For so long only signs of life are sent afterwards.
  static let rest = Duration.seconds(4)

  /// Checks that a viewer shows a complete scene that the daemon had, and plays motions forwards, unless it says that
  /// it is out of step.
  mutating func check(_ viewer: SimulatedViewer) throws {
    // Not that of its screen, which may be the answer to a search that is being typed, for this viewer alone.
    guard let scene = viewer.core.currentScene(at: now), let replica = viewer.core.replica,
      replica.isInStep
    else { return }
    let seq = replica.seq
    let place = SceneArchive.Place(topic: viewer.streamTopic, seq: seq)
    guard let cursor = book.find(scene, at: place, after: viewer.shown) else {
      throw Violation("viewer \(viewer.node) shows what the daemon never had:\n\(scene.outline)")
    }
    viewer.shown = cursor
    let hasFocused = scene.focus.map { scene.index(of: $0) != nil } ?? true
    try demand(hasFocused, "the focus is on a container that viewer \(viewer.node) does not show")
    if scene.match > 0 { count(.found) }
    if scene.containers.contains(where: { !$0.filter.isEmpty }) { count(.filtered) }
    try checkDriver(viewer)
  }

  /// Checks that a viewer exits by itself only when its session ended or never existed.
  func checkExit(_ exit: ClientExit, of viewer: SimulatedViewer) throws {
    let isExpected =
      switch exit.code {
      case .success: exit.text == nil || wasKilled || hasLostSession
      case .noInput: !viewer.core.hasJoinedOnce && (exit.text == Self.loadFailure || wasKilled)
      case .noEffect, .usage, .badData, .unreachable, .timeout, .unwritten, .protocolMismatch,
        .notPermitted,
        .hungUp,
        .interrupted, .quit, .terminated:
        false
      }
    try demand(isExpected, "viewer \(viewer.node) goes: \(exit.code), \(exit.text ?? "")")
  }

  /// Lets the world come to rest, and demands that all viewers agree and nothing is pending.
  mutating func checkConvergence() throws {
    heal()
    if present.isEmpty { addViewer(Incident.sizes[0], seed: 0) }
    try outlastSiege()
    try run(for: Self.settling)
    if present.isEmpty {
      // The last viewer left because its session had ended.
      addViewer(Incident.sizes[0], seed: 1)
      try run(for: Self.settling)
    }
    try checkAgreement()
    try checkRest()
    try checkAgreement()
    if try checkControl() { try checkAgreement() }
    try checkDisk()
  }

  /// Checks the state that a daemon started now would find.
  private mutating func checkDisk() throws {
    try kept.checkWhole(daemon.core)
    try replaceDaemon(.kill, downFor: .zero, seed: 0)
  }

  private mutating func checkAgreement() throws {
    let present = present.map { viewers[$0] }
    try demand(!present.isEmpty, "nobody is left to agree")
    try demand(daemon.core.sessions.count == 1, "\(daemon.core.sessions.count) sessions")
    try demand(daemon.core.viewers.count == present.count, "\(daemon.core.viewers.count) viewers")
    try demand(
      readEdition == library.edition,
      "edition \(readEdition) of the content is shown, \(library.edition) is the newest"
    )
    for hosted in daemon.core.sessions.live {
      try demand(hosted.missing == nil, "something is still looked for")
      try demand(
        hosted.model.content == library.read(library.content),
        "something else is shown than there is"
      )
    }
    try daemon.core.checkRest(at: now)
    try daemon.core.checkWhole()
    let layouts = try layouts(of: present)
    for viewer in present {
      try checkAgreement(of: viewer, in: layouts[viewer.node] ?? viewer.size, among: present.count)
    }
    let sizes = Set(layouts.values)
    try demand(daemon.core.streams.count == sizes.count, "\(daemon.core.streams.count) streams")
    try demand(network.heldTopics.count == sizes.count, "\(network.heldTopics.count) topics")
  }

  /// Returns the expected layout size of each node: its own size, or for a letterboxed viewer that of the first viewer.
  private mutating func layouts(of present: [SimulatedViewer]) throws -> [Int: CellSize] {
    let order = try viewersInOrder().compactMap { id in
      present.first { viewer in
        guard case .live(let attached, _) = viewer.core.connection else { return false }
        return attached.viewer == id
      }
    }
    try demand(order.count == present.count, "\(order.count) of \(present.count) are listed")
    let first = order.first { $0.fit == .relayout } ?? order.first
    var layouts: [Int: CellSize] = [:]
    for viewer in present {
      var layout = viewer.size
      if viewer.fit == .letterbox, let first, first !== viewer {
        layout.columns = min(layout.columns, max(10, first.size.columns))
        layout.rows = min(layout.rows, max(3, first.size.rows))
        if layout != viewer.size { count(.borrowedSizes) }
      }
      layouts[viewer.node] = layout
    }
    return layouts
  }

  /// Returns the IDs of the viewers present, in order of arrival.
  private mutating func viewersInOrder() throws -> [UInt64] {
    let request = Request(id: 2, client: .none, seq: 0, body: .listViewers(.name(Self.session)))
    daemon.core.receive(request.encoded(), from: Peer(envelope: [[0], []]), at: now)
    for case .reply(_, let bytes) in daemon.core.endTurn(at: now) {
      if case .viewers(let list) = try Reply(decoding: bytes).body { return list.map(\.id) }
    }
    throw Violation("there is no session")
  }

  private mutating func checkAgreement(
    of viewer: SimulatedViewer,
    in size: CellSize,
    among count: Int
  ) throws {
    let name = "viewer \(viewer.node)"
    guard case .live(let attached, _) = viewer.core.connection, let replica = viewer.core.replica,
      let scene = viewer.core.currentScene(at: now)
    else { throw Violation("\(name) is not live: \(viewer.core.connection)") }
    let stream = daemon.core.streams.values
      .first { $0.session == attached.session && $0.viewport == size }
    guard let stream else { throw Violation("\(name) has no stream") }
    try demand(stream.topic == attached.streamTopic, "\(name) follows another stream")
    let epoch = daemon.core.epoch
    try demand(attached.epoch == epoch && replica.epoch == epoch, "\(name) is in another epoch")
    let beat = stream.publisher.beat
    try demand(replica.seq == beat.seq, "\(name) is at \(replica.seq), the daemon at \(beat.seq)")
    try demand(scene.digest == beat.hash, "\(name) has another hash")
    let (version, truth) = try truth(in: size)
    try demand(
      scene.withOrderedCells == truth.withOrderedCells,
      "\(name) shows\n\(scene.outline)instead of\n\(truth.outline)"
    )
    try demand(replica.version == version, "\(name) has version \(replica.version) of \(version)")
    try demand(scene.viewers == count, "\(name) sees \(scene.viewers) viewers of \(count)")
    try demand(viewer.core.operations.oldest == nil, "\(name) still waits for an answer")
    try demand(replica.nextFrameTime == nil, "\(name) is not at rest")
    try demand(viewer.core.pans.nextWake == nil, "\(name) still has a move to send")
  }

  /// Returns the scene at rest for a size, according to the daemon.
  private mutating func truth(in size: CellSize) throws -> (version: UInt64, scene: Scene) {
    let request = Request(
      id: 1,
      client: .none,
      seq: 0,
      body: .takeSnapshot(.name(Self.session), size)
    )
    // Lays out without waiting, however long a text is.
    let longText = daemon.core.settings.longText
    daemon.core.settings.longText = .max
    defer { daemon.core.settings.longText = longText }
    daemon.core.receive(request.encoded(), from: Peer(envelope: [[0], []]), at: now)
    for case .reply(_, let bytes) in daemon.core.endTurn(at: now) {
      if case .snapshot(_, let version, let scene, _) = try Reply(decoding: bytes).body {
        return (version, scene)
      }
    }
    throw Violation("there is no session")
  }

  private mutating func checkRest() throws {
    traffic = Traffic()
    try run(for: Self.rest)
    try demand(traffic.others.isEmpty, "at rest there is \(traffic.others)")
    // Of a span of n intervals, one interval may be missing or extra.
    let viewers = present.count
    try demand((viewers...3 * viewers).contains(traffic.alives), "\(traffic.alives) alives")
    try demand((3 * viewers...5 * viewers).contains(traffic.beats), "\(traffic.beats) beats")
    let most = traffic.alives + 5
    try demand(traffic.turns <= most, "\(traffic.turns) turns of the daemon")
  }
}
