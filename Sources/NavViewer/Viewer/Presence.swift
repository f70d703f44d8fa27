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
      state = .changed(from: before, quietUntil: quietUntil)
      return nil
    }
    state = .known(viewers: viewers, quietUntil: now + Self.pause)
    let change = viewers - before
    let count = change.magnitude == 1 ? "1 viewer" : "\(change.magnitude) viewers"
    return change > 0 ? "\(count) joined" : "\(count) left"
  }
}
