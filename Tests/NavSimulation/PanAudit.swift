import NavSession
import NavTestKit
import NavWire
import NavHost

/// Follows every pan from the viewer that begins it to its end: a session is moved by nobody else,
/// and by nobody who has let go.
struct PanAudit {
  /// A viewer's id is never used again, not by another daemon either.
  private struct Gesture: Hashable {
    let viewer: UInt64
    let number: UInt64
  }

  private struct Operation: Hashable {
    let node: Int
    let request: UInt64
  }

  /// How far each has gone, as its viewer has said at some time.
  private var translations: [Gesture: Set<Int>] = [:]
  private var releases: [Operation: Gesture] = [:]
  private var released: Set<Gesture> = []
  /// When the daemon was told last of each.
  private var heardAt: [Gesture: Duration] = [:]

  /// How many moves came while another viewer's pan was under way.
  private(set) var contested = 0
  /// How many moves the daemon took.
  private(set) var moved = 0
  private var last: [UInt64: PanMove] = [:]

  var releaseCount: Int { released.count }

  mutating func noteSent(_ request: Request, by node: Int) {
    switch request.body {
    case .pan(let pan):
      let gesture = Gesture(viewer: pan.viewer, number: pan.gesture)
      translations[gesture, default: []].insert(pan.translation)
    case .input(let input):
      guard case .release(let release) = input.action, let viewer = input.viewer else { return }
      let gesture = Gesture(viewer: viewer, number: release.gesture)
      translations[gesture, default: []].insert(release.translation)
      releases[Operation(node: node, request: request.id)] = gesture
    case .attach, .leave, .alive, .newSession, .killSession, .listSessions, .takeSnapshot,
      .getStatus, .listViewers, .wait, .renameSession, .outline, .export, .page, .find:
      break
    }
  }

  /// The daemon gets a move.
  mutating func noteHeard(_ request: Request, at now: Duration) {
    guard case .pan(let pan) = request.body else { return }
    heardAt[Gesture(viewer: pan.viewer, number: pan.gesture)] = now
    if case .id(let id) = pan.session, let owner = last[id]?.owner, owner != pan.viewer {
      contested += 1
    }
  }

  /// The daemon says that a release has happened.
  mutating func noteAnswer(_ reply: Reply, to node: Int) {
    guard reply.seq > 0, case .accepted = reply.body,
      let gesture = releases[Operation(node: node, request: reply.id)]
    else { return }
    released.insert(gesture)
  }

  /// Looks at what is held in every session behind a turn of the daemon.
  mutating func check(_ core: borrowing DaemonCore, at now: Duration) throws {
    let pans = core.pans
    for (session, move) in pans {
      if last[session] != move { moved += 1 }
      let gesture = Gesture(viewer: move.owner, number: move.gesture)
      try demand(
        translations[gesture]?.contains(move.translation) == true,
        "a session is moved as no viewer moves it: \(move)"
      )
      try demand(!released.contains(gesture), "a session is held after its release: \(move)")
      // While a page is read, the session stays as it is.
      guard core.sessions[session]?.opening == nil else { continue }
      try demand(
        core.viewers[move.owner]?.session == session,
        "a session is held by a viewer that has gone: \(move)"
      )
      let silence = now - (heardAt[gesture] ?? .zero)
      // The daemon counts from its turn, which comes a little later than what it is told.
      try demand(
        silence < DaemonTiming.pan + SimulatedDaemon.latency,
        "a session is held by a viewer that says nothing: for \(silence)"
      )
    }
    last = pans
  }
}
