import NavBase
import NavScene
import NavWire

/// A trial of the typed words: the scene that the session would show after them (input.proto: TakeSnapshot).
///
/// Only this viewer sees it: the session does not change until Enter. Only one request is in progress at a time; the
/// next one sends the words as they are by then.
struct PromptTrial: Hashable, Sendable {
  /// The trial scene, which is shown instead of the session's; nil for none.
  private(set) var scene: Scene?
  /// The error in the words; nil if there is none.
  private(set) var error: String?
  /// Whether the words were sent to the session, which will soon show this scene.
  private(set) var isAccepted = false
  /// After `accept`, its next transmission is the end of the trial instead.
  private var request = RepeatedRequest()
  /// Whether the words have changed since the current request.
  private var isStale = false

  /// The pause before a request, so that fast typing causes only one.
  static let pause = Duration.milliseconds(30)
  /// The pause before a request is repeated that the daemon could not answer.
  static let retryPause = Duration.milliseconds(200)
  /// The longest time to show an accepted trial before the session shows its result.
  static let acceptedLimit = Duration.seconds(1)

  /// The time of the next request, or of the end of an accepted trial; nil for never.
  var nextWake: Duration? { request.nextWake }

  /// Handles a change of the words.
  mutating func change(isEmpty: Bool, at now: Duration) {
    if isEmpty {
      self = PromptTrial()
    } else if request.isPending {
      isStale = true
    } else {
      request.reschedule(at: request.nextWake ?? now + Self.pause)
    }
  }

  /// Repeats the request, because the session has changed or is laid out for another size.
  mutating func restart(at now: Duration) {
    guard !isAccepted, request.isPending || nextWake != nil || scene != nil || error != nil
    else { return }
    isStale = false
    request.send(at: now + Self.pause)
  }

  /// Forgets the scene of a view that is no longer shown, and repeats the request for the new one.
  mutating func viewChanged(at now: Duration) {
    guard !isAccepted else {
      self = PromptTrial()
      return
    }
    restart(at: now)
    scene = nil
  }

  func isDue(at now: Duration) -> Bool { !isAccepted && request.isDue(at: now) }

  mutating func sent(as id: UInt64, at now: Duration) {
    isStale = false
    request.sent(as: id, at: now)
  }

  func isAwaiting(_ id: UInt64) -> Bool { request.isAwaiting(id) }

  mutating func receive(_ body: Reply.Body, at now: Duration) {
    request.answered()
    if isStale, !isAccepted { request.send(at: now + Self.pause) }
    isStale = false
    switch body {
    case .snapshot(_, _, let scene):
      self.scene = scene
      error = nil
    case .failure(let failure) where failure.code == .retry || failure.code == .slowDown:
      request.reschedule(at: nextWake ?? now + max(Self.retryPause, failure.wait))
    case .failure, .attached, .accepted, .sessions, .done, .status, .viewers, .waited, .outline,
      .exported, .page, .found, .invitations, .bundle, .metrics:
      scene = nil
      error = body.refusal
    }
  }

  /// Keeps the trial scene until the session shows the result of the sent words.
  mutating func accept(at now: Duration) {
    isAccepted = true
    request.reschedule(at: now + Self.acceptedLimit)
  }

  /// Whether the time of an accepted trial is over.
  func isOver(at now: Duration) -> Bool { nextWake.map { $0 <= now } ?? true }
}
