package import NavBase
package import NavScene
package import NavWire

extension ClientCore {
  mutating func receiveKey(_ key: Key, at now: Duration) {
    if hold(key, at: now) || receiveInOverlay(key, at: now) { return }
    input.key = key
    defer { input.key = nil }
    // Esc cancels a drag.
    if key == Key(.escape), input.drags.isActive {
      input.keys.reset()
      return cancelDrag(at: now)
    }
    if receiveInPrompt(key, at: now) || receiveWhilePointing(key, at: now) { return }
    let scene = currentScene(at: now)
    let focus = scene?.focusKind ?? .none
    var command = input.keys.receive(
      key,
      focus: focus,
      search: scene?.activeSearch ?? .nothing,
      isSpeakers: scene?.isSpeakers == true
    )
    // A presenter's remote turns pages with these keys, and blanks the screens with the one for pointing.
    if command == .local(.point), focus == .pager,
      [Key(.pageDown), Key(.pageUp)].contains(input.mover)
    {
      command = .session(.toggleBlank)
    }
    if isFocusMoving, !input.keys.isWaiting, KeyTable.sessionDecides(key) {
      return sendInput(.keys([key]), at: now)
    }
    switch command {
    case .session(let command):
      // The session knows which rows are left to be shown before the page is turned.
      if scene?.mayScroll(before: command) == true { return sendInput(.keys([key]), at: now) }
      performSessionCommand(command, in: scene, at: now)
    case .local(let command): performLocalCommand(command, in: scene, at: now)
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
  mutating func performSessionCommand(_ command: SessionCommand, in scene: Scene?, at now: Duration)
  {
    guard !browses(for: command, at: now), !refusesInput(at: now) else { return }
    if let isForward = view.results?.isForward(command, whileSearching: scene?.search) {
      return visitNextResult(forward: isForward, at: now)
    }
    sendInput(.command(command), at: now)
    if scene?.wraps(command) == true { messages.show("search wraps around", at: now) }
  }

  mutating func performLocalCommand(_ command: LocalCommand, in scene: Scene?, at now: Duration) {
    switch command {
    case .help: open(.help(HelpOverlay(keyContext(in: scene))), at: now)
    case .palette:
      let focus = scene?.focusKind ?? .none
      open(.palette(PaletteOverlay(focus: focus, history: view.paletteHistory)), at: now)
    case .outline: open(.outline(OutlineOverlay(at: now)), at: now)
    case .find: open(.find(FindOverlay(at: now)), at: now)
    case .viewers: open(.viewers(ViewersOverlay(at: now)), at: now)
    case .messages: open(.messages(MessagesOverlay(messages.log)), at: now)
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
    case .peekDown: peek(by: 1, in: scene, at: now)
    case .peekUp: peek(by: -1, in: scene, at: now)
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
    case .talk(let command): performTalkCommand(command, in: scene, at: now)
    case .control: askForControl(in: scene, at: now)
    case .releaseControl: releaseControl(in: scene, at: now)
    case .grant: answerRequest(in: scene, at: now) { .grant($0) }
    case .deny: answerRequest(in: scene, at: now) { .deny($0) }
    case .takeControl: takeControl(in: scene, at: now)
    case .policy(let policy): setPolicy(policy, in: scene, at: now)
    }
  }

  /// Returns the state that decides which keys have an effect.
  package func keyContext(in scene: Scene?) -> KeyContext {
    var context = scene?.keyContext ?? KeyContext(focus: .none)
    context.hasDocument = attachment.content.hasDocument
    return context
  }

  private mutating func peek(by screens: Int, in scene: Scene?, at now: Duration) {
    guard let scene, let page = scene.currentPage else { return }
    let before = view.peek
    view.peek(by: screens * max(1, page.visibleRows - 1), in: scene)
    guard view.peek == before else { return }
    messages.show("\(screens > 0 ? NoEffect.textEnd : .textStart)", .news, at: now)
  }

  /// Scrolls long lines by a third of the page's width.
  private mutating func peek(sideways direction: Int, in scene: Scene?, at now: Duration) {
    guard let scene, let page = scene.currentPage else { return }
    guard page.hasLongLines else {
      return messages.show("\(NoEffect.noLongLines)", .news, at: now)
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
    return isForSession && meanings.contains { $0 != meanings[0] }
  }
}

/// The viewer's requests and the handling of their replies (proto/README.md: Input, exactly once).
extension ClientCore {
  /// Sends an input.
  ///
  /// - Parameters:
  ///   - action: the input.
  ///   - precondition: the required state; if it does not hold, nothing changes and the user is told.
  ///   - now: the time.
  package mutating func sendInput(
    _ action: SessionAction,
    if precondition: Request.Precondition? = nil,
    at now: Duration
  ) {
    guard !refusesInput(at: now), let attached = attachmentForOperation(at: now) else { return }
    let input = Request.Input(
      session: .id(attached.session),
      viewer: attached.viewer,
      viewport: attached.viewport ?? sizing.wanted,
      action: action,
      // After a restart the private view is gone, and a repeated operation must not move the shared view.
      epoch: action.namesContainers || following.isOwnView ? replica?.epoch : nil
    )
    if action != .command(.toggleBlank) { self.input.mover = self.input.key }
    sendOperation(.input(input), if: precondition, in: attached, at: now)
  }

  /// Returns the attachment with which an operation can be sent; nil, with a message, if no operation can be sent.
  mutating func attachmentForOperation(at now: Duration) -> Reply.Attached? {
    guard let attached = attachment.forOperations else {
      messages.show(Self.unsentKey, at: now)
      return nil
    }
    guard !operations.isFull else {
      messages.show("navd does not answer: the key was not sent", at: now)
      return nil
    }
    return attached
  }

  /// Sends an operation behind those that have no answer yet.
  mutating func sendOperation(
    _ operation: Request.Body,
    if precondition: Request.Precondition? = nil,
    in attached: Reply.Attached,
    at now: Duration
  ) {
    let bytes = operations.add(
      operation,
      if: precondition,
      id: outbox.nextRequest(),
      epoch: attached.epoch,
      at: now
    )
    if !operations.isHeld(at: now) { outbox.append(.send(bytes)) }
  }

  /// The message about a key that can't be sent.
  static let unsentKey = "not connected: the key was not sent"

  // MARK: Answers

  mutating func receiveAnswer(_ reply: Reply, at now: Duration) {
    guard operations.isWaiting(for: reply.seq), let oldest = operations.oldest else { return }
    guard case .failure(let failure) = reply.body else {
      let mayMoveFocus = operations.mayMoveFocus(reply.seq)
      let asksForControl = operations.asksForControl(reply.seq)
      let asksQuestion = operations.asksQuestion(reply.seq)
      let isInput = operations.isInput(reply.seq)
      _ = operations.answered(reply.seq, at: now)
      if case .accepted(let version, let noEffect) = reply.body {
        // Changes of control count in the versions of the shared view only.
        if isInput || following.isSharedView {
          following.accepted(version, mayMoveFocus: mayMoveFocus && noEffect == nil)
        }
        if asksForControl {
          following.news.control.accepted(at: following.isSharedView ? version : nil)
        }
        if asksQuestion { messages.show("the speaker has your question", .news, at: now) }
        if let noEffect { messages.show("\(noEffect)", .news, at: now) }
        if isInput, let words = view.talk.heard(ofQuestions: reply.questions) {
          messages.show(words, .news, at: now)
        }
      }
      return
    }
    switch failure.code {
    case .inProgress: break
    case .slowDown:
      operations.hold(for: failure.wait, at: now)
    case .staleView:
      _ = operations.answered(reply.seq, at: now)
      messages.show("navd was restarted: do that once more", at: now)
    case .unknownClient:
      // Until the first operation is answered, resending it registers the client, unless that is refused itself.
      if oldest > 1 || reply.seq == 1 { restartOperations(unknownAt: reply.seq, at: now) }
    case .outOfOrder where failure.expected > reply.seq:
      // The daemon no longer has the reply; later operations may already have been executed.
      _ = operations.answered(reply.seq, at: now)
      messages.show(Self.unknownOutcome(of: 1), at: now)
    case .clientIDConflict, .outOfOrder:
      // An earlier operation was lost on the way: all are resent in order, and none is executed twice.
      if reply.seq == oldest { restartOperations(at: now) }
    case .preconditionFailed:
      _ = operations.answered(reply.seq, at: now)
      messages.show("nothing was done, because another user has moved: try again", at: now)
    case .malformed, .protocolMismatch, .noSuchSession, .sessionExists, .badName, .noSuchInput,
      .rejected, .noMatch, .unknownViewer, .limitReached, .retry, .timedOut, .unknown:
      _ = operations.answered(reply.seq, at: now)
      messages.show(failure.text, at: now)
    case .notPermitted:
      _ = operations.answered(reply.seq, at: now)
      showRefusal(failure.text, at: now)
    }
  }

  /// Handles the failure of a request that is neither an operation nor a question: a sign of life or a pan's move.
  mutating func receiveFailure(_ failure: Reply.Failure, of request: UInt64, at now: Duration) {
    if failure.code == .unknownViewer, connection.attached != nil {
      // The viewer's pan has ended with its attachment.
      input.forgetDrag()
      attach(at: now)
    } else if failure.code == .notPermitted, input.isMoveOfOpenPan(request) {
      // The daemon has no such pan, so it is not released.
      input.forgetDrag()
      showRefusal(failure.text, at: now)
    } else {
      _ = receivePointFailure(failure, of: request, at: now)
    }
  }

  /// Shows why an operation or a pan is not permitted.
  private mutating func showRefusal(_ text: String, at now: Duration) {
    messages.showOnce(text, at: now)
    // The session will not show the result of the words that were accepted in the prompt.
    if view.trial.isAccepted { view.trial = PromptTrial() }
  }

  /// Starts over with a new client id, because the daemon does not know the operations of this one.
  ///
  /// The new id has no date: should the clocks differ, the daemon could take it for one that it has forgotten.
  private mutating func restartOperations(unknownAt refused: UInt64? = nil, at now: Duration) {
    guard case .live(let attached, _) = connection else { return }
    let newClient = ClientID(random: &random)
    let (resent, unknown) = operations.restart(
      as: newClient,
      epoch: attached.epoch,
      unknownAt: refused,
      at: now
    )
    outbox.append(resent.map { .send($0) })
    if unknown > 0 {
      messages.show(
        "navd does not know this viewer any more: \(Self.unknownOutcome(of: unknown))",
        at: now
      )
    }
  }

  private static func unknownOutcome(of count: Int) -> String {
    "whether \(count == 1 ? "1 key" : "\(count) keys") arrived is unknown"
  }
}

extension Reply.Failure.Code {
  /// The exit code of a command that failed with this code.
  package var exitCode: ExitCode {
    switch self {
    case .malformed, .badName, .sessionExists, .rejected, .clientIDConflict, .outOfOrder:
      .usage
    case .noMatch: .noEffect
    case .noSuchSession, .noSuchInput: .noInput
    case .protocolMismatch: .protocolMismatch
    case .notPermitted: .notPermitted
    case .limitReached, .retry, .timedOut, .unknownClient, .unknownViewer, .slowDown,
      .preconditionFailed, .staleView, .inProgress, .unknown:
      .timeout
    }
  }
}

/// Mouse handling: the wheel scrolls locally, a click is a tap, a drag is a pan; the right button copies and points.
extension ClientCore {
  static let wheelRows = 3
  static let wheelColumns = 6

  mutating func receiveMouse(_ mouse: MouseEvent, at now: Duration) {
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
        performDragEvent(event, on: CellPoint(x: mouse.column, y: mouse.row), in: scene, at: now)
      }
    case .wheelLeft: view.peek(sideways: -Self.wheelColumns, in: scene)
    case .wheelRight: view.peek(sideways: Self.wheelColumns, in: scene)
    case .move: break
    }
  }

  /// Returns the container and row under the pointer; nil beside a letterboxed scene, while the pages are hidden, and while
  /// the scene is laid out for another size of the terminal.
  func hit(_ mouse: MouseEvent, in scene: Scene) -> SceneHit? {
    guard sizing.isShownForTerminal, !scene.hidesPages else { return nil }
    var peek: [ContainerID: Int] = [:]
    if let page = scene.currentPage { peek[page.id] = view.peek }
    let origin = sizing.origin(of: scene.viewport)
    return scene.hit(CellPoint(x: mouse.column - origin.x, y: mouse.row - origin.y), peek: peek)
  }

  /// Whether a row is the status line; a terminal that is too small for a scene has none.
  mutating func isStatus(row: Int, at now: Duration) -> Bool {
    let smallest = Canvas.smallestSceneSize
    let size = sizing.terminal
    let isLarge = size.columns >= smallest.columns && size.rows >= smallest.rows
    return isLarge && row == size.rows - 1 && screen(at: now).hasStatus
  }

  /// Executes the command of the key hint that was clicked in the status line.
  private mutating func pressStatus(atColumn column: Int, at now: Duration) {
    cancelDrag(at: now)
    switch StatusLine(screen(at: now)).command(atColumn: column) {
    case .session(let command): sendInput(.command(command), at: now)
    case .local(let command): performLocalCommand(command, in: currentScene(at: now), at: now)
    case nil: break
    }
  }

  private mutating func performDragEvent(
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
      sendInput(action, at: now)
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
    sendInput(.release(end), at: now)
  }
}

extension Scene {
  /// Whether a key of a pager may show the rest of the page before it turns that: rows are left on this viewer's screen,
  /// or it is a speaker's, which shows another page.
  fileprivate func mayScroll(before command: SessionCommand) -> Bool {
    guard command == .forward || command == .back, focusKind == .pager else { return false }
    guard !isSpeakers, let page = indexOfCurrentPage else { return isSpeakers }
    let place = self[at: page].scroll.y
    return command == .back
      ? place > 0 : self[at: page].content.height - place > self[at: page].visibleRows
  }
}
