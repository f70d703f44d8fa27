import NavBase
import NavScene
import NavWire

/// The speaker's view, and the questions of the audience (proto/README.md: Speaker's view).
extension ClientCore {
  /// Shows the speaker's view, or returns to the shared one.
  mutating func showNotes(at now: Duration) {
    changeView(to: attachment.views.toggledNotes, at: now)
  }

  mutating func performTalkCommand(_ command: TalkCommand, in scene: Scene?, at now: Duration) {
    switch command {
    case .ask(let question):
      guard question.contains(where: { !$0.isWhitespace }) else {
        return messages.show("write the question behind `ask`", .news, at: now)
      }
      guard question.count <= Request.Talk.longestQuestion else {
        let most = Request.Talk.longestQuestion
        let text = "a question has at most \(most) characters; this one has \(question.count)"
        return messages.show(text, .news, at: now)
      }
      sendTalk(.ask(question), at: now)
    case .answered(let number):
      guard isSpeakers(scene, at: now) else { return }
      guard let number = number ?? scene.flatMap({ $0.questions > 0 ? $0.firstQuestion : nil })
      else {
        return messages.show("nobody has asked anything", .news, at: now)
      }
      sendTalk(.answered(number), at: now)
    case .timer(let change):
      guard isSpeakers(scene, at: now), let scene else { return }
      switch change {
      case .start: sendTalk(.startTimer, at: now)
      case .pause: sendTalk(.pauseTimer, at: now)
      case .reset: sendTalk(.resetTimer, at: now)
      case .toggle: sendTalk(scene.timer.isRunning ? .pauseTimer : .startTimer, at: now)
      }
    }
  }

  /// Shows why nothing is sent if the viewer does not see the speaker's view; returns whether it does.
  private mutating func isSpeakers(_ scene: Scene?, at now: Duration) -> Bool {
    guard scene?.isSpeakers != true else { return true }
    messages.show("that is for the speaker's view: F4 or `notes` shows it", .news, at: now)
    return false
  }

  private mutating func sendTalk(_ action: Request.Talk.Action, at now: Duration) {
    guard let attached = attachmentForOperation(at: now) else { return }
    let talk = Request.Talk(session: .id(attached.session), viewer: attached.viewer, action)
    sendOperation(.talk(talk), in: attached, at: now)
  }

  // MARK: Time

  /// Sets the time of day that a speaker's view shows.
  package mutating func setTimeOfDay(_ time: TimeOfDay?) {
    view.talk.timeOfDay = time
  }

  /// Whether the screen shows the time of day.
  package var showsTimeOfDay: Bool { view.talk.timer != nil || following.view == .speaker }

  /// Returns the time that a scene shows; nil for any other view than the speaker's.
  mutating func talkTime(in scene: Scene, at now: Duration) -> TalkTime? {
    view.talk.timer = scene.isSpeakers ? scene.timer : nil
    return view.talk.time(at: attachment.daemonTime(at: now))
  }

  /// Returns the time at which the shown time changes; nil for never.
  func nextTalkChange(at now: Duration) -> Duration? {
    guard let timer = view.talk.timer else { return nil }
    // The time of day changes at a time that this core does not know.
    guard timer.isRunning else { return now + .seconds(1) }
    let elapsed = timer.elapsed(at: attachment.daemonTime(at: now))
    return now + .seconds(elapsed.components.seconds + 1) - elapsed
  }
}
