import NavScene
import NavSession
import NavWire

/// Pans in progress, which are passing and not stored (proto/README.md: Input, exactly once).
extension DaemonCore {
  /// Handles the move of a viewer's pan; the newest position counts.
  mutating func move(_ pan: Request.Pan, at now: Duration) {
    guard let viewer = viewers[pan.viewer] else { return }
    let (id, view) = (viewer.session, view(of: viewer))
    let isBeginning = sessions.update(id) { $0.move(PanMove(pan), seenBy: view, at: now) } ?? nil
    guard let isBeginning else { return }
    // A pan that stops a motion changes where it comes to rest.
    if isBeginning { journal.recordMove(of: id) }
    sessions.noteChange(of: id)
  }

  /// Releases the pans of viewers that are gone, and pans without a move for `DaemonTiming.pan`.
  mutating func expirePans(at now: Duration) {
    for id in sessions.busy {
      // While a page is read, a copy waits to replace the session's model.
      guard let session = sessions[id], let owner = session.model.panOwner,
        !session.inputs.isReading
      else { continue }
      let viewer = viewers[owner]
      guard viewer?.session != id || session.pan.deadline <= now else { continue }
      let seen = viewer.map { view(of: $0) } ?? SessionView(viewport: session.pan.viewport)
      sessions.update(id) { $0.model.letGo(seenBy: seen, at: now) }
      sessions.noteChange(of: id)
      journal.recordMove(of: id)
    }
  }
}

extension PanMove {
  init(_ pan: Request.Pan) {
    self.init(
      owner: pan.viewer,
      gesture: pan.gesture,
      container: pan.container,
      axis: pan.axis,
      translation: pan.translation
    )
  }
}

extension PanEnd {
  init(_ release: Request.PanRelease, of viewer: UInt64) {
    let move = PanMove(
      owner: viewer,
      gesture: release.gesture,
      container: release.container,
      axis: release.axis,
      translation: release.translation
    )
    self.init(move, velocity: Double(release.velocity) / 1_000, isCancelled: release.isCancelled)
  }
}
