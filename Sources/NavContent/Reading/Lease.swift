import NavSystem
import Synchronization

/// The time for which work is wanted: whoever asks for its result renews or ends it, and the work ends when it is over.
package final class Lease: Sendable {
  private let term: Duration
  private let deadline: Mutex<Duration>

  /// - Parameter term: the time from the last renewal on; without it, the lease is over when it is ended.
  package init(_ term: Duration = .seconds(1 << 32)) {
    self.term = term
    deadline = Mutex(monotonicNow() + term)
  }

  package var isOver: Bool { deadline.withLock { $0 <= monotonicNow() } }

  /// Begins the term anew; returns false if it is over already.
  package func renew() -> Bool {
    deadline.withLock { deadline in
      let now = monotonicNow()
      guard now < deadline else { return false }
      deadline = now + term
      return true
    }
  }

  package func end() { deadline.withLock { $0 = .zero } }
}
