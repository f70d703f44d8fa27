import NavCommands
import NavGeometry
import NavInput
import NavLayout
import NavSync
import NavWire

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
    switch keys.receive(key, focus: scene?.focusKind.keyFocus ?? .none) {
    case .session(let command): perform(.command(command), at: now)
    case .local(let command): perform(command, in: scene)
    case nil: break
    }
  }

  mutating func receive(_ mouse: MouseEvent, at now: Duration) {
    if view.isHelpOpen {
      // What was pressed before the help was opened is not pressed any more.
      pressed = nil
      if mouse.action == .press { view.isHelpOpen = false }
      return
    }
    guard let scene = currentScene(at: now) else { return }
    // Another page may have come since the last screen.
    view.settle(in: scene)
    switch mouse.action {
    case .wheelUp: view.peek(by: -Self.wheelRows, in: scene)
    case .wheelDown: view.peek(by: Self.wheelRows, in: scene)
    case .press: pressed = mouse.button == .left ? hit(mouse, in: scene) : nil
    case .release:
      // A tap goes down and up on the same thing.
      defer { pressed = nil }
      if let pressed, hit(mouse, in: scene) == pressed { tap(pressed, in: scene, at: now) }
    case .drag, .move, .wheelLeft, .wheelRight: break
    }
  }

  /// What a report of the mouse is over; nil while the scene is laid out for another size.
  private func hit(_ mouse: MouseEvent, in scene: Scene) -> SceneHit? {
    guard scene.viewport == viewport else { return nil }
    var peek: [ContainerID: Int] = [:]
    if let page = scene.currentPage { peek[page.id] = view.peek }
    return scene.hit(CellPoint(x: mouse.column, y: mouse.row), peek: peek)
  }

  private mutating func tap(_ hit: SceneHit, in scene: Scene, at now: Duration) {
    guard let page = scene[hit.container], page.kind == .page,
      let parent = page.parent.flatMap({ scene[$0] }), parent.kind == .stack
    else { return }
    perform(.tap(hit.container, row: page.pageCount > 0 ? hit.row : nil), at: now)
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
      if !scene.session.isEmpty { session = scene.session }
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
