import NavBase
import NavScene
import NavWire

/// Overlays above the scene: while one is open, it receives all keys and mouse events.
extension ClientCore {
  mutating func open(_ overlay: Overlay, at now: Duration) {
    cancelDrag(at: now)
    input.keys.reset()
    view.overlay = overlay
    sendOverlayRequest(at: now)
  }

  /// Handles a key while an overlay is open; returns false if none is.
  mutating func receiveInOverlay(_ key: Key, at now: Duration) -> Bool {
    guard var overlay = view.overlay else { return false }
    // Ctrl keys for leaving, suspending and redrawing work in every overlay.
    if key.modifiers == .control,
      case .local(let command)? = KeyTable.command(for: key, focus: .none)
    {
      performLocalCommand(command, in: currentScene(at: now), at: now)
      return true
    }
    let outcome = overlay.receive(key, in: sizing.terminal)
    view.overlay = overlay
    performOverlayOutcome(outcome, at: now)
    return true
  }

  /// Handles a mouse report while an overlay is open; returns false if none is.
  mutating func receiveInOverlay(_ mouse: MouseEvent, at now: Duration) -> Bool {
    guard var overlay = view.overlay else { return false }
    var outcome = Overlay.Outcome.stays
    switch mouse.action {
    case .press:
      outcome = overlay.press(CellPoint(x: mouse.column, y: mouse.row), in: sizing.terminal)
    case .wheelUp: overlay.turnWheel(by: -Self.wheelRows, in: sizing.terminal)
    case .wheelDown: overlay.turnWheel(by: Self.wheelRows, in: sizing.terminal)
    case .release, .drag, .move, .wheelLeft, .wheelRight: break
    }
    view.overlay = overlay
    performOverlayOutcome(outcome, at: now)
    return true
  }

  mutating func paste(_ text: String, at now: Duration) {
    if hold(text, at: now) { return }
    guard view.prompt != nil else {
      view.overlay?.paste(text)
      return
    }
    view.prompt?.paste(text)
    view.trial.change(isEmpty: view.prompt?.field.isEmpty ?? true, at: now)
  }

  private mutating func performOverlayOutcome(_ outcome: Overlay.Outcome, at now: Duration) {
    switch outcome {
    case .stays: break
    case .closes:
      endFind()
      view.overlay = nil
    case .goes(let number, let version):
      view.overlay = nil
      let place = Request.Precondition(version: version)
      sendInput(.command(.goTo(number)), if: place, at: now)
    case .controls(let action):
      sendControl(action, at: now)
      // The daemon lists the viewers after the change.
      view.overlay?.content.joinedAgain(at: now)
      sendOverlayRequest(at: now)
    case .follows(let name):
      view.overlay = nil
      followViewer(name, at: now)
    case .copies(let part):
      view.overlay = nil
      copy(part.text, called: part.name, at: now)
    case .visits(let results):
      endFind()
      view.overlay = nil
      visit(results, at: now)
    case .runs(let command, let typed):
      view.overlay = nil
      view.addToHistory(typed)
      switch command {
      case .session(let command): performSessionCommand(command, in: currentScene(at: now), at: now)
      case .local(let command): performLocalCommand(command, in: currentScene(at: now), at: now)
      }
    }
  }

  // MARK: Find results

  /// Ends a search of words that the daemon has not finished: one without words replaces it.
  private mutating func endFind() {
    guard case .find(let overlay) = view.overlay, overlay.isSearching,
      case .live(let attached, _) = connection
    else { return }
    outbox.send(.find(.id(attached.session), ""))
  }

  /// Opens the current result; the others can be stepped through from there.
  mutating func visit(_ results: FoundResults, at now: Duration) {
    view.results = results
    sendInput(.visit(results.place.visit), at: now)
  }

  /// Opens the next or the previous result of the last find.
  mutating func visitNextResult(forward: Bool, at now: Duration) {
    // Without results, the keys go through what was shown.
    guard var results = view.results else {
      return performSessionCommand(.past(forward: forward), in: currentScene(at: now), at: now)
    }
    guard !refusesInput(at: now) else { return }
    results.step(forward: forward)
    visit(results, at: now)
    messages.show(results.message, .news, at: now)
  }

  // MARK: Overlay requests

  /// Sends the overlay's request to the daemon if it is due and the connection is live.
  mutating func sendOverlayRequest(at now: Duration) {
    guard case .live(let attached, _) = connection,
      let body = view.overlay?.dueRequest(of: attached, in: sizing.terminal, at: now)
    else { return }
    let id = outbox.send(body)
    view.overlay?.content.sent(as: id, at: now)
  }

