/// The line that tells the service manager how many sessions there are: after a change, at most one each second.
struct SessionCountReport {
  /// The number that was reported last; nil before the first report.
  private var reported: Int?
  /// Whether the number differs from the reported one.
  private var isOutdated = false
  /// The earliest time of the next report.
  private var earliest = Duration.zero

  private static let pause = Duration.seconds(1)

  /// When `line(sessions:at:)` has to be called even if nothing changes; nil if the number is reported.
  var nextWake: Duration? { isOutdated ? earliest : nil }

  /// Returns the line if it is due, and takes it for reported.
  ///
  /// - Parameters:
  ///   - sessions: the number of sessions.
  ///   - now: the time.
  /// - Returns: the line; nil if the number has not changed, or the last line is too recent.
  mutating func line(sessions: Int, at now: Duration) -> String? {
    isOutdated = sessions != reported
    guard isOutdated, earliest <= now else { return nil }
    reported = sessions
    isOutdated = false
    earliest = now + Self.pause
    return sessions == 1 ? "1 session" : "\(sessions) sessions"
  }
}
