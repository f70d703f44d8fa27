import NavScene
import NavSession
import NavWire

/// Pans in progress, which are passing and not stored (proto/README.md: Input, exactly once).
extension DaemonCore {
  /// Handles the move of a viewer's pan; the newest position counts.
  mutating func move(_ pan: Request.Pan, at now: Duration) {
    guard let viewer = viewers[pan.viewer], var hosted = sessions[viewer.session],
      hosted.opening == nil
    else { return }
    let before = hosted.model.pan
    guard hosted.model.move(PanMove(pan), seenBy: view(of: viewer), at: now) else { return }
    // A pan that stops a motion changes where it comes to rest.
    if hosted.model.pan?.isSame(as: before) != true { noteMove(of: viewer.session) }
    hosted.isDirty = true
    hosted.panMovedAt = now
    hosted.panViewport = layout(of: viewer)
    sessions[viewer.session] = hosted
  }

  /// Releases the pans of viewers that are gone, and pans without a move for `DaemonTiming.pan`.
  mutating func expirePans(at now: Duration) {
    for (id, hosted) in sessions {
      // While a page is read, a copy waits to replace the session's model.
      guard let owner = hosted.model.panOwner, hosted.opening == nil else { continue }
      let viewer = viewers[owner]
      let isHeld = viewer?.session == id && now - hosted.panMovedAt < DaemonTiming.pan
      guard !isHeld else { continue }
      let seen = viewer.map { view(of: $0) } ?? SessionView(viewport: hosted.panViewport)
      sessions[id]?.model.letGo(seenBy: seen, at: now)
      sessions[id]?.isDirty = true
      noteMove(of: id)
    }
  }

  /// When the first pan times out; nil without one.
  var nextPanExpiry: Duration? {
    sessions.values.filter { $0.model.panOwner != nil && $0.opening == nil }.map {
      $0.panMovedAt + DaemonTiming.pan
    }
    .min()
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
