/// Detects that viewers joined or left, for messages in the status line.
struct Presence: Hashable, Sendable {
  private var known: Int?
  private var firstKnownAt = Duration.zero

  /// How long after the first scene a changed number of viewers may be caused by this viewer
  /// itself.
  static let settling = Duration.seconds(1)

  /// Forgets the number of viewers; the next one is not reported as a change.
  mutating func forget() {
    known = nil
  }

  /// Records the current number of viewers.
  ///
  /// - Returns: the message to show; nil if there is no change to report.
  mutating func record(_ viewers: Int, at now: Duration) -> String? {
    guard let before = known else {
      known = viewers
      firstKnownAt = now
      return nil
    }
    guard viewers != before else { return nil }
    known = viewers
    guard now - firstKnownAt >= Self.settling else { return nil }
    let change = viewers - before
    let count = change.magnitude == 1 ? "1 viewer" : "\(change.magnitude) viewers"
    return change > 0 ? "\(count) joined" : "\(count) left"
  }
}
