/// Attempts to reach a daemon at several addresses, each a moment after the one before it (RFC 8305, Connection Attempts).
///
/// The first one that answers is used. An earlier address is preferred as it has a head start.
package struct AddressRace: Hashable, Sendable {
  private enum State: Hashable, Sendable {
    case waiting
    case running(since: Duration)
    case failed
  }

  private var states: [State]
  /// When the next address is tried, even if the ones before it have not failed.
  private var nextStart: Duration?

  /// The head start of an address.
  package static let stagger = Duration.milliseconds(250)
  /// The limit of an attempt.
  package static let timeout = Duration.seconds(5)

  /// - Parameters:
  ///   - count: the number of addresses.
  ///   - now: the time.
  package init(_ count: Int, at now: Duration) {
    states = Array(repeating: .waiting, count: count)
    nextStart = now
  }

  /// The next thing to do.
  package enum Step: Hashable, Sendable {
    /// Try an address.
    case start(Int)
    /// Give an address up: it has not answered in time. It counts as failed.
    case giveUp(Int)
    /// Wait for an answer or a failure, at most until a time.
    case wait(until: Duration)
    /// All have failed.
    case end
  }

  /// Returns the next step; to be called until it is one to wait or to end.
  package mutating func next(at now: Duration) -> Step {
    for (index, state) in states.enumerated() {
      if case .running(let since) = state, now - since >= Self.timeout {
        states[index] = .failed
        return .giveUp(index)
      }
    }
    let running = states.compactMap { if case .running(let since) = $0 { since } else { nil } }
    if let index = states.firstIndex(of: .waiting), running.isEmpty || nextStart ?? now <= now {
      states[index] = .running(since: now)
      nextStart = now + Self.stagger
      return .start(index)
    }
    guard let first = running.min() else { return .end }
    let start = states.contains(.waiting) ? nextStart : nil
    return .wait(until: min(first + Self.timeout, start ?? .seconds(.max / 2)))
  }

  /// Records that an attempt has failed: the next address is tried at once.
  package mutating func failed(_ index: Int, at now: Duration) {
    states[index] = .failed
    nextStart = now
  }
}
