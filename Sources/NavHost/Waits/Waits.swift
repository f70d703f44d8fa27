import NavBase
import NavScene
import NavWire

/// The conditions that clients wait for (proto/README.md: Settled).
package struct Waits: Sendable {
  private var waits: [WaitingCondition] = []

  var isEmpty: Bool { waits.isEmpty }

  var count: Int { waits.count }

  /// The principals of all waits, in the order in which these began.
  package var holders: [Principal] { waits.map(\.pending.principal) }

  /// The facts about a session that do not depend on its content.
  enum Observation {
    case live(version: UInt64)
    case ended
  }

  /// Begins to wait.
  ///
  /// At the limit of all clients together, the newest wait of the principal with the most ends for it.
  ///
  /// - Parameters:
  ///   - wait: the condition, and for how long to wait.
  ///   - session: the session that it is about.
  ///   - pending: the request, to be answered later.
  ///   - limit: how many waits all clients together may have open.
  ///   - now: the time of the turn.
  /// - Returns: answers to this request, if it can't wait, or to the one that gives way.
  mutating func begin(
    _ wait: Request.Wait,
    in session: UInt64,
    _ pending: PendingRequest,
    limit: Int,
    at now: Duration
  ) -> [RequestAnswer] {
    // A repetition replaces the request that it repeats.
    waits.removeAll { $0.pending.isRepeated(by: pending) }
    let others = waits.count { $0.pending.isFromSame(as: pending) }
    guard others < DaemonLimits.waitsPerClient else {
      let text =
        "\(DaemonLimits.waitsPerClient) waits of one client, the limit: let one of them end first"
      let failure = Reply.Failure(.limitReached, text)
      return [RequestAnswer(pending: pending, body: .failure(failure))]
    }
    var answers: [RequestAnswer] = []
    if waits.count >= limit {
      guard let index = Shares.newest(givingWayTo: pending.principal, among: holders) else {
        return [RequestAnswer(pending: pending, body: .failure(.tooManyWaits(limit)))]
      }
      let ended = waits.remove(at: index)
      answers.append(RequestAnswer(pending: ended.pending, body: .failure(.tooManyWaits(limit))))
    }
    waits.append(
      WaitingCondition(
        pending: pending,
        session: session,
        condition: wait.condition,
        deadline: now + wait.timeout
      )
    )
    return answers
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
  /// The layouts of one turn are limited by their cost: small ones come first, and the others are due in the next turn.
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
    var ended: Set<Int> = []
    var looks = Looks()
    for index in waits.indices.sorted(by: { waits[$0].size < waits[$1].size }) {
      let wait = waits[index]
      guard case .live(let version) = observe(wait.session) else {
        answers.append(RequestAnswer(pending: wait.pending, body: .failure(.sessionEnded)))
        ended.insert(index)
        continue
      }
      if changed.contains(wait.session) || wait.nextLook(settlesAt: settlesAt) <= now {
        waits[index].isDue = true
      }
      if waits[index].isDue, looks.mayLook(at: wait) {
        waits[index].isDue = false
        if isMet(wait.session, wait.condition) {
          answers.append(RequestAnswer(pending: wait.pending, body: .waited(version: version)))
          ended.insert(index)
          continue
        }
      }
      // A condition that is due is looked at once more, even if its time is over.
      guard wait.deadline <= now, !waits[index].isDue else { continue }
      answers.append(RequestAnswer(pending: wait.pending, body: .failure(.timedOut)))
      ended.insert(index)
    }
    waits = waits.indices.filter { !ended.contains($0) }.map { waits[$0] }
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
  /// Whether it has to be looked at: it is new, its session has changed, or it may have come to rest.
  var isDue = true

  /// The number of cells that have to be laid out to look at it; 0 for none.
  var size: Int {
    switch condition {
    case .text(_, let viewport): viewport.columns * viewport.rows
    case .settled, .page, .version, .viewers: 0
    }
  }

  /// Returns when to look at it again even if nothing changes.
  func nextLook(settlesAt: (UInt64, _ version: UInt64) -> Duration?) -> Duration {
    if isDue { return .zero }
    return switch condition {
    case .settled(let version): settlesAt(session, version).map { min(deadline, $0) } ?? deadline
    case .page, .version, .viewers, .text: deadline
    }
  }
}

/// The layouts that the conditions of one turn need.
private struct Looks {
  private var cost = Duration.zero
  private var layouts: Set<StreamKey> = []

  /// Whether a condition may be looked at in this turn; the layout that it needs then counts.
  mutating func mayLook(at wait: WaitingCondition) -> Bool {
    guard case .text(_, let viewport) = wait.condition else { return true }
    let key = StreamKey(wait.session, viewport)
    if layouts.contains(key) { return true }
    guard cost < DaemonTiming.turn else { return false }
    layouts.insert(key)
    cost += .layout(in: viewport)
    return true
  }
}

extension Reply.Failure {
  fileprivate static func tooManyWaits(_ limit: Int) -> Reply.Failure {
    Reply.Failure(
      .limitReached,
      "\(limit) waits are open, the limit: try again when some have ended"
    )
  }

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
