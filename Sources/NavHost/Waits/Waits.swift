import NavBase
import NavScene
import NavWire

/// The conditions that clients wait for (proto/README.md: Settled).
package struct Waits: Sendable {
  private var waits: [WaitingCondition] = []
  /// The layouts that a worker makes, or will make, for a condition.
  private var awaited: Set<StreamKey> = []

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
    // A repetition replaces the request that it repeats, and not what is known or being found out about its condition.
    let repeated = waits.firstIndex { $0.pending.isRepeated(by: pending) }.map {
      waits.remove(at: $0)
    }
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
    var waiting = WaitingCondition(
      pending: pending,
      session: session,
      condition: wait.condition,
      deadline: now + wait.timeout
    )
    if let repeated, repeated.session == session, repeated.condition == wait.condition {
      (waiting.isDue, waiting.isLookedAt) = (repeated.isDue, repeated.isLookedAt)
    }
    waits.append(waiting)
    return answers
  }

  /// Returns when to look at a condition again even if nothing changes; nil if nobody waits.
  ///
  /// - Parameter settlesAt: when a session that has reached a version comes to rest; nil while that is not known.
  /// - Returns: the earliest such time.
  func nextLook(settlesAt: (UInt64, _ version: UInt64) -> Duration?) -> Duration? {
    waits.compactMap { isAwaited($0) ? nil : $0.nextLook(settlesAt: settlesAt) }.min()
  }

  /// Whether nothing can be known about a condition before a worker has made a layout.
  private func isAwaited(_ wait: WaitingCondition) -> Bool {
    (wait.isDue || wait.isLookedAt) && wait.layout.map(awaited.contains) ?? false
  }

  /// Ends the waits whose condition is met, those that have timed out, and those whose session has ended.
  ///
  /// The layouts of one turn are limited by their cost: small ones come first, and the others are due in the next turn.
  /// A worker makes those that take long, one for all conditions that are due when it begins.
  ///
  /// - Parameters:
  ///   - now: the time of the turn.
  ///   - changed: the sessions that were published in this turn; conditions of others are looked at when it is time.
  ///   - observe: the state of a session.
  ///   - settlesAt: when a session that has reached a version comes to rest.
  ///   - isMet: looks at a condition of a session; nil if a worker has to lay that out.
  /// - Returns: the answers to these waits, and the layouts for the worker.
  mutating func advance(
    to now: Duration,
    changed: Set<UInt64>,
    observe: (UInt64) -> Observation,
    settlesAt: (UInt64, _ version: UInt64) -> Duration?,
    isMet: (UInt64, Request.Wait.Condition) -> Bool?
  ) -> (answers: [RequestAnswer], wanted: [SnapshotRequest]) {
    var answers: [RequestAnswer] = []
    var wanted: [SnapshotRequest] = []
    var ended: Set<Int> = []
    var looks = Looks()
    for index in waits.indices.sorted(by: { waits[$0].size < waits[$1].size }) {
      let wait = waits[index]
      guard case .live(let version) = observe(wait.session) else {
        answers.append(RequestAnswer(pending: wait.pending, body: .failure(.sessionEnded)))
        ended.insert(index)
        continue
      }
      // A layout changes with its session alone.
      if changed.contains(wait.session)
        || wait.layout == nil && wait.nextLook(settlesAt: settlesAt) <= now
      {
        waits[index].isDue = true
      }
      if waits[index].isDue, !isAwaited(waits[index]), looks.mayLook(at: wait) {
        switch isMet(wait.session, wait.condition) {
        case true?:
          answers.append(RequestAnswer(pending: wait.pending, body: .waited(version: version)))
          ended.insert(index)
          continue
        case false?: waits[index].isDue = false
        case nil:
          guard let key = wait.layout else { break }
          awaited.insert(key)
          wanted.append(
            SnapshotRequest(pending: wait.pending, session: key.session, viewport: key.viewport)
          )
        }
      }
      // A condition that is due is looked at once more, even if its time is over.
      guard wait.deadline <= now, !waits[index].isDue, !waits[index].isLookedAt else { continue }
      answers.append(RequestAnswer(pending: wait.pending, body: .failure(.timedOut)))
      ended.insert(index)
    }
    remove(ended)
    return (answers, wanted)
  }

  private mutating func remove(_ ended: Set<Int>) {
    waits = waits.indices.filter { !ended.contains($0) }.map { waits[$0] }
  }

  /// Notes that a worker begins with a layout: the present state is looked at.
  mutating func beginLook(_ key: StreamKey) {
    for index in waits.indices where waits[index].layout == key && waits[index].isDue {
      (waits[index].isDue, waits[index].isLookedAt) = (false, true)
    }
  }

  /// Handles a layout that a worker has made.
  ///
  /// - Parameters:
  ///   - key: its session and its size.
  ///   - scene: what it shows.
  ///   - version: the version that it shows.
  /// - Returns: the answers to the waits whose condition was met.
  mutating func endLook(
    _ key: StreamKey,
    at scene: Scene,
    version: UInt64
  ) -> [RequestAnswer] {
    awaited.remove(key)
    var ended: Set<Int> = []
    for index in waits.indices where waits[index].layout == key && waits[index].isLookedAt {
      waits[index].isLookedAt = false
      if case .text(let text, _) = waits[index].condition, scene.isShowing(text) {
        ended.insert(index)
      }
    }
    let answers = ended.sorted().map {
      RequestAnswer(pending: waits[$0].pending, body: .waited(version: version))
    }
    remove(ended)
    return answers
  }

  /// Ends the wait for which a layout was wanted that is not made; others with the same one are due.
  ///
  /// - Returns: its newest request; nil if it has ended.
  mutating func end(_ request: SnapshotRequest) -> PendingRequest? {
    awaited.remove(request.key)
    for index in waits.indices where waits[index].isLookedAt && waits[index].layout == request.key {
      (waits[index].isDue, waits[index].isLookedAt) = (true, false)
    }
    return waits.firstIndex { $0.pending.isRepeated(by: request.pending) }
      .map { waits.remove(at: $0).pending }
  }

  /// Ends all waits, and returns their requests.
  mutating func removeAll() -> [PendingRequest] {
    defer { (waits, awaited) = ([], []) }
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
  /// Whether a worker makes a layout to look at it.
  var isLookedAt = false

  /// The layout that is needed to look at it; nil for none.
  var layout: StreamKey? {
    if case .text(_, let viewport) = condition { StreamKey(session, viewport) } else { nil }
  }

  /// The number of cells of that layout.
  var size: Int { layout.map { $0.viewport.columns * $0.viewport.rows } ?? 0 }

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
    guard let key = wait.layout else { return true }
    if layouts.contains(key) { return true }
    guard cost < DaemonTiming.turn else { return false }
    layouts.insert(key)
    cost += .layout(in: key.viewport)
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
