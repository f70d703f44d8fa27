package import NavGeometry
package import NavLayout

/// Everything that one viewer's terminal shows at one moment: the shared scene and what is its own.
package struct Screen: Hashable, Sendable {
  var session: String
  /// The command with which others join.
  var invitation: String
  /// Nil before the first snapshot.
  var scene: Scene?
  /// The terminal; the scene may still be laid out for another size.
  var size: CellSize
  /// How long the daemon was not heard; nil while the scene is live.
  var staleness: Staleness?
  var message: String?
  /// Rows that this viewer looks further down than the others.
  var peek = 0
  var isHelpOpen = false

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

  /// The page that the status line speaks of, from 1, and how many there are.
  var place: (page: Int, count: Int)? {
    scene?.pageControl.map { ($0.currentPage + 1, $0.pageCount) }
  }

  /// Rows of the current page that are below what this viewer sees.
  var rowsBelow: Int {
    guard let page = scene?.currentPage else { return 0 }
    return max(0, page.content.height - page.visibleRows - page.scroll.y - peek)
  }
}

extension ClientCore {
  /// What is to be painted now.
  package mutating func screen(at now: Duration) -> Screen {
    let scene = currentScene(at: now)
    if let scene { view.settle(in: scene) }
    var screen = Screen(
      session: options.session,
      invitation: options.invitation,
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
    screen.message = messages.text
    screen.peek = view.peek
    screen.isHelpOpen = view.isHelpOpen
    return screen
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
