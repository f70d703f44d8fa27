import NavGeometry
import NavScene
import NavSession
import NavText
import NavWire

/// A request that waits for a condition.
struct WaitingCondition: Sendable {
  let pending: PendingRequest
  let session: UInt64
  let condition: Request.Wait.Condition
  let deadline: Duration
  /// Whether it was not evaluated yet.
  var isNew = true
}

/// Waiting for conditions (proto/README.md: Settled).
extension DaemonCore {
  mutating func beginWait(
    _ wait: Request.Wait,
    in id: UInt64,
    _ pending: PendingRequest,
    at now: Duration
  ) {
    // A repetition replaces the request that it repeats.
    waits.removeAll { $0.pending.isRepeated(by: pending) }
    let others = waits.count { $0.pending.isFromSame(as: pending) }
    guard others < DaemonLimits.waitsPerClient else {
      return answer(
        pending,
        .failure(
          Reply.Failure(
            .limitReached,
            "\(DaemonLimits.waitsPerClient) waits of one client, the limit: let one of them end first"
          )
        )
      )
    }
    guard waits.count < DaemonLimits.waits else {
      return answer(
        pending,
        .failure(
          Reply.Failure(
            .limitReached,
            "\(DaemonLimits.waits) waits are open, the limit: try again when some have ended"
          )
        )
      )
    }
    waits.append(
      WaitingCondition(
        pending: pending,
        session: id,
        condition: wait.condition,
        deadline: now + wait.timeout
      )
    )
  }

  /// Answers the waits whose condition is met, and those that have timed out.
  ///
  /// - Parameters:
  ///   - changed: the sessions that were published in this turn.
  ///   - now: the time of the turn.
  mutating func answerWaits(changed: Set<UInt64>, at now: Duration) {
    guard !waits.isEmpty else { return }
    var left: [WaitingCondition] = []
    for var wait in waits {
      guard sessions[wait.session] != nil else {
        answer(wait.pending, .failure(.sessionEnded))
        continue
      }
      let isDue = wait.isNew || changed.contains(wait.session) || nextLook(at: wait) <= now
      wait.isNew = false
      if isDue, isMet(wait, at: now) {
        let version = sessions[wait.session]?.model.version ?? 0
        answer(wait.pending, .waited(version: version))
      } else if wait.deadline <= now {
        answer(wait.pending, .failure(.timedOut))
      } else {
        left.append(wait)
      }
    }
    waits = left
  }

  /// Returns when to evaluate a condition again even if nothing changes.
  func nextLook(at wait: WaitingCondition) -> Duration {
    // The turn in which the load of a preview ends evaluates the condition again.
    guard case .settled(let version) = wait.condition, let hosted = sessions[wait.session],
      hosted.model.version >= version, !hosted.preview.isUnderWay
    else { return wait.deadline }
    return min(wait.deadline, restsAt(wait.session))
  }

  private mutating func isMet(_ wait: WaitingCondition, at now: Duration) -> Bool {
    guard var hosted = sessions[wait.session] else { return false }
    switch wait.condition {
    case .settled(let version):
      return hosted.model.version >= version && !hosted.preview.isUnderWay
        && restsAt(wait.session) <= now
    case .page(let title): return hosted.model.place.title == title
    case .version(let version): return hosted.model.version >= version
    case .viewers(let count): return hosted.viewers.count == count
    case .text(let text, let viewport):
      let scene = hosted.model.rest(in: viewport, facts: facts(of: hosted))
      sessions[wait.session] = hosted
      return scene.isShowing(text)
    }
  }
}

extension PendingRequest {
  fileprivate func isFromSame(as other: PendingRequest) -> Bool {
    request.client == .none
      ? peer == other.peer : request.client == other.request.client
  }

  fileprivate func isRepeated(by other: PendingRequest) -> Bool {
    isFromSame(as: other) && request.id == other.request.id
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
  fileprivate func isShowing(_ text: String) -> Bool {
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
