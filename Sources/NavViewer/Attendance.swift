/// Notices that somebody joined or left, to be told in the status line (experience.md: Screen).
struct Attendance: Hashable, Sendable {
  private var known: Int?
  private var knownAt = Duration.zero

  /// So long after a scene first came, what it says may still change because of its own viewer.
  static let settling = Duration.seconds(1)

  /// Forgets how many there were: what comes next is no news.
  mutating func forget() {
    known = nil
  }

  /// So many watch now.
  ///
  /// - Returns: what is to be told; nil for nothing.
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
