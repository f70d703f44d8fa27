import NavBase
import NavScene

extension ClientCore {
  /// Returns the screen to paint now.
  package mutating func screen(at now: Duration) -> Screen {
    let current = currentScene(at: now)
    if let current { view.clampOffsets(to: current) }
    endAcceptedTrial(at: now)
    let scene = trialScene(over: current) ?? current
    var screen = Screen(
      session: attachment.session,
      invitation: invitation,
      scene: scene,
      size: sizing.terminal
    )
    screen.sync.staleness = staleness(of: scene, at: now)
    screen.sync.isOutOfStep = !following.isInStep
    screen.notice.text = messages.text ?? waitingMessage(at: now)
    screen.notice.count = messages.count
    screen.notice.isNews = messages.shown?.kind == .news
    screen.typing.pendingKeys = input.keys.pending
    screen.local.peek = view.peek
    screen.local.shift = view.shift
    if let scene { screen.origin = sizing.origin(of: scene.viewport) }
    screen.local.isBare = view.isBare
    screen.local.isPointing = input.pointing.hasKeys
    screen.local.control = ownControl
    screen.local.view = shownView
    if let scene { screen.local.talk = talkTime(in: scene, at: now) }
    screen.overlay = overlayPicture(at: now)
    screen.typing.prompt = view.prompt
    screen.typing.promptError = view.prompt == nil ? nil : view.trial.error
    return screen
  }

  /// Returns the state of a connection that is not live; nil for the first 0.3 s without connection.
  private func staleness(of scene: Scene?, at now: Duration) -> Screen.Staleness? {
    let age = now - freshAt
    guard !isLive, age >= Self.noticeDelay else { return nil }
    return scene == nil ? .connecting : .reconnecting(seconds: Int(age.components.seconds))
  }

  /// Returns the trial scene shown during typing; nil if it is laid out for another size.
  private func trialScene(over current: Scene?) -> Scene? {
    guard let scene = view.trial.scene, let current, scene.viewport == current.viewport else {
      return nil
    }
    return scene
  }

  /// The command with which others join, with the session's current name.
  private var invitation: String {
    guard attachment.session != options.session,
      options.invitation.hasSuffix(options.session)
    else { return options.invitation }
    return options.invitation.dropLast(options.session.count) + attachment.session
  }

  /// Returns the message about a long wait for an answer; nil for none.
  private func waitingMessage(at now: Duration) -> String? {
    guard isLive, let since = waitingSince, now - since >= Self.noticeDelay else {
      return nil
    }
    return "waiting for navd…"
  }

  /// The time since which the user has waited for an answer.
  private var waitingSince: Duration? {
    [operations.oldestSentAt, reader.copyingSince].compactMap(\.self).min()
  }

  /// Returns the time at which the message about a wait appears.
  func nextWaitingChange(at now: Duration) -> Duration? {
    guard isLive, let since = waitingSince else { return nil }
    let due = since + Self.noticeDelay
    return due > now ? due : nil
  }

  /// Returns the time at which the displayed age of the scene changes; nil while it is live.
  func nextStalenessChange(at now: Duration) -> Duration? {
    guard !isLive else { return nil }
    let age = now - freshAt
    if age < Self.noticeDelay { return freshAt + Self.noticeDelay }
    return freshAt + .seconds(age.components.seconds + 1)
  }

  /// Shorter interruptions are not displayed.
  static let noticeDelay = Duration.milliseconds(300)
}
