import NavBase
import NavScene
import NavWire

extension ClientCore {
  mutating func receive(_ key: Key, at now: Duration) {
    if hold(key) || receiveInOverlay(key, at: now) { return }
    // Esc cancels a drag.
    if key == Key(.escape), input.drags.isActive {
      input.keys.reset()
      return cancelDrag(at: now)
    }
    if receiveInPrompt(key, at: now) || receiveWhilePointing(key, at: now) { return }
    let scene = currentScene(at: now)
    let focus = scene?.focusKind ?? .none
    let command = input.keys.receive(key, focus: focus, search: scene?.activeSearch ?? .nothing)
    if isFocusMoving, !input.keys.isWaiting, KeyTable.sessionDecides(key) {
      return perform(.keys([key]), at: now)
    }
    switch command {
    case .session(let command): perform(command, in: scene, at: now)
    case .local(let command): perform(command, in: scene, at: now)
    case nil: showUnbound(key, in: scene, at: now)
    }
  }

  /// Whether an operation of this viewer may have moved the focus away from where the shown scene has it.
  private var isFocusMoving: Bool { operations.mayMoveFocus || !following.showsMovedFocus }

  /// Shows that a key has no effect, except for Esc and for an incomplete sequence.
  private mutating func showUnbound(_ key: Key, in scene: Scene?, at now: Duration) {
    guard !input.keys.isWaiting, key != Key(.escape), scene != nil else { return }
    messages.show("\(key.name) means nothing here: ? lists the keys", .news, at: now)
  }

  /// Executes a session command; after a find in a whole book or document, the next match may be on another page.
  ///
  /// Shows a message if the search wraps around.
  mutating func perform(_ command: SessionCommand, in scene: Scene?, at now: Duration) {
    guard !refusesInput(at: now) else { return }
    if let isForward = view.results?.isForward(command, whileSearching: scene?.search) {
      return visitNextResult(forward: isForward, at: now)
    }
    perform(.command(command), at: now)
    if scene?.wraps(command) == true { messages.show("search wraps around", at: now) }
  }

  mutating func perform(_ command: LocalCommand, in scene: Scene?, at now: Duration) {
    if openOverlay(for: command, in: scene, at: now) { return }
    switch command {
    case .leave:
      cancelDrag(at: now)
      leave()
    case .search: openPrompt(for: .search, in: scene, at: now)
    case .filter: openPrompt(for: .filter, in: scene, at: now)
    case .nextResult: visitNextResult(forward: true, at: now)
    case .previousResult: visitNextResult(forward: false, at: now)
    case .redraw: input.isRedrawWanted = true
    case .suspend:
      cancelDrag(at: now)
      suspend()
    case .peekDown: peek(by: 1, in: scene)
    case .peekUp: peek(by: -1, in: scene)
    case .peekLeft: peek(sideways: -1, in: scene, at: now)
    case .peekRight: peek(sideways: 1, in: scene, at: now)
    case .mouse: toggleMouse(at: now)
    case .bare: view.isBare.toggle()
    case .copy(let scope): copy(scope, from: scene, at: now)
    case .point: startPointing(in: scene, at: now)
    case .mark: toggleMark(in: scene, at: now)
    case .browse: browse(at: now)
    case .follow(let name): followViewer(named: name, at: now)
    case .notes: showNotes(at: now)
    case .talk(let command): perform(command, in: scene, at: now)
    case .control: askForControl(in: scene, at: now)
    case .releaseControl: releaseControl(in: scene, at: now)
    case .takeControl: takeControl(in: scene, at: now)
    case .policy(let policy): setPolicy(policy, in: scene, at: now)
    // Handled by `openOverlay`.
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
}

extension KeyTable {
  /// Whether a key has different meanings in a pager, a list and a text, all of them for the session.
  ///
  /// If the focus may have moved since the shown scene, the session is sent the key and maps it by its own focus.
  fileprivate static func sessionDecides(_ key: Key) -> Bool {
    let meanings = KeyFocus.allCases.filter { $0 != .none }.flatMap { focus in
      ActiveSearch.allCases.map { command(for: key, focus: focus, search: $0) }
    }
    let isForSession = meanings.allSatisfy { meaning in
      if case .local? = meaning { false } else { true }
    }
    return isForSession && Set(meanings).count > 1
  }
}
