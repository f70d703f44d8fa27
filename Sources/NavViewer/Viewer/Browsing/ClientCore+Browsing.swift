package import NavBase
import NavScene
import NavWire

/// Looking around on one's own, and following another viewer (proto/README.md: Views).
extension ClientCore {
  /// Gives this viewer a view of its own, or returns it to the shared one.
  mutating func browse(at now: Duration) {
    let view = attachment.views.toggled
    guard view == .shared, let page = pageOfReturn(at: now) else {
      return changeView(to: view, at: now)
    }
    // The own view turns to the page of the shared one first, so that the way back is seen as one motion.
    cancelDrag(at: now)
    sendInput(.command(.goTo(page)), at: now)
    let arrival = ViewSelection.Arrival(page: page, deadline: now + Self.longestReturn)
    attachment.views.change(to: view, after: arrival)
    changeViewIfDue(at: now)
  }

  /// The longest motion of a return.
  private static let longestReturn = Duration.milliseconds(1_500)

  /// Returns the number of the shared page, from 1, if the own view can turn to it; nil if it is there, or elsewhere.
  private mutating func pageOfReturn(at now: Duration) -> Int? {
    guard isLive, attachment.forOperations != nil, case .own = following.view,
      let scene = currentScene(at: now), scene.focusKind == .pager,
      let place = ScenePlaces(scene, peek: 0).place, place.count == scene.sharedPages,
      place.number != scene.sharedPage
    else { return nil }
    return scene.sharedPage
  }

  /// Whether the view that is left rests where it has to before the change.
  private mutating func hasArrived(at now: Duration) -> Bool {
    guard let arrival = attachment.views.arrival, now < arrival.deadline,
      let scene = currentScene(at: now)
    else { return true }
    return ScenePlaces(scene, peek: 0).place?.number == arrival.page
      && replica?.nextFrameTime == nil
  }

  /// Follows the viewer of a name; whether there is one, the daemon knows.
  mutating func followViewer(named name: String, at now: Duration) {
    guard let other = ViewerName(name) else {
      return messages.show("write a viewer's name behind `follow`: v lists them", .news, at: now)
    }
    guard other.description != attachment.name else {
      return messages.show("that is you: v lists the others", .news, at: now)
    }
    followViewer(other, at: now)
  }

  /// Shows whatever another viewer shows, in this viewer's size.
  mutating func followViewer(_ name: ViewerName, at now: Duration) {
    guard attachment.views.wanted != .followed(name) else {
      return messages.show(Self.followingWords(name), .news, at: now)
    }
    messages.show("you see the pages of \(name), not a speaker's notes", .news, at: now)
    changeView(to: .followed(name), at: now)
  }

  /// Executes one of the commands that change this viewer's part in the session; others are ignored.
  package mutating func perform(partCommand command: LocalCommand, at now: Duration) {
    guard command.traits.changesPart else { return }
    performLocalCommand(command, in: currentScene(at: now), at: now)
  }

  mutating func changeView(to view: ViewChoice, at now: Duration) {
    guard attachment.forOperations != nil else { return messages.show(Self.unsentKey, at: now) }
    // The drag belongs to the view that is left.
    cancelDrag(at: now)
    if case .followed = view {} else { messages.forget("you follow ", "you see the pages of ") }
    attachment.views.change(to: view)
    changeViewIfDue(at: now)
  }

  /// Attaches to the view that was chosen last, once no operation is left that could still move the old one.
  mutating func changeViewIfDue(at now: Duration) {
    guard operations.oldest == nil, let attached = connection.attached, hasArrived(at: now),
      attachment.views.takeNext()
    else { return }
    attach(replacing: attached, at: now)
  }

  /// Forgets what belongs to the place in the view that was shown before.
  mutating func forgetView(at now: Duration) {
    // The new scene may have other containers under the pointer.
    input.forgetDrag()
    view.resetOffsets()
    view.trial.viewChanged(at: now)
    reader.viewChanged(at: now)
  }

  // MARK: Input

