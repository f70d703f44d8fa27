import NavCommands
import NavGeometry
import NavInput
import NavLayout
import NavSync

extension ClientCore {
  static let wheelRows = 3

  mutating func receive(_ key: Key, at now: Duration) {
    if view.isHelpOpen {
      view.isHelpOpen = false
      // Leaving works from everywhere; any other key only closes the help.
      if KeyTable.command(for: key, focus: .none) == .local(.leave), key.code != .character("q") {
        leave()
      }
      return
    }
    let scene = currentScene(at: now)
    let focus: KeyFocus = scene?.focusKind == .pager ? .pager : .none
    switch keys.receive(key, focus: focus) {
    case .session(let command): perform(command, at: now)
    case .local(let command): perform(command, in: scene)
    case nil: break
    }
  }

  mutating func receive(_ mouse: MouseEvent, at now: Duration) {
    guard let scene = currentScene(at: now) else { return }
    switch mouse.action {
    case .wheelUp: view.peek(by: -Self.wheelRows, in: scene)
    case .wheelDown: view.peek(by: Self.wheelRows, in: scene)
    case .press, .release, .drag, .move, .wheelLeft, .wheelRight: break
    }
  }

  private mutating func perform(_ command: LocalCommand, in scene: Scene?) {
    switch command {
    case .leave: leave()
    case .help: view.isHelpOpen = true
    case .redraw: isRedrawWanted = true
    case .suspend: suspend()
    case .peekDown: peek(by: 1, in: scene)
    case .peekUp: peek(by: -1, in: scene)
    }
  }

  private mutating func peek(by screens: Int, in scene: Scene?) {
    guard let scene, let page = scene.currentPage else { return }
    view.peek(by: screens * max(1, page.visibleRows - 1), in: scene)
  }

  /// The scene that is shown now; nil before the first snapshot.
  mutating func currentScene(at now: Duration) -> Scene? {
    guard var replica else { return nil }
    do {
      let scene = try replica.scene(at: now)
      self.replica = replica
      return scene
    } catch {
      // A timeline that breaks off in its middle: fetch the scene anew.
      self.replica = nil
      retry(at: now)
      return nil
    }
  }
}
