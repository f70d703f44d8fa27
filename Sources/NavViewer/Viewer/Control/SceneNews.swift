import NavScene

/// Detects changes of who takes part in a session and of who may move it, for messages in the status line.
struct SceneNews: Hashable, Sendable {
  private var presence = Presence()
  /// Changes of control, and the viewer's own request for it.
  var control = ControlNews()

  /// When a scene is to be recorded again even if nothing changes; nil for never.
  var nextWake: Duration? { presence.nextWake }

  /// Handles that the viewer has joined again, possibly another session.
  mutating func joinedAgain(isSameSession: Bool) {
    presence.forget()
    if !isSameSession { control = ControlNews() }
  }

  /// Records the current scene.
  ///
  /// - Parameters:
  ///   - scene: the scene.
  ///   - name: this viewer's name in the session; empty if it has none.
  ///   - version: the session's version that the scene shows.
  ///   - now: the time.
  /// - Returns: the message to show; nil if there is no change to report.
  mutating func record(
    _ scene: Scene,
    for name: String,
    version: UInt64,
    at now: Duration
  ) -> String? {
    let news = [
      presence.record(scene.viewers, at: now),
      control.record(ControlView(scene, for: name), version: version),
    ].compactMap(\.self)
    return news.isEmpty ? nil : news.joined(separator: "; ")
  }
}
