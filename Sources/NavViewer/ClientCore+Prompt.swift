import NavCommands
import NavInput
import NavScene
import NavSync
import NavWire

/// Words that are typed for the session: a search, a filter.
extension ClientCore {
  /// Begins to type.
  mutating func ask(for purpose: Prompt.Purpose, in scene: Scene?, at now: Duration) {
    guard let scene else { return }
    if purpose == .filter, scene.focusKind != .list {
      return messages.show("there is nothing to filter here", at: now)
    }
    cancelDrag(at: now)
    view.prompt = Prompt(purpose)
    view.trial = PromptTrial()
  }

  /// A key goes to the words that are being typed; false where nothing is.
  mutating func takeForPrompt(_ key: Key, at now: Duration) -> Bool {
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
        // What is seen already stays until the session is there.
        view.trial.accept(at: now)
      }
      send(prompt, at: now)
    }
    return true
  }

  // MARK: What the words would lead to

  /// Asks what the session would show after the words that are there by now.
  mutating func askForTrial(at now: Duration) {
    settleTrial(at: now)
    guard case .live(let attached, _) = connection, let prompt = view.prompt,
      view.trial.isDue(at: now)
    else { return }
    let size = attached.viewport ?? viewport
    let question = Request.Body.takeSnapshot(.id(attached.session), size, after: prompt.command)
    view.trial.asked(send(question), at: now)
  }

  /// An answer for the words that are typed; false where it is for something else.
  mutating func receivesTrial(_ reply: Reply, at now: Duration) -> Bool {
    guard view.trial.isWaiting(for: reply.id) else { return false }
    view.trial.receive(reply.body, at: now)
    return true
  }

  /// The session is where the words lead and rests there, or never gets there.
  mutating func settleTrial(at now: Duration) {
    guard view.trial.isAccepted, let wanted = view.trial.scene else { return }
    let current = currentScene(at: now)
    let isThere =
      current?.search == wanted.search && current?.currentPage?.filter == wanted.currentPage?.filter
      && replica?.nextFrameTime == nil
    if isThere || view.trial.wake.map({ $0 <= now }) ?? true { view.trial = PromptTrial() }
  }

  /// When the words are asked for, or what they led to goes.
  func nextTrialChange(at now: Duration) -> Duration? {
    guard let wake = view.trial.wake else { return nil }
    return connection.isLive || view.trial.isAccepted || wake > now ? wake : nil
  }

  private mutating func send(_ prompt: Prompt, at now: Duration) {
    // Nothing ends what is not there.
    let scene = currentScene(at: now)
    let present =
      switch prompt.purpose {
      case .search: scene?.search
      case .filter: scene?.currentPage?.filter
      }
    if prompt.field.isEmpty, present?.isEmpty ?? true { return }
    perform(.command(prompt.command), at: now)
  }

  /// A command for the session; the next match of what was found in all of a book or a document may be on another page.
  ///
  /// Says so where the next match is the first one again.
  mutating func perform(_ command: SessionCommand, in scene: Scene?, at now: Duration) {
    if let isForward = results?.goes(on: command, searchedFor: scene?.search) {
      return visitNextResult(forward: isForward, at: now)
    }
    perform(.command(command), at: now)
    if scene?.wraps(command) == true { messages.show("search wraps around", at: now) }
  }
}
