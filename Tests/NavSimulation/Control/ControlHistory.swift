import NavBase
import NavWire

/// The participants that were allowed to move each session, at any time of the run.
struct ControlHistory {
  private enum Movers: Hashable {
    case everybody, nobody
    case one(Participant.Identity)

    init(_ state: ControlState) {
      self =
        switch (state.policy, state.driver) {
        case (.open, _): .everybody
        case (.request, nil), (.locked, nil): .nobody
        case (.request, let driver?), (.locked, let driver?): .one(driver.identity)
        }
    }
  }

  private struct Moment {
    let since: Duration
    let movers: Movers
  }

  /// By session, in order of time.
  private var moments: [UInt64: [Moment]] = [:]

  /// A session begins with the policy `open`.
  private static let beginning = [Moment(since: .zero, movers: .everybody)]

  /// Records the state of a session from a time on.
  mutating func note(_ state: ControlState, of session: UInt64, at now: Duration) {
    let movers = Movers(state)
    let known = moments[session] ?? Self.beginning
    guard known.last?.movers != movers else { return }
    moments[session] = known + [Moment(since: now, movers: movers)]
  }

  /// Checks whether somebody might move a session at some moment since `start`.
  ///
  /// - Parameters:
  ///   - session: the session.
  ///   - start: the first moment that counts.
  ///   - isSomebody: whether it is the one with an identity.
  /// - Returns: whether it might.
  func mayHaveMoved(
    _ session: UInt64,
    since start: Duration,
    _ isSomebody: (Participant.Identity) -> Bool
  ) -> Bool {
    for moment in (moments[session] ?? Self.beginning).reversed() {
      let isMet =
        switch moment.movers {
        case .everybody: true
        case .nobody: false
        case .one(let identity): isSomebody(identity)
        }
      if isMet { return true }
      // What was in force before ended before `start`.
      if moment.since < start { return false }
    }
    return false
  }
}
