/// Detects that viewers joined or left, for messages in the status line.
struct Presence: Hashable, Sendable {
  private var known: Int?
  private var knownAt = Duration.zero

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
  mutating func note(_ viewers: Int, at now: Duration) -> String? {
    guard let before = known else {
      known = viewers
      knownAt = now
      return nil
    }
    guard viewers != before else { return nil }
    known = viewers
    guard now - knownAt >= Self.settling else { return nil }
    let change = viewers - before
    let who = change.magnitude == 1 ? "1 viewer" : "\(change.magnitude) viewers"
    return change > 0 ? "\(who) joined" : "\(who) left"
  }
}
