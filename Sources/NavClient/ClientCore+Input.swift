import NavCommands
import NavGeometry
import NavLayout
import NavSync
import NavWire

extension ClientCore {
  mutating func receive(_ key: Key, at now: Duration) {
    if view.isHelpOpen {
      view.isHelpOpen = false
      // Leaving works from everywhere; any other key only closes the help.
      if KeyTable.command(for: key, focus: .none) == .local(.leave), key.code != .character("q") {
        leave()
      }
      return
    }
    // Section 15: Esc during a drag takes it back.
    if key == Key(.escape), drags.isActive {
      keys.reset()
      return cancelDrag(at: now)
    }
    if takeForPrompt(key, at: now) { return }
    let scene = currentScene(at: now)
    let focus = scene?.focusKind.keyFocus ?? .none
    switch keys.receive(key, focus: focus, finding: scene?.keyFinding ?? .nothing) {
    case .session(let command): perform(command, in: scene, at: now)
    case .local(let command): perform(command, in: scene, at: now)
    case nil: break
    }
  }

  private mutating func perform(_ command: LocalCommand, in scene: Scene?, at now: Duration) {
    switch command {
    case .leave:
      cancelDrag(at: now)
      leave()
    case .help:
      cancelDrag(at: now)
      view.isHelpOpen = true
    case .search: ask(for: .search, in: scene, at: now)
    case .filter: ask(for: .filter, in: scene, at: now)
    case .redraw: isRedrawWanted = true
    case .suspend:
      cancelDrag(at: now)
      suspend()
    case .peekDown: peek(by: 1, in: scene)
    case .peekUp: peek(by: -1, in: scene)
    }
  }

  private mutating func peek(by screens: Int, in scene: Scene?) {
    guard let scene, let page = scene.currentPage else { return }
    view.peek(by: screens * max(1, page.visibleRows - 1), in: scene)
  }

  /// Longer than any motion: what is shown that much later is its end.
  private static let longMotion = Duration.seconds(3600)

  /// The scene that is shown now; nil before the first snapshot.
  mutating func currentScene(at now: Duration) -> Scene? {
    guard var replica else { return nil }
    do {
      let scene = try replica.scene(at: options.reducedMotion ? now + Self.longMotion : now)
      self.replica = replica
      if !scene.session.isEmpty { session = scene.session }
      isUnsaved = scene.isUnsaved
      return scene
    } catch {
      // A timeline that breaks off in its middle: fetch the scene anew.
      self.replica = nil
      retry(at: now)
      return nil
    }
  }
}

extension FocusKind {
  /// What keys mean there.
  var keyFocus: KeyFocus {
    switch self {
    case .none: .none
    case .pager: .pager
    case .list: .list
    case .text: .text
    }
  }
}
