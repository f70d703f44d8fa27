import NavEngine

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

  private enum State: Sendable {
    /// The preview shows the selected entry.
    case idle
    /// Whether it does is checked at a time.
    case due(at: Duration)
    /// A worker reads the selected entry.
    case loading(Load)
    /// A worker reads an entry, and a check is due after it, because another entry may be selected by now.
    case loadingOutdated(Load, checkAt: Duration)
  }

  private var state = State.idle
  /// The earliest time of the next check: page loads are not started faster than every `DaemonTiming.preview`.
  private var earliestCheck = Duration.zero

  /// Whether the preview may not show the selected entry yet.
  var isUnderWay: Bool {
    switch state {
    case .idle: false
    case .due, .loading, .loadingOutdated: true
    }
  }

  /// When the next page load is due, or the one in progress is given up; nil for neither.
  var nextWake: Duration? {
    switch state {
    case .idle: nil
    case .due(let time): time
    case .loading(let load), .loadingOutdated(let load, _): load.deadline
    }
  }

  /// Schedules a check, after a change that may concern the preview.
  mutating func schedule(at now: Duration) {
    let time = max(now, earliestCheck)
    switch state {
    case .idle: state = .due(at: time)
    case .loading(let load): state = .loadingOutdated(load, checkAt: time)
    case .due, .loadingOutdated: break
    }
  }

  /// Whether a check is due; then it is no longer scheduled.
  mutating func takeDue(at now: Duration) -> Bool {
    switch state {
    case .due(let time) where time <= now:
      state = .idle
      return true
    case .idle, .due, .loading, .loadingOutdated: return false
    }
  }

  /// Notes that a page load was started, after a check.
  mutating func begin(_ load: Load) {
    switch state {
    case .idle: state = .loading(load)
    case .due, .loading, .loadingOutdated:
      preconditionFailure("cannot load a preview before a check")
    }
    earliestCheck = load.startedAt + DaemonTiming.preview
  }

  /// Gives up a page load that takes too long.
  ///
  /// - Returns: its ticket.
  mutating func expire(at now: Duration) -> UInt64? {
    endLoad { $0.deadline <= now }?.ticket
  }

  /// Ends a page load.
  ///
  /// - Returns: its request; nil if it is not the one in progress.
  mutating func end(_ ticket: UInt64) -> PageRequest? {
    endLoad { $0.ticket == ticket }?.request
  }

  private mutating func endLoad(where isEnded: (Load) -> Bool) -> Load? {
    switch state {
    case .loading(let load) where isEnded(load):
      state = .idle
      return load
    case .loadingOutdated(let load, let time) where isEnded(load):
      state = .due(at: time)
      return load
    case .idle, .due, .loading, .loadingOutdated: return nil
    }
  }
}
