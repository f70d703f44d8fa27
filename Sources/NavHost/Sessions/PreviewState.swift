import NavSession

/// The preview of a session: a worker reads the selected entry of a list, one at a time.
struct PreviewState: Sendable {
  /// A page load for the preview.
  struct Load: Sendable {
    let ticket: UInt64
    let request: PageRequest
    let startedAt: Duration

    /// When it is given up.
    var deadline: Duration { startedAt + DaemonTiming.opening }
  }

  /// The page load in progress; nil if none is.
  private(set) var load: Load?
  /// When the last page load was started.
  private var readAt: Duration?
  /// When to check whether the preview shows the selected entry; nil if no check is due.
  private var dueAt: Duration?

  /// Whether the preview may not show the selected entry yet.
  var isUnderWay: Bool { load != nil || dueAt != nil }

  /// When the next page load is due, or the one in progress is given up; nil for neither.
  var nextStep: Duration? { load?.deadline ?? dueAt }

  /// Schedules a check, after a change that may concern the preview.
  mutating func schedule(at now: Duration) {
    guard dueAt == nil else { return }
    let next = readAt.map { $0 + DaemonTiming.preview } ?? now
    dueAt = max(now, next)
  }

  /// Gives up a page load that takes too long.
  ///
  /// - Returns: its ticket.
  mutating func expire(at now: Duration) -> UInt64? {
    guard let load, load.deadline <= now else { return nil }
    self.load = nil
    return load.ticket
  }

  /// Whether a check is due; then it is no longer scheduled.
  mutating func takeDue(at now: Duration) -> Bool {
    guard load == nil, let dueAt, dueAt <= now else { return false }
    self.dueAt = nil
    return true
  }

  mutating func begin(_ load: Load) {
    self.load = load
    readAt = load.startedAt
  }

  /// Ends a page load.
  ///
  /// - Returns: its request; nil if it is not the one in progress.
  mutating func end(_ ticket: UInt64) -> PageRequest? {
    guard let load, load.ticket == ticket else { return nil }
    self.load = nil
    return load.request
  }
}
