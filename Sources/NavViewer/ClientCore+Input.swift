import NavCommands
import NavGeometry
package import NavScene
import NavSync
import NavWire

extension ClientCore {
  mutating func receive(_ key: Key, at now: Duration) {
    if receivesInOverlay(key, at: now) { return }
    // Esc cancels a drag.
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
    case nil: explain(key, in: scene, at: now)
    }
  }

  /// Shows that a key has no effect, except for Esc and for an incomplete sequence.
  private mutating func explain(_ key: Key, in scene: Scene?, at now: Duration) {
    guard !keys.isWaiting, key != Key(.escape), scene != nil else { return }
    messages.show("\(key.name) means nothing here: ? lists the keys", .news, at: now)
  }

  mutating func perform(_ command: LocalCommand, in scene: Scene?, at now: Duration) {
    if opens(command, in: scene, at: now) { return }
    switch command {
    case .leave:
      cancelDrag(at: now)
      leave()
    case .search: ask(for: .search, in: scene, at: now)
    case .filter: ask(for: .filter, in: scene, at: now)
    case .nextResult: visitNextResult(forward: true, at: now)
    case .previousResult: visitNextResult(forward: false, at: now)
    case .redraw: isRedrawWanted = true
    case .suspend:
      cancelDrag(at: now)
      suspend()
    case .peekDown: peek(by: 1, in: scene)
    case .peekUp: peek(by: -1, in: scene)
    case .peekLeft: peek(sideways: -1, in: scene, at: now)
    case .peekRight: peek(sideways: 1, in: scene, at: now)
    case .mouse: switchMouse(at: now)
    case .bare: view.isBare.toggle()
    case .copy(let scope): copy(scope, from: scene, at: now)
    // Handled by `opens`.
    case .help, .palette, .outline, .find, .viewers, .messages: break
    }
  }

  private mutating func peek(by screens: Int, in scene: Scene?) {
    guard let scene, let page = scene.currentPage else { return }
    view.peek(by: screens * max(1, page.visibleRows - 1), in: scene)
  }

  /// Scrolls long lines by a third of the page's width.
  private mutating func peek(sideways direction: Int, in scene: Scene?, at now: Duration) {
    guard let scene, let page = scene.currentPage else { return }
    guard page.hasLongLines else {
      return messages.show("no line is longer than its row", .news, at: now)
    }
    view.peek(sideways: direction * max(4, page.content.width / 3), in: scene)
  }

  /// Longer than any motion, so the scene at that later time is the motion's end.
  private static let longMotion = Duration.seconds(3600)

  /// Returns the current scene; nil before the first snapshot.
  package mutating func currentScene(at now: Duration) -> Scene? {
    guard var replica else { return nil }
    do {
      let scene = try replica.scene(at: options.reducedMotion ? now + Self.longMotion : now)
      self.replica = replica
      if !scene.session.isEmpty { session = scene.session }
      isUnsaved = scene.isUnsaved
      if connection.isLive, let news = attendance.note(scene.viewers, at: now) {
        messages.show(news, .news, at: now)
      }
      return scene
    } catch {
      // An incomplete timeline: fetch the scene again.
      self.replica = nil
      retry(at: now)
      return nil
    }
  }
}

extension FocusKind {
  /// The focus in terms of the key table.
  var keyFocus: KeyFocus {
    switch self {
    case .none: .none
    case .pager: .pager
    case .list: .list
    case .text: .text
    }
  }
}
