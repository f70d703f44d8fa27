import NavBase
import NavScene

/// Detects changes of who takes part in a session and of who may move it, for messages in the status line.
struct SceneNews: Hashable, Sendable {
  private var presence = Presence()
  /// Changes of control, and the viewer's own request for it.
  var control = ControlNews()

  /// When a scene is to be recorded again even if nothing changes; nil for never.
  var nextWake: Duration? { presence.nextWake }

  /// The beginning of a message that is true no more; nil for none.
  var outdated: String? { presence.outdated }

  /// Handles that the viewer has joined again, possibly another session.
  mutating func joinedAgain(isSameSession: Bool) {
    presence.forget()
    if !isSameSession { control = ControlNews() }
  }

  /// Records the current scene.
  ///
  /// - Parameters:
  ///   - scene: the scene.
  ///   - name: this viewer's name in the session; empty if it has none.
  ///   - version: the session's version that the scene shows.
  ///   - now: the time.
  /// - Returns: the message to show; nil if there is no change to report.
  mutating func record(
    _ scene: Scene,
    for name: String,
    version: UInt64,
    at now: Duration
  ) -> String? {
    let news = [
      presence.record(scene.viewers, at: now),
      control.record(ControlView(scene, for: name), version: version),
    ].compactMap(\.self)
    return news.isEmpty ? nil : news.joined(separator: "; ")
  }
}

/// Detects changes of who may move a session, for messages in the status line; keeps track of the viewer's own request
/// for control.
///
/// A scene names only the viewer that has asked first. Behind others, the viewer knows by the daemon's answer that it
/// asks.
struct ControlNews: Hashable, Sendable {
  /// The viewer's own request for control.
  private enum OwnRequest: Hashable {
    case none
    /// The daemon has accepted it; scenes from that version of the session on include it. Nil in a private view, whose
    /// versions do not count requests: then scenes from the next change of control on.
    case accepted(at: UInt64?)
    case open
    /// Taken back, which the scene may not show yet.
    case withdrawn
  }

  /// The control in the last scene; nil before the first one.
  private var known: ControlView?
  private var request = OwnRequest.none

  /// Whether the viewer asks for control.
  var hasAsked: Bool {
    switch request {
    case .accepted, .open: true
    case .none, .withdrawn: false
    }
  }

  /// Records that the daemon has accepted the viewer's request for control.
  ///
  /// - Parameter version: the session's version with the request; nil if the scene shows a private view.
  mutating func accepted(at version: UInt64?) {
    let isShown = version == nil && known?.isAskingFirst == true
    request = isShown ? .open : .accepted(at: version)
  }

  /// Records that the viewer takes its request back.
  mutating func withdrew() {
    if hasAsked { request = .withdrawn }
  }

  /// Handles that the next scene has other versions, because of another epoch or view, and includes the request.
  mutating func forgetVersion() {
    if case .accepted = request { request = .open }
  }

  /// Records the control in the current scene.
  ///
  /// - Parameters:
  ///   - view: the control.
  ///   - version: the session's version that the scene shows.
  /// - Returns: the message to show; nil if there is no change to report.
  mutating func record(_ view: ControlView, version: UInt64) -> String? {
    let before = known
    known = view
    let isRefused = updateRequest(view, after: before, version)
    guard let before else { return nil }
    // A refusal of the own request is shown alone.
    if isRefused { return "your request was refused" }
    guard view != before else { return nil }
    let news = [
      Self.driverNews(view, after: before), Self.requestNews(view, after: before),
      Self.policyNews(view, after: before),
    ].compactMap(\.self)
    return news.isEmpty ? nil : news.joined(separator: "; ")
  }

  /// Brings the own request up to date with a scene.
  ///
  /// - Returns: whether the driver has refused it.
  private mutating func updateRequest(
    _ view: ControlView,
    after before: ControlView?,
    _ version: UInt64
  ) -> Bool {
    var isFirstNoMore = false
    switch request {
    case .withdrawn:
      if !view.isAskingFirst { request = .none }
      return false
    case .none:
      if view.isAskingFirst { request = .open }
      return false
    case .accepted(let asked?):
      guard version >= asked else { return false }
    case .accepted(nil):
      guard view != before else { return false }
    case .open:
      isFirstNoMore = before?.isAskingFirst == true && !view.isAskingFirst
    }
    guard view.driver == .own || view.requests == 0 || isFirstNoMore else {
      request = .open
      return false
    }
    request = .none
    guard view.policy == .request, case .other = view.driver else { return false }
    return view.driver == before?.driver
  }

