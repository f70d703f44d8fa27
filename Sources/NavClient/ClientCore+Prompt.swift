import NavCommands
import NavInput
import NavLayout
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
  }

  /// A key goes to the words that are being typed; false where nothing is.
  mutating func takeForPrompt(_ key: Key, at now: Duration) -> Bool {
    guard var prompt = view.prompt else { return false }
    switch prompt.receive(key) {
    case .editing, .passed: view.prompt = prompt
    case .cancelled: view.prompt = nil
    case .accepted:
      view.prompt = nil
      send(prompt, at: now)
    }
    return true
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

  /// A command for the session; says so where the next match is the first one again.
  mutating func perform(_ command: SessionCommand, in scene: Scene?, at now: Duration) {
    perform(.command(command), at: now)
    if scene?.wraps(command) == true { messages.show("search wraps around", at: now) }
  }
}
