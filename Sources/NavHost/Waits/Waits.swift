import NavGeometry
import NavScene
import NavText
import NavWire

/// The conditions that clients wait for (proto/README.md: Settled).
struct Waits: Sendable {
  private var waits: [WaitingCondition] = []

  var isEmpty: Bool { waits.isEmpty }

  /// The facts about a session that do not depend on its content.
  enum Observation {
    case live(version: UInt64)
    case ended
  }

  /// Begins to wait.
  ///
  /// - Returns: why that is not possible; nil if it is.
  mutating func begin(
    _ wait: Request.Wait,
    in session: UInt64,
    _ pending: PendingRequest,
    at now: Duration
  ) -> Reply.Failure? {
    // A repetition replaces the request that it repeats.
    waits.removeAll { $0.pending.isRepeated(by: pending) }
    let others = waits.count { $0.pending.isFromSame(as: pending) }
    guard others < DaemonLimits.waitsPerClient else {
      let text =
        "\(DaemonLimits.waitsPerClient) waits of one client, the limit: let one of them end first"
      return Reply.Failure(.limitReached, text)
    }
    guard waits.count < DaemonLimits.waits else {
      let text = "\(DaemonLimits.waits) waits are open, the limit: try again when some have ended"
      return Reply.Failure(.limitReached, text)
    }
    waits.append(
      WaitingCondition(
        pending: pending,
        session: session,
        condition: wait.condition,
        deadline: now + wait.timeout
      )
    )
    return nil
  }

  /// Returns when to look at a condition again even if nothing changes; nil if nobody waits.
  ///
  /// - Parameter settlesAt: when a session that has reached a version comes to rest; nil while that is not known.
  /// - Returns: the earliest such time.
  func nextLook(settlesAt: (UInt64, _ version: UInt64) -> Duration?) -> Duration? {
    waits.map { $0.nextLook(settlesAt: settlesAt) }.min()
  }

  /// Ends the waits whose condition is met, those that have timed out, and those whose session has ended.
  ///
  /// - Parameters:
  ///   - now: the time of the turn.
  ///   - changed: the sessions that were published in this turn; conditions of others are looked at when it is time.
  ///   - observe: the state of a session.
  ///   - settlesAt: when a session that has reached a version comes to rest.
  ///   - isMet: looks at a condition of a session.
  /// - Returns: the answers to these waits.
  mutating func advance(
    to now: Duration,
    changed: Set<UInt64>,
    observe: (UInt64) -> Observation,
    settlesAt: (UInt64, _ version: UInt64) -> Duration?,
    isMet: (UInt64, Request.Wait.Condition) -> Bool
  ) -> [RequestAnswer] {
    var answers: [RequestAnswer] = []
    var left: [WaitingCondition] = []
    for var wait in waits {
      guard case .live(let version) = observe(wait.session) else {
        answers.append(RequestAnswer(pending: wait.pending, body: .failure(.sessionEnded)))
        continue
      }
      let isDue =
        wait.isNew || changed.contains(wait.session) || wait.nextLook(settlesAt: settlesAt) <= now
      wait.isNew = false
      if isDue, isMet(wait.session, wait.condition) {
        answers.append(RequestAnswer(pending: wait.pending, body: .waited(version: version)))
      } else if wait.deadline <= now {
        answers.append(RequestAnswer(pending: wait.pending, body: .failure(.timedOut)))
      } else {
        left.append(wait)
      }
    }
    waits = left
    return answers
  }

  /// Ends all waits, and returns their requests.
  mutating func removeAll() -> [PendingRequest] {
    defer { waits = [] }
    return waits.map(\.pending)
  }
}

/// A request that waits for a condition.
private struct WaitingCondition: Sendable {
  let pending: PendingRequest
  let session: UInt64
  let condition: Request.Wait.Condition
  let deadline: Duration
  /// Whether it was not looked at yet.
  var isNew = true

  /// Returns when to look at it again even if nothing changes.
  func nextLook(settlesAt: (UInt64, _ version: UInt64) -> Duration?) -> Duration {
    switch condition {
    case .settled(let version): settlesAt(session, version).map { min(deadline, $0) } ?? deadline
    case .page, .version, .viewers, .text: deadline
    }
  }
}

extension Reply.Failure {
  fileprivate static let timedOut = Reply.Failure(
    .timedOut,
    "what was waited for did not come about in time"
  )
}

extension Scene {
  /// Whether a text occurs in a visible row or in a visible title.
  func isShowing(_ text: String) -> Bool {
    containers.contains { container in
      guard !container.isHidden else { return false }
      if container.headerHeight > 0, container.title.contains(text) { return true }
      let first = container.scroll.y
      let end = first + max(0, container.frame.height - container.content.y)
      return (first..<max(first, end)).contains {
        container.rows[$0]?.text.contains(text) ?? false
      }
    }
  }
}