  /// Shows why nothing is sent that moves a view; returns false if it may be sent.
  ///
  /// A viewer needs no control of the session to move its private view.
  mutating func refusesInput(at now: Duration) -> Bool {
    // The daemon carries inputs out in the granted view, which may not be shown yet.
    let views = attachment.views
    guard attachment.forOperations == nil || !views.isChanging && views.granted == following.view
    else {
      messages.showOnce("the view is just changing: do that once more", at: now)
      return true
    }
    switch following.view {
    case .own: return false
    case .shared, .speaker: return refusesControl(at: now)
    case .followed(let name):
      messages.showOnce(Self.followingWords(name), at: now)
      return true
    }
  }

  /// Whether the viewer has lost its connection, so that keys wait for the next one.
  private var isCut: Bool { hasJoinedOnce && attachment.forOperations == nil }

  /// Lets a key wait for the connection, or for the view for which it was typed; returns false if it is to be handled
  /// now.
  ///
  /// Without a connection, Esc gives up the keys that wait.
  mutating func hold(_ key: Key, at now: Duration) -> Bool {
    guard attachment.views.isChanging || isCut else { return false }
    let isFirst = input.heldKeyCount == 0
    if isCut, !isFirst, key == Key(.escape) {
      _ = input.takeHeldKeys()
      return true
    }
    // Behind a key that waits, only keys that mean the same everywhere do not: `q` may be part of a text.
    if isFirst ? !concernsView(key) : isUrgent(key) { return false }
    hold(.key(key), at: now)
    return true
  }

  /// Lets a pasted text wait behind the keys that were typed before it; returns false if it is to be handled now.
  mutating func hold(_ text: String, at now: Duration) -> Bool {
    guard input.heldKeyCount > 0 else { return false }
    hold(.paste(text), at: now)
    return true
  }

  /// Gives this viewer a view of its own, in which it steps back through what was shown.
  ///
  /// - Returns: whether that is to be done first; otherwise the command can be sent.
  mutating func browses(for command: SessionCommand, at now: Duration) -> Bool {
    guard case .past = command, attachment.forOperations != nil, !attachment.views.isChanging
    else { return false }
    switch following.view {
    case .own, .followed: return false
    case .shared, .speaker:
      changeView(to: .own(0), at: now)
      hold(.past(command), at: now)
      return true
    }
  }

  private mutating func hold(_ held: UserInput.HeldInput, at now: Duration) {
    // Each of them may become an operation.
    guard input.heldKeyCount < operations.room else {
      return messages.showOnce("too many keys wait: this one was dropped", at: now)
    }
    input.hold(held)
  }

  /// Whether a key is for the terminal, not for what the viewer shows: it has its meaning in every mode.
  func isUrgent(_ key: Key) -> Bool {
    guard key.modifiers.contains(.control) else { return false }
    switch KeyTable.command(for: key, focus: .none) {
    case .local(.leave), .local(.suspend), .local(.redraw): return true
    case .local, .session, nil: return false
    }
  }

  /// Whether a key may mean something else in the new view than in the current view, or needs a connection.
  private func concernsView(_ key: Key) -> Bool {
    // Keys that move a pointer are not kept: it is shown for a few seconds only.
    if isCut, key == Key(.escape) || input.pointing.hasKeys { return false }
    if view.overlay != nil || view.prompt != nil && isCut { return isCut && key == Key(.enter) }
    guard case .local(let command)? = KeyTable.command(for: key, focus: .none) else { return true }
    return command.traits.concernsView
  }

  /// Handles the keys that were typed during a change of the view, or without a connection.
  mutating func receiveHeldKeys(at now: Duration) {
    guard !attachment.views.isChanging else { return }
    // One of them may change the view again: then those behind it wait once more.
    for held in input.takeHeldKeys() {
      switch held {
      case .key(let key): receiveKey(key, at: now)
      case .paste(let text): paste(text, at: now)
      case .past(let command):
        if case .own = following.view { sendInput(.command(command), at: now) }
      }
    }
  }

  // MARK: The screen

  /// The view that the screen shows.
  var shownView: ShownView {
    switch (following.view, attachment.views.choice) {
    case (.own, _): .own
    case (.speaker, _): .speakers
    case (.followed(let name), _): .following(name.description)
    case (.shared, _): .shared
    }
  }

  private static func followingWords(_ name: ViewerName) -> String {
    "you follow \(ControlView.shown(name.description)): b returns"
  }
}
