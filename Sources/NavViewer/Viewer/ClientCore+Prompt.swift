import NavBase
import NavScene
import NavWire

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
    perform(.command(prompt.command), at: now)
  }
}
