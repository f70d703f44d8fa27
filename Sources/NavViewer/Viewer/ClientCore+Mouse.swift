import NavBase
import NavScene
import NavWire

/// Mouse handling: the wheel scrolls locally, a click is a tap, a drag is a pan; the right button copies and points.
extension ClientCore {
  static let wheelRows = 3
  static let wheelColumns = 6

  mutating func receive(_ mouse: MouseEvent, at now: Duration) {
    if receiveInOverlay(mouse, at: now) { return }
    // While a trial is shown, the visible scene is not the session's.
    guard let scene = currentScene(at: now), view.trial.scene == nil else { return }
    // The page may have changed since the last paint.
    view.clampOffsets(to: scene)
    switch mouse.action {
    case .wheelUp: view.peek(by: -Self.wheelRows, in: scene)
    case .wheelDown: view.peek(by: Self.wheelRows, in: scene)
    case .press where mouse.button == .left && isStatus(row: mouse.row, at: now):
      pressStatus(atColumn: mouse.column, at: now)
    case .press, .drag, .release:
      guard mouse.button != .right || input.drags.isActive else {
        return receiveRightButton(mouse, in: scene, at: now)
      }
      let hit = mouse.action == .drag ? nil : hit(mouse, in: scene)
      if let event = input.drags.receive(mouse, over: hit, at: now) {
        perform(event, on: CellPoint(x: mouse.column, y: mouse.row), in: scene, at: now)
      }
    case .wheelLeft: view.peek(sideways: -Self.wheelColumns, in: scene)
    case .wheelRight: view.peek(sideways: Self.wheelColumns, in: scene)
    case .move: break
    }
  }

  /// Returns the container and row under the pointer; nil beside a letterboxed scene, and while the scene is laid out
  /// for another size of the terminal.
  func hit(_ mouse: MouseEvent, in scene: Scene) -> SceneHit? {
    guard sizing.isShownForTerminal else { return nil }
    var peek: [ContainerID: Int] = [:]
    if let page = scene.currentPage { peek[page.id] = view.peek }
    let origin = sizing.origin(of: scene.viewport)
    return scene.hit(CellPoint(x: mouse.column - origin.x, y: mouse.row - origin.y), peek: peek)
  }

  /// Whether a row is the status line; a terminal that is too small for a scene has none.
  private mutating func isStatus(row: Int, at now: Duration) -> Bool {
    let smallest = Canvas.smallestSceneSize
    let size = sizing.terminal
    let isLarge = size.columns >= smallest.columns && size.rows >= smallest.rows
    return isLarge && row == size.rows - 1 && screen(at: now).hasStatus
  }

  /// Executes the command of the key hint that was clicked in the status line.
  private mutating func pressStatus(atColumn column: Int, at now: Duration) {
    cancelDrag(at: now)
    switch StatusLine(screen(at: now)).command(atColumn: column) {
    case .session(let command): perform(.command(command), at: now)
    case .local(let command): perform(command, in: currentScene(at: now), at: now)
    case nil: break
    }
  }

  private mutating func perform(
    _ event: DragRecognizer.Event,
    on point: CellPoint,
    in scene: Scene,
    at now: Duration
  ) {
    switch event {
    case .tapped(let hit):
      guard let tap = scene.tap(hit, link: shownLink(at: point, now)) else { return }
      if case .leave(let link) = tap { return follow(link, at: now) }
      guard let action = SessionAction(tap) else { return }
      // The shown scene may be outdated, so the click could hit something else in the daemon's scene.
      guard isLive else {
        return messages.show("not connected: the click was not sent", at: now)
      }
      perform(action, at: now)
    case .began(let pan):
      // The shown scene may be outdated, so no pan starts on it.
      guard isLive, !refusesInput(at: now) else {
        _ = input.drags.cancel()
        return
      }
      if let request = send(input.pans.begin(pan, at: now)) { input.beganPan(as: request) }
    case .moved(let pan):
      if let pan = input.pans.move(to: pan, at: now) { send(pan) }
    case .released(let pan, let velocity):
      end(pan, velocity: velocity, isCancelled: false, at: now)
    case .cancelled(let pan):
      end(pan, velocity: 0, isCancelled: true, at: now)
    }
  }

  /// Follows a link: one into the same document opens the outline, any other is copied, never opened.
  private mutating func follow(_ link: String, at now: Duration) {
    guard link.hasPrefix("#") else { return copy(link, called: link, at: now) }
    let words = link.dropFirst().split(separator: "-").joined(separator: " ")
    open(.outline(OutlineOverlay(narrowedBy: words, at: now)), at: now)
  }

  /// Returns the address of the link under the pointer as painted; nil if there is none.
  private mutating func shownLink(at point: CellPoint, _ now: Duration) -> String? {
    let screen = screen(at: now)
    let canvas = screen.canvas(in: ResolvedTheme(.dark, depth: .mono))
    return canvas.bounds.contains(point) ? canvas.link(at: point) : nil
  }

  /// Cancels the open drag, and its pan in the session.
  package mutating func cancelDrag(at now: Duration) {
    if let pan = input.cancelDrag() { end(pan, velocity: 0, isCancelled: true, at: now) }
  }

  /// Sends the delayed pan move once it is due.
  mutating func sendDuePan(at now: Duration) {
    if let pan = input.pans.due(at: now) { send(pan) }
  }

  /// Sends a pan's move; returns the request's number, nil while it can't be sent.
  @discardableResult
  private mutating func send(_ pan: Pan) -> UInt64? {
    guard case .live(let attached, _) = connection else { return nil }
    let move = Request.PanMove(session: .id(attached.session), viewer: attached.viewer, pan)
    return outbox.send(.pan(move))
  }

  private mutating func end(_ pan: Pan, velocity: Int, isCancelled: Bool, at now: Duration) {
    input.endPan()
    let end = PanEnd(pan, velocity: Double(velocity) / 1_000, isCancelled: isCancelled)
    perform(.release(end), at: now)
  }
}
