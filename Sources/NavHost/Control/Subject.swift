import NavBase
import NavWire

/// On whose behalf a request wants to move a session or to change its control.
struct Subject: Hashable, Sendable {
  let participant: Participant
  let role: Role
  /// Whether it is a viewer that is attached, or a script.
  var isAttached = true

  /// Whether it is a viewer, whose keys can ask for control.
  var isViewer: Bool { !participant.isScripts }
}

extension ViewerName {
  /// Returns the name of all scripts together, as everybody sees it.
  static let scripts = ViewerName(known: "a script")

  /// Returns the name of a viewer that gives none.
  static let unnamed = ViewerName(known: "viewer")
}
