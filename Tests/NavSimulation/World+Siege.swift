import NavBase
import NavHost
import NavTestKit
import NavViewer
import NavWire

/// A world in which hostile processes fill the tables of the daemon.
extension World {
  /// Sends what an attacker or a newcomer sends now.
  mutating func besiege() throws {
    for (peer, request) in try siege?.next(at: now) ?? [] {
      trace.add("siege", peer.envelope.first?.count ?? 0, request.id, at: now)
      daemon.receive(request.encoded(), from: saboteur.disguise(peer), at: now)
    }
  }

  /// Hands a reply to the attacker or the newcomer that it is for.
  mutating func hand(_ reply: Reply, to seat: Siege.Seat) throws {
    if case .newcomer = seat, saboteur.withholds(reply) { return }
    try siege?.receive(reply, to: seat, at: now)
  }

  /// Demands that no viewer of a besieged daemon is refused at a limit.
  func checkRefusal(_ reply: Reply, of node: Int) throws {
    guard siege != nil, case .failure(let failure) = reply.body else { return }
    try demand(
      failure.code != .limitReached,
      "viewer \(node) is refused at a full table: \(failure.text)"
    )
  }

  /// Writes what the attackers and newcomers export.
  mutating func export(_ export: ContentExporting) {
    deliverLater(
      .exported(export, read(Newcomer.file(of: export.key), isAway: now < contentAwayUntil))
    )
  }

  /// Lets the siege go on without other trouble, demands that all viewers and newcomers are served, and ends it.
  mutating func outlastSiege() throws {
    guard siege != nil else { return }
    siege?.quiet(at: now)
    for viewer in present { viewers[viewer].receive(.key(Key(.right)), at: now) }
    try run(for: Siege.length)
    try siege?.checkPatience(at: now)
    for viewer in present.map({ viewers[$0] }) {
      let name = "viewer \(viewer.node) of a besieged daemon"
      try demand(viewer.core.hasJoinedOnce, "\(name) can't attach")
      try demand(viewer.core.operations.oldest == nil, "\(name) waits for an answer")
    }
    siege?.end()
    // Until the daemon has forgotten what was exported.
    try run(for: DaemonTiming.export)
  }
}
