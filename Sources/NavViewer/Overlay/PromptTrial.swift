import NavCommands
import NavScene
import NavWire

/// What the session would show after the words that are being typed (input.proto: TakeSnapshot).
///
/// Only this viewer sees it: the session stays as it is until Enter. One question is under way at a time, and the next
/// one asks for the words that are there by then.
struct PromptTrial: Hashable, Sendable {
  /// What is seen in the session's place; nil for the session itself.
  private(set) var scene: Scene?
  /// Why the words lead nowhere; nil where they do.
  private(set) var complaint: String?
  /// The words were sent, so that the session will be where this is.
  private(set) var isAccepted = false
  private var request: UInt64?
  /// When the next question is due, or the one under way is given up; nil for never.
  private(set) var wake: Duration?
  /// Whether the words have changed since the question that is under way.
  private var isStale = false

  /// Words that change faster are asked for once.
  static let pause = Duration.milliseconds(30)
  /// Without an answer it is asked again after this.
  static let patience = Duration.seconds(2)
  /// A daemon that could not answer is asked again after this.
  static let retry = Duration.milliseconds(200)
  /// Longer nobody waits for the session to be there.
  static let landing = Duration.seconds(1)

  /// The words have changed.
  mutating func change(isEmpty: Bool, at now: Duration) {
    if isEmpty {
      self = PromptTrial()
    } else if request == nil {
      wake = wake ?? now + Self.pause
    } else {
      isStale = true
    }
  }

  /// The session has changed below it, or is laid out for another size.
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

  /// The words were sent.
  mutating func accept(at now: Duration) {
    isAccepted = true
    wake = now + Self.landing
  }
}
