import NavCommands
package import NavGeometry
package import NavScene
import NavSync

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
  /// The state of a connection that is not live; nil while the scene is live, and for the first 0.3 s without
  /// connection.
  var staleness: Staleness?
  /// Whether the scene differs from the daemon's even after joining again.
  var isOutOfStep = false
  var message: String?
  /// The number of messages up to this one.
  var messageCount = 0
  /// Whether the message is information only, so that it replaces nothing else.
  var isMessageNews = false
  /// The incomplete key sequence.
  var pendingKeys = ""
  /// The local scroll offset, in rows.
  var peek = 0
  /// The local horizontal scroll offset of long lines, in columns.
  var shift = 0
  /// Whether only the pages are shown, without status line and page dots.
  var isBare = false
  /// The overlay above the scene.
  var overlay: OverlayPicture?
  /// The open prompt.
  var prompt: Prompt?
  /// The error in the typed words; nil if there is none.
  var promptComplaint: String?

  enum Staleness: Hashable, Sendable {
    /// Nothing has been shown yet.
    case connecting
    /// The scene is this many seconds old.
    case reconnecting(seconds: Int)
  }

  package init(session: String, invitation: String, scene: Scene?, size: CellSize) {
    self.session = session
    self.invitation = invitation
    self.scene = scene
    self.size = size
  }

  /// The page or entry in the status line, from 1, and the number of them.
  var place: (number: Int, count: Int)? {
    if let page = scene?.currentPage, let selection = page.selection {
      // An entry's number does not count the section headers above it.
      return (selection + 1 - page.currentPage, page.pageCount)
    }
    return scene?.pageControl.map { ($0.currentPage + 1, $0.pageCount) }
  }

  /// Whether the page's last row shows the page number, and is visible.
  var isPlaceOnPage: Bool {
    guard let control = scene?.pageControl, control.kind == .pageControl else { return false }
    return control.isSelected && rowsBelow == 0
  }

  /// The line numbers in the status line: the first visible line, from 1, the number of lines, and the percentage of
  /// the text that is visible or above.
  var lines: (number: Int, count: Int, percent: Int)? {
    guard let page = scene?.currentPage, page.kind == .page, page.selection == nil,
      scene?.focusKind == .text, page.pageCount > 0
    else { return nil }
    let rows = max(1, page.content.height)
    let seen = min(rows, max(0, page.scroll.y + peek + page.visibleRows))
    return (page.currentPage + 1, page.pageCount, seen * 100 / rows)
  }

  /// The shown tab of the innermost tabs around the focus whose bar does not fit on the screen; nil if all bars are
  /// visible.
  var unseenTab: String? {
    guard let scene else { return nil }
    var container = scene.focus.flatMap { scene[$0] }
    while let here = container {
      if here.kind == .tabs, !here.title.isEmpty,
        !scene.containers.contains(where: { $0.kind == .tabBar && $0.parent == here.id })
      {
        return here.title
      }
      container = here.parent.flatMap { scene[$0] }
    }
    return nil
  }

  /// Whether the status line is shown: on a bare screen only during typing, for failures and for connection problems.
  var hasStatus: Bool {
    guard isBare else { return true }
    let isTyping = prompt != nil || !pendingKeys.isEmpty
    let isWrong = staleness != nil || isOutOfStep || scene?.isUnsaved == true
    return isTyping || isWrong || message != nil && !isMessageNews
  }

  /// The scene as it is painted: a bare screen has no page dots.
  var shownScene: Scene? {
    guard isBare, var scene else { return scene }
    for control in scene.containers where control.kind == .pageControl {
      scene[control.id]?.isHidden = true
    }
    return scene
  }

  /// The number of rows below the visible part of the current page; 0 for a list, and if `lines` shows the position.
  var rowsBelow: Int {
    guard let page = scene?.currentPage, page.selection == nil, lines == nil else { return 0 }
    return max(0, page.content.height - page.visibleRows - page.scroll.y - peek)
  }
}

extension ClientCore {
  /// Returns the screen to paint now.
  package mutating func screen(at now: Duration) -> Screen {
    let current = currentScene(at: now)
    if let current { view.clampOffsets(to: current) }
    endAcceptedTrial(at: now)
    let scene = trialScene(over: current) ?? current
    var screen = Screen(
      session: attachment.session,
      invitation: invitation,
      scene: scene,
      size: sizing.terminal
    )
    screen.staleness = staleness(of: scene, at: now)
    screen.isOutOfStep = !following.isInStep
    screen.message = messages.text ?? waitingMessage(at: now)
    screen.messageCount = messages.count
    screen.isMessageNews = messages.shown?.kind == .news
    screen.pendingKeys = input.keys.pending
    screen.peek = view.peek
    screen.shift = view.shift
    if let scene { screen.origin = sizing.origin(of: scene.viewport) }
    screen.isBare = view.isBare
    screen.overlay = overlayPicture(at: now)
    screen.prompt = view.prompt
    screen.promptComplaint = view.prompt == nil ? nil : view.trial.complaint
    return screen
  }

  /// Returns the state of a connection that is not live; nil for the first 0.3 s without connection.
  private func staleness(of scene: Scene?, at now: Duration) -> Screen.Staleness? {
    let age = now - freshAt
    guard !isLive, age >= Self.quietReconnect else { return nil }
    return scene == nil ? .connecting : .reconnecting(seconds: Int(age.components.seconds))
  }

  /// Returns the trial scene shown during typing; nil if it is laid out for another size.
  private func trialScene(over current: Scene?) -> Scene? {
    guard let scene = view.trial.scene, let current, scene.viewport == current.viewport else {
      return nil
    }
    return scene
  }

  /// The command with which others join, with the session's current name.
  private var invitation: String {
    guard attachment.session != options.session,
      options.invitation.hasSuffix(options.session)
    else { return options.invitation }
    return options.invitation.dropLast(options.session.count) + attachment.session
  }

  /// Returns the message about a long wait for an answer; nil for none.
  private func waitingMessage(at now: Duration) -> String? {
    guard isLive, let since = waitingSince, now - since >= Self.quietReconnect else {
      return nil
    }
    return "waiting for navd…"
  }

  /// The time since which the user has waited for an answer.
  private var waitingSince: Duration? {
    [operations.oldestSentAt, reader.copyingSince].compactMap(\.self).min()
  }

  /// Returns the time at which the message about a wait appears.
  func nextWaitingChange(at now: Duration) -> Duration? {
    guard isLive, let since = waitingSince else { return nil }
    let due = since + Self.quietReconnect
    return due > now ? due : nil
  }

  /// Returns the time at which the displayed age of the scene changes; nil while it is live.
  func nextStalenessChange(at now: Duration) -> Duration? {
    guard !isLive else { return nil }
    let age = now - freshAt
    if age < Self.quietReconnect { return freshAt + Self.quietReconnect }
    return freshAt + .seconds(age.components.seconds + 1)
  }

  /// Shorter interruptions are not displayed.
  static let quietReconnect = Duration.milliseconds(300)
}
