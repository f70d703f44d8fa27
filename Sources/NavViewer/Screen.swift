import NavCommands
package import NavGeometry
package import NavScene
import NavSync

/// Everything that one viewer's terminal shows at one moment: the shared scene and what is its own.
package struct Screen: Hashable, Sendable {
  var session: String
  /// The command with which others join.
  var invitation: String
  /// Nil before the first snapshot.
  package internal(set) var scene: Scene?
  /// The terminal; the scene may still be laid out for another size.
  var size: CellSize
  /// Where in the terminal the scene begins.
  package internal(set) var origin = CellPoint.zero
  /// How long the daemon was not heard; nil while the scene is live.
  var staleness: Staleness?
  /// The scene is another than the daemon's, and joining again did not help.
  var isOutOfStep = false
  var message: String?
  /// How many messages there were up to this one.
  var messageCount = 0
  /// Whether the message is only good to know, so that it takes nothing else's place.
  var isMessageNews = false
  /// Keys that were typed and mean something only with the next one.
  var pendingKeys = ""
  /// Rows that this viewer looks further down than the others.
  var peek = 0
  /// Columns by which this viewer has moved lines that are longer than a row.
  var shift = 0
  /// Whether the pages are shown alone, without status line and page dots.
  var isBare = false
  /// What lies over the scene.
  var overlay: OverlayPicture?
  /// What this viewer is typing.
  var prompt: Prompt?
  /// Why what is typed leads nowhere; nil where it does.
  var promptComplaint: String?

  enum Staleness: Hashable, Sendable {
    /// Nothing was shown yet.
    case connecting
    /// The scene is so many seconds old.
    case reconnecting(seconds: Int)
  }

  package init(session: String, invitation: String, scene: Scene?, size: CellSize) {
    self.session = session
    self.invitation = invitation
    self.scene = scene
    self.size = size
  }

  /// The page or entry that the status line speaks of, from 1, and how many there are.
  var place: (number: Int, count: Int)? {
    if let page = scene?.currentPage, let selection = page.selection {
      // A row is named; headers of sections above it do not count.
      return (selection + 1 - page.currentPage, page.pageCount)
    }
    return scene?.pageControl.map { ($0.currentPage + 1, $0.pageCount) }
  }

  /// Whether the page itself says which one it is, in its last row, and that is in view.
  var isPlaceOnPage: Bool {
    guard let control = scene?.pageControl, control.kind == .pageControl else { return false }
    return control.isSelected && rowsBelow == 0
  }

  /// The lines of a file that the status line speaks of: the first one in view, from 1, how many there are, and how
  /// much of them is seen or above, in percent.
  var lines: (number: Int, count: Int, percent: Int)? {
    guard let page = scene?.currentPage, page.kind == .page, page.selection == nil,
      scene?.focusKind == .text, page.pageCount > 0
    else { return nil }
    let rows = max(1, page.content.height)
    let seen = min(rows, max(0, page.scroll.y + peek + page.visibleRows))
    return (page.currentPage + 1, page.pageCount, seen * 100 / rows)
  }

  /// The tab in front of the innermost tabs around the current page whose bar has no room; nil where all bars
  /// are seen.
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

  /// Whether the status line is shown: on a bare screen only while something is typed or wrong.
  var hasStatus: Bool {
    guard isBare else { return true }
    let isTyping = prompt != nil || !pendingKeys.isEmpty
    let isWrong = staleness != nil || isOutOfStep || scene?.isUnsaved == true
    return isTyping || isWrong || message != nil && !isMessageNews
  }

  /// The scene as far as it is shown: a bare screen has no page dots.
  var shownScene: Scene? {
    guard isBare, var scene else { return scene }
    for control in scene.containers where control.kind == .pageControl {
      scene[control.id]?.isHidden = true
    }
    return scene
  }

  /// Rows of the current page that are below what this viewer sees; of a list the place tells.
  var rowsBelow: Int {
    guard let page = scene?.currentPage, page.selection == nil, lines == nil else { return 0 }
    return max(0, page.content.height - page.visibleRows - page.scroll.y - peek)
  }
}

extension ClientCore {
  /// What is to be painted now.
  package mutating func screen(at now: Duration) -> Screen {
    let current = currentScene(at: now)
    if let current { view.settle(in: current) }
    settleTrial(at: now)
    let scene = trialScene(over: current) ?? current
    var screen = Screen(
      session: session,
      invitation: invitation,
      scene: scene,
      size: viewport
    )
    if !connection.isLive {
      let age = now - freshAt
      if scene == nil {
        // A wait longer than 0.3 s is explained (experience.md: Programs).
        if age >= Self.quietReconnect { screen.staleness = .connecting }
      } else if age >= Self.quietReconnect {
        screen.staleness = .reconnecting(seconds: Int(age.components.seconds))
      }
    }
    screen.isOutOfStep = replica?.isInStep == false
    screen.message = messages.text ?? waitingMessage(at: now)
    screen.messageCount = messages.count
    screen.isMessageNews = messages.shown?.kind == .news
    screen.pendingKeys = keys.pending
    screen.peek = view.peek
    screen.shift = view.shift
    if let scene { screen.origin = place.origin(of: scene.viewport, in: viewport) }
    screen.isBare = view.isBare
    screen.overlay = overlayPicture(at: now)
    screen.prompt = view.prompt
    screen.promptComplaint = view.prompt == nil ? nil : view.trial.complaint
    return screen
  }

  /// What is seen in the session's place while words are typed; nil where that is laid out for another size.
  private func trialScene(over current: Scene?) -> Scene? {
    guard let scene = view.trial.scene, let current, scene.viewport == current.viewport else {
      return nil
    }
    return scene
  }

  /// The command with which others join, by the session's present name.
  private var invitation: String {
    guard session != options.session, options.invitation.hasSuffix(options.session) else {
      return options.invitation
    }
    return options.invitation.dropLast(options.session.count) + session
  }

  /// What is being waited for, once that takes a while (experience.md: Programs).
  private func waitingMessage(at now: Duration) -> String? {
    guard connection.isLive, let since = waitingSince, now - since >= Self.quietReconnect else {
      return nil
    }
    return "waiting for navd…"
  }

  /// Since when the user waits for an answer.
  private var waitingSince: Duration? {
    [operations.oldestSentAt, copying?.since].compactMap(\.self).min()
  }

  /// When the screen begins to say that something is waited for.
  func nextWaitingChange(at now: Duration) -> Duration? {
    guard connection.isLive, let since = waitingSince else { return nil }
    let due = since + Self.quietReconnect
    return due > now ? due : nil
  }

  /// When what the screen says of its age changes; nil while it is live.
  func nextStalenessChange(at now: Duration) -> Duration? {
    guard !connection.isLive else { return nil }
    let age = now - freshAt
    if age < Self.quietReconnect { return freshAt + Self.quietReconnect }
    return freshAt + .seconds(age.components.seconds + 1)
  }

  /// A gap shorter than this is not worth a word.
  static let quietReconnect = Duration.milliseconds(300)
}
