import NavCommands
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
  private(set) var complaint: String?
  /// Whether the words were sent to the session, which will soon show this scene.
  private(set) var isAccepted = false
  private var request: UInt64?
  /// The time of the next request, or of giving up the current one; nil for never.
  private(set) var wake: Duration?
  /// Whether the words have changed since the current request.
  private var isStale = false

  /// The pause before a request, so that fast typing causes only one.
  static let pause = Duration.milliseconds(30)
  /// The time without an answer after which the request is repeated.
  static let patience = Duration.seconds(2)
  /// The pause before a request is repeated that the daemon could not answer.
  static let retry = Duration.milliseconds(200)
  /// The longest time to show an accepted trial before the session shows its result.
  static let landing = Duration.seconds(1)

  /// Handles a change of the words.
  mutating func change(isEmpty: Bool, at now: Duration) {
    if isEmpty {
      self = PromptTrial()
    } else if request == nil {
      wake = wake ?? now + Self.pause
    } else {
      isStale = true
    }
  }

  /// Repeats the request, because the session has changed or is laid out for another size.
  mutating func restart(at now: Duration) {
    guard !isAccepted, request != nil || wake != nil || scene != nil || complaint != nil else {
      return
    }
    request = nil
    isStale = false
    wake = now + Self.pause
  }

  func isDue(at now: Duration) -> Bool { !isAccepted && wake.map { $0 <= now } ?? false }

  mutating func asked(_ request: UInt64, at now: Duration) {
    self.request = request
    isStale = false
    wake = now + Self.patience
  }

  func isWaiting(for request: UInt64) -> Bool { self.request == request }

  mutating func receive(_ body: Reply.Body, at now: Duration) {
    request = nil
    wake = isStale && !isAccepted ? now + Self.pause : nil
    isStale = false
    switch body {
    case .snapshot(_, _, let scene):
      self.scene = scene
      complaint = nil
    case .failure(let failure) where failure.code == .retry || failure.code == .slowDown:
      wake = wake ?? now + max(Self.retry, failure.wait)
    default:
      scene = nil
      complaint = body.refusal
    }
  }

  /// Keeps the trial scene until the session shows the result of the sent words.
  mutating func accept(at now: Duration) {
    isAccepted = true
    wake = now + Self.landing
  }
}
