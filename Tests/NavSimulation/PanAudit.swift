import NavEngine
import NavHost
import NavScene
import NavTestKit
import NavWire

/// Follows every pan from its first move to its end: only the viewer that pans moves a session, and
/// not after its release.
struct PanAudit {
  /// A pan of one viewer; a viewer's ID is never reused, not by a later daemon either.
  private struct Gesture: Hashable {
    let viewer: UInt64
    let number: UInt64
  }

  private struct Operation: Hashable {
    let node: Int
    let request: UInt64
  }

  /// The translations that each pan's viewer has sent.
  private var translations: [Gesture: Set<Int>] = [:]
  private var releases: [Operation: Gesture] = [:]
  private var released: Set<Gesture> = []
  /// When the daemon last received a move of each pan.
  private var heardAt: [Gesture: Duration] = [:]

  /// The number of moves that came during another viewer's pan.
  private(set) var contested = 0
  /// The number of moves that the daemon applied.
  private(set) var moved = 0
  private var last: [UInt64: SessionPan] = [:]

  var releaseCount: Int { released.count }

  mutating func noteSent(_ request: Request, by node: Int) {
    switch request.body {
    case .pan(let move):
      let gesture = Gesture(viewer: move.viewer, number: move.pan.gesture)
      translations[gesture, default: []].insert(move.pan.translation)
    case .input(let input):
      guard case .release(let release) = input.action, let viewer = input.viewer else { return }
      let gesture = Gesture(viewer: viewer, number: release.move.gesture)
      translations[gesture, default: []].insert(release.move.translation)
      releases[Operation(node: node, request: request.id)] = gesture
    default: break
    }
  }

  /// Records a move that the daemon receives.
  mutating func noteHeard(_ request: Request, at now: Duration) {
    guard case .pan(let move) = request.body else { return }
    heardAt[Gesture(viewer: move.viewer, number: move.pan.gesture)] = now
    if case .id(let id) = move.session, let owner = last[id]?.owner, owner != move.viewer {
      contested += 1
    }
  }

  /// Records an accepted release.
  mutating func noteAnswer(_ reply: Reply, to node: Int) {
    guard reply.seq > 0, case .accepted = reply.body,
      let gesture = releases[Operation(node: node, request: reply.id)]
    else { return }
    released.insert(gesture)
  }

  /// Checks the pans of all sessions after a turn of the daemon.
  ///
  /// While a commit is in flight none is let go. With a store that answers later, a move may have waited for that, at most `DaemonTiming.commit`.
  mutating func check(
    _ core: borrowing DaemonCore,
    storesLater: Bool,
    isInFlight: Bool,
    at now: Duration
  ) throws {
    let pans = core.pans
    for (session, pan) in pans {
      let move = pan.move
      if last[session] != pan { moved += 1 }
      let gesture = Gesture(viewer: pan.owner, number: move.gesture)
      try demand(
        translations[gesture]?.contains(move.translation) == true,
        "a session is moved as no viewer moves it: \(move)"
      )
      try demand(!released.contains(gesture), "a session is held after its release: \(move)")
      // While a page is being loaded, the session does not change.
      guard core.sessions[session]?.inputs.isReading == false, !isInFlight else { continue }
      try demand(
        core.viewers[pan.owner]?.session == session,
        "a session is held by a viewer that has gone: \(move)"
      )
      let silence = now - (heardAt[gesture] ?? .zero)
      // The daemon measures from its turn, which is a little later than the arrival.
      try demand(
        silence < DaemonTiming.pan + (storesLater ? DaemonTiming.commit : SimulatedDaemon.latency),
        "a session is held by a viewer that says nothing: for \(silence)"
      )
    }
    last = pans
  }
}
