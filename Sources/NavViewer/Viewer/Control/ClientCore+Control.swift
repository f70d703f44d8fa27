import NavBase
import NavScene
import NavWire

/// The commands about who may move the session (proto/README.md: Control).
extension ClientCore {
  /// This viewer's part in the control of the session.
  var ownControl: OwnControl {
    OwnControl(
      name: attachment.person,
      isReadOnly: options.isReadOnly || attachment.isGuest,
      hasAsked: following.news.control.hasAsked
    )
  }

  /// Shows why nothing is sent that changes control if this viewer only watches by its own wish; returns whether it does.
  ///
  /// The daemon answers a user who may only watch: it knows whom to ask.
  mutating func refusesControl(at now: Duration) -> Bool {
    guard options.isReadOnly, !attachment.isGuest else { return false }
    messages.showOnce("this viewer only watches (--readonly)", at: now)
    return true
  }

  /// Asks for control.
  mutating func askForControl(in scene: Scene?, at now: Duration) {
    guard let view = restrictedControl(in: scene, at: now) else { return }
    if view.driver == .own {
      messages.show("you drive", .news, at: now)
    } else if view.isAskingFirst, ownControl.hasAsked {
      messages.show(view.waitingWords, .news, at: now)
    } else {
      sendControl(.request, at: now)
    }
  }

  /// Gives control up, or takes the own request back.
  mutating func releaseControl(in scene: Scene?, at now: Duration) {
    guard let view = controlView(in: scene, at: now) else { return }
    if view.driver == .own {
      sendControl(.release, at: now)
    } else if view.isAskingFirst || ownControl.hasAsked {
      if sendControl(.release, at: now) { following.news.control.withdrew() }
    } else {
      messages.show("you do not drive: there is nothing to give up", .news, at: now)
    }
  }

  /// Answers whoever has asked for control first, by name: a request that is gone meanwhile is not mistaken for another.
  mutating func answerRequest(
    in scene: Scene?,
    at now: Duration,
    with action: (ViewerName?) -> Request.Control.Action
  ) {
    guard let view = controlView(in: scene, at: now) else { return }
    guard view.driver == .own else {
      return messages.show("you do not drive: the driver answers requests", .news, at: now)
    }
    guard let name = view.asking.flatMap({ ViewerName($0) }) else {
      return messages.show("nobody asks for control", .news, at: now)
    }
    sendControl(action(name), at: now)
  }

  /// Takes control at once, if the daemon permits that.
  mutating func takeControl(in scene: Scene?, at now: Duration) {
    guard let view = restrictedControl(in: scene, at: now) else { return }
    guard view.driver != .own else { return messages.show("you drive", .news, at: now) }
    sendControl(.take, at: now)
  }

  /// Sets who may move the session, if the daemon permits that; nil shows it.
  mutating func setPolicy(_ policy: ControlPolicy?, in scene: Scene?, at now: Duration) {
    guard let policy else {
      guard let scene else { return }
      let view = ControlView(scene, for: attachment.person)
      let words = view.driverWords() ?? "everybody may move"
      return messages.show("\(view.policy.word): \(words)", .news, at: now)
    }
    guard controlView(in: scene, at: now) != nil else { return }
    sendControl(.policy(policy), at: now)
  }

  /// Returns who may move the session; nil, with a message, if this viewer can't change it.
  private mutating func controlView(in scene: Scene?, at now: Duration) -> ControlView? {
    guard !refusesControl(at: now) else { return nil }
    guard let scene else {
      messages.show(Self.unsentKey, at: now)
      return nil
    }
    return ControlView(scene, for: attachment.person)
  }

  /// Returns the same for what makes no sense while everybody may move the session; then nil, with a message.
  private mutating func restrictedControl(in scene: Scene?, at now: Duration) -> ControlView? {
    guard let view = controlView(in: scene, at: now) else { return nil }
    guard view.policy != .open else {
      messages.show("everybody may move here: no need to ask", .news, at: now)
      return nil
    }
    return view
  }

  /// Sends a change of control on behalf of this viewer; returns false, with a message, if it can't be sent.
  @discardableResult
  mutating func sendControl(_ action: Request.Control.Action, at now: Duration) -> Bool {
    guard !refusesControl(at: now) else { return false }
    guard let attached = attachmentForOperation(at: now) else { return false }
    let control = Request.Control(session: .id(attached.session), viewer: attached.viewer, action)
    sendOperation(.control(control), in: attached, at: now)
    return true
  }
}

extension ControlView {
  /// The message for a viewer that asks for control again.
  fileprivate var waitingWords: String {
    guard case .other(let name) = driver else { return "you have asked for control" }
    return "you have asked: \(Self.shown(name)) decides"
  }
}