  private static func driverNews(_ view: ControlView, after before: ControlView) -> String? {
    guard view.policy != .open, view.driver != before.driver else { return nil }
    return switch (view.driver, before.driver) {
    case (.own, _): "you drive now"
    case (.other, _): view.driverWords()
    case (.nobody, .other(let name)):
      "\(ControlView.shown(name)) gave control up: nobody drives"
    case (.nobody, .own): "you no longer drive: nobody does"
    case (.nobody, .nobody): nil
    }
  }

  private static func requestNews(_ view: ControlView, after before: ControlView) -> String? {
    guard let name = view.asking, name != before.asking else { return nil }
    return "\(ControlView.shown(name)) asks for control"
  }

  private static func policyNews(_ view: ControlView, after before: ControlView) -> String? {
    guard view.policy != before.policy else { return nil }
    return switch view.policy {
    case .open: "everybody may move now"
    case .request: "only the driver may move now"
    case .locked: "locked: only the driver may move"
    }
  }
}

/// Detects that viewers joined or left, for messages in the status line: at most one a second, of all changes since the last
/// one together.
struct Presence: Hashable, Sendable {
  private enum State: Hashable {
    case unknown
    /// The number of viewers that was reported, and when the next change may be.
    case known(viewers: Int, quietUntil: Duration)
    /// Another number than the reported one waits for that time.
    case changed(from: Int, quietUntil: Duration)
  }

  private var state = State.unknown
  private var firstKnownAt = Duration.zero
  /// The last message, if it told that viewers left.
  private var leave: Leave?

  private struct Leave: Hashable {
    let text: String
    /// The number of viewers before.
    let before: Int
    /// Whether they are back, or may be.
    var isOver = false
  }

  /// The message about viewers that left and are back, or may be; nil for none.
  var outdated: String? { leave.flatMap { $0.isOver ? $0.text : nil } }

  /// The time after the first scene in which a changed number of viewers may be caused by this viewer itself.
  static let settling = Duration.seconds(1)
  /// The shortest time between two messages.
  static let pause = Duration.seconds(1)

  /// When a change that waits is to be recorded again; nil for none.
  var nextWake: Duration? {
    switch state {
    case .unknown, .known: nil
    case .changed(_, let time): time
    }
  }

  /// Forgets the number of viewers; the next one is not reported as a change.
  mutating func forget() {
    state = .unknown
    leave?.isOver = true
  }

  /// Records the current number of viewers.
  ///
  /// - Returns: the message to show; nil if there is no change to report now.
  mutating func record(_ viewers: Int, at now: Duration) -> String? {
    let before: Int
    let quietUntil: Duration
    switch state {
    case .unknown:
      state = .known(viewers: viewers, quietUntil: now)
      firstKnownAt = now
      return nil
    case .known(let known, let time), .changed(let known, let time):
      (before, quietUntil) = (known, time)
    }
    guard viewers != before else {
      state = .known(viewers: before, quietUntil: quietUntil)
      return nil
    }
    guard now - firstKnownAt >= Self.settling else {
      state = .known(viewers: viewers, quietUntil: quietUntil)
      return nil
    }
    guard now >= quietUntil else {
      let isBack = viewers == leave?.before
      if isBack { leave?.isOver = true }
      state =
        isBack
        ? .known(viewers: viewers, quietUntil: quietUntil)
        : .changed(from: before, quietUntil: quietUntil)
      return nil
    }
    state = .known(viewers: viewers, quietUntil: now + Self.pause)
    let change = viewers - before
    let count = change.magnitude == 1 ? "1 viewer" : "\(change.magnitude) viewers"
    leave = change > 0 ? nil : Leave(text: "\(count) left", before: before)
    return leave?.text ?? "\(count) joined"
  }
}
