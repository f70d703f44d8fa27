package import NavBase
package import NavScene

/// Everything that one viewer's terminal shows at a moment: the shared scene and the viewer's own state.
package struct Screen: Hashable, Sendable {
  var session: String
  /// The command with which others join.
  var invitation: String
  /// Nil before the first snapshot.
  package internal(set) var scene: Scene?
  /// The terminal's size; the scene may still be laid out for another one.
  var size: CellSize
  /// The scene's position in the terminal.
  package internal(set) var origin = CellPoint.zero
  /// The relation of the scene to the daemon's.
  var sync = Sync()
  var notice = Notice()
  var typing = Typing()
  /// The choices of this viewer alone, and its part in the control of the session.
  var local = Local()
  /// The overlay above the scene.
  var overlay: OverlayPicture?

  struct Sync: Hashable, Sendable {
    /// The state of a connection that is not live; nil while the scene is live, and for the first 0.3 s without
    /// connection.
    var staleness: Staleness?
    /// Whether the scene differs from the daemon's even after joining again.
    var isOutOfStep = false
  }

  enum Staleness: Hashable, Sendable {
    /// Nothing has been shown yet.
    case connecting
    /// The scene is this many seconds old.
    case reconnecting(seconds: Int)
  }

  /// The message in the status line.
  struct Notice: Hashable, Sendable {
    /// Nil for no message.
    var text: String?
    /// The number of messages up to this one.
    var count = 0
    /// Whether the message is information only, so that it replaces nothing else.
    var isNews = false
  }

  struct Typing: Hashable, Sendable {
    /// The incomplete key sequence.
    var pendingKeys = ""
    /// The open prompt.
    var prompt: Prompt?
    /// The error in the prompt's words; nil if there is none.
    var promptError: String?
  }

  struct Local: Hashable, Sendable {
    /// The scroll offset, in rows.
    var peek = 0
    /// The horizontal scroll offset of long lines, in columns.
    var shift = 0
    /// Whether only the pages are shown, without status line and page dots.
    var isBare = false
    var control = OwnControl()
    /// The view that is shown of the session.
    var view = ShownView.shared
    /// The time of a speaker's view; nil in any other one.
    var talk: TalkTime?
    /// Whether keys move this viewer's pointer.
    var isPointing = false
  }

  package init(session: String, invitation: String, scene: Scene?, size: CellSize) {
    self.session = session
    self.invitation = invitation
    self.scene = scene
    self.size = size
  }

  /// The parts of the scene that the status line shows; nil without a scene.
  var places: ScenePlaces? { scene.map { ScenePlaces($0, peek: local.peek) } }

  /// Whether another screen is the same but for the scene.
  func isLike(_ other: Screen) -> Bool {
    size == other.size && origin == other.origin && sync == other.sync && local == other.local
      && session == other.session && invitation == other.invitation && notice == other.notice
      && typing == other.typing && overlay == other.overlay
  }

  /// Whether the status line is shown: on a bare screen only during typing, for failures and for connection problems.
  var hasStatus: Bool {
    guard local.isBare else { return true }
    let isTyping = typing.prompt != nil || !typing.pendingKeys.isEmpty
    let isWrong = sync.staleness != nil || sync.isOutOfStep || scene?.isUnsaved == true
    return isTyping || isWrong || notice.text != nil && !notice.isNews
  }

  /// The scene as it is painted: a bare screen has no page dots.
  var shownScene: Scene? {
    guard local.isBare, var scene else { return scene }
    for control in scene.containers where control.kind == .pageControl {
      scene[control.id]?.isHidden = true
    }
    return scene
  }
}