  /// Handles a reply for the overlay; returns false if it is for something else.
  mutating func receiveForOverlay(_ reply: Reply, at now: Duration) -> Bool {
    let viewer = connection.attached?.viewer ?? 0
    return view.overlay?.receive(reply, viewer: viewer, at: now) ?? false
  }

  /// Returns the time of the overlay's next change or request; nil if it could only send while disconnected.
  func nextOverlayChange(at now: Duration) -> Duration? {
    guard let wake = view.overlay?.content.nextChange(at: now) else { return nil }
    return isLive || wake > now ? wake : nil
  }

  /// Returns the overlay's current picture.
  mutating func overlayPicture(at now: Duration) -> OverlayPicture? {
    if case .messages(var overlay) = view.overlay {
      overlay.update(messages.log)
      view.overlay = .messages(overlay)
    }
    return view.overlay?.picture(in: sizing.terminal, at: now)
  }
}

/// Typing a search or a filter for the session.
extension ClientCore {
  /// Opens the prompt.
  mutating func openPrompt(for purpose: Prompt.Purpose, in scene: Scene?, at now: Duration) {
    guard let scene, !refusesInput(at: now) else { return }
    if purpose == .filter, scene.focusKind != .list {
      return messages.show("there is nothing to filter here", at: now)
    }
    cancelDrag(at: now)
    view.prompt = Prompt(purpose)
    view.trial = PromptTrial()
  }

  /// Handles a key for the prompt; returns false if none is open.
  mutating func receiveInPrompt(_ key: Key, at now: Duration) -> Bool {
    guard var prompt = view.prompt else { return false }
    let before = prompt.field.text
    switch prompt.receive(key) {
    case .editing, .passed:
      view.prompt = prompt
      if prompt.field.text != before { view.trial.change(isEmpty: prompt.field.isEmpty, at: now) }
    case .cancelled:
      view.prompt = nil
      view.trial = PromptTrial()
    case .accepted:
      view.prompt = nil
      if view.trial.scene == nil {
        view.trial = PromptTrial()
      } else {
        // The trial scene stays until the session shows the result.
        view.trial.accept(at: now)
      }
      send(prompt, at: now)
    }
    return true
  }

  // MARK: Trial of the typed words

  /// Requests the scene that the session would show after the words typed so far.
  mutating func sendTrialRequest(at now: Duration) {
    endAcceptedTrial(at: now)
    guard case .live(let attached, _) = connection, let prompt = view.prompt,
      view.trial.isDue(at: now),
      // Its words search the session, which this viewer does not show.
      following.view != .speaker
    else { return }
    let size = attached.viewport ?? sizing.terminal
    let question = Request.Body.takeSnapshot(.id(attached.session), size, after: prompt.command)
    view.trial.sent(as: outbox.send(question), at: now)
  }

  /// Handles a reply to a trial request; returns false if the reply is for something else.
  mutating func receiveForTrial(_ reply: Reply, at now: Duration) -> Bool {
    guard view.trial.isAwaiting(reply.id) else { return false }
    view.trial.receive(reply.body, at: now)
    return true
  }

  /// Ends an accepted trial when the session has arrived and is at rest, or when its time is over.
  mutating func endAcceptedTrial(at now: Duration) {
    guard view.trial.isAccepted, let wanted = view.trial.scene else { return }
    let current = currentScene(at: now)
    let isThere =
      current?.search == wanted.search && current?.currentPage?.filter == wanted.currentPage?.filter
      && replica?.nextFrameTime == nil
    if isThere || view.trial.isOver(at: now) { view.trial = PromptTrial() }
  }

  /// Returns the time of the next trial request, or the end of an accepted trial.
  func nextTrialChange(at now: Duration) -> Duration? {
    guard let wake = view.trial.nextWake else { return nil }
    let isAsking = isLive && following.view != .speaker
    return isAsking || view.trial.isAccepted || wake > now ? wake : nil
  }

  private mutating func send(_ prompt: Prompt, at now: Duration) {
    // An empty text has nothing to end if no search or filter is active.
    let scene = currentScene(at: now)
    let present =
      switch prompt.purpose {
      case .search: scene?.search
      case .filter: scene?.currentPage?.filter
      }
    if prompt.field.isEmpty, present?.isEmpty ?? true { return }
    sendInput(.command(prompt.command), at: now)
  }
}
