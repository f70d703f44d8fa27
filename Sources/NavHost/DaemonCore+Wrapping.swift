import NavGeometry
package import NavSession
import NavWire

/// Long texts are wrapped by workers: only the requests that need the result wait for it.
extension DaemonCore {
  /// Starts to wrap the texts that a size shows of a session, if that takes long.
  ///
  /// - Parameters:
  ///   - id: the session.
  ///   - viewport: the size.
  ///   - waiting: the request that waits for the result.
  /// - Returns: whether it waits; false if layout is quick, or at a limit.
  mutating func waitsForWrapping(
    _ id: UInt64,
    in viewport: CellSize,
    _ waiting: Wrapping.Waiting
  ) -> Bool {
    guard let ticket = beginWrapping(id, in: viewport) else { return false }
    return jobs.wait(waiting, forWrapping: ticket)
  }

  /// Starts to wrap what a size will show next, if that takes long.
  ///
  /// - Returns: whether a worker wraps it.
  mutating func wrapsAhead(_ id: UInt64, in viewport: CellSize) -> Bool {
    beginWrapping(id, in: viewport) != nil
  }

  /// Returns the ticket of the job for a session and a size, and starts one if there is none; nil if layout is quick, or
  /// at the job limit.
  private mutating func beginWrapping(_ id: UInt64, in viewport: CellSize) -> UInt64? {
    let texts = sessions[id]?.model.longTexts(in: viewport, atLeast: longText) ?? []
    guard !texts.isEmpty else { return nil }
    if let known = jobs.wrapping(of: id, in: viewport) { return known }
    guard jobs.hasRoomForWrapping else { return nil }
    let ticket = run.newID()
    jobs.begin(ticket, .wrapping(Wrapping(session: id, viewport: viewport)))
    outbox.append(.wrap(ticket: ticket, texts))
    return ticket
  }

  /// Handles the result of a `wrap` action.
  ///
  /// - Parameters:
  ///   - ticket: the ticket of the action.
  ///   - texts: the wrapped texts; empty if they could not be wrapped.
  ///   - now: the time of the turn.
  package mutating func wrapped(ticket: UInt64, _ texts: [WrappedText], at now: Duration) {
    guard case .wrapping(let wrapping)? = jobs.end(ticket) else { return }
    let (id, longText) = (wrapping.session, longText)
    sessions.update(id) { $0.model.add(texts, in: wrapping.viewport, atLeast: longText) }
    for waiting in wrapping.waiting {
      if sessions.isLive(id) {
        resume(waiting, in: id, at: now)
      } else if case .attach(let request) = waiting.pending.request.body {
        // Handled as if it had just arrived: it may carry the content for a new session.
        attach(request, waiting.pending, at: now)
      } else {
        answer(waiting.pending, .failure(.sessionEnded))
      }
    }
  }

  private mutating func resume(_ waiting: Wrapping.Waiting, in id: UInt64, at now: Duration) {
    switch waiting.pending.request.body {
    case .attach(let request):
      join(request, session: id, isNew: waiting.isNew, waiting.pending, hasWaited: true, at: now)
    case .takeSnapshot(_, let viewport, _):
      answerSnapshot(of: id, in: viewport, waiting.pending)
    case .leave, .alive, .input, .newSession, .killSession, .listSessions, .getStatus,
      .listViewers, .wait, .renameSession, .pan, .outline, .export, .page, .find:
      preconditionFailure("cannot let a request wait that needs no layout")
    }
  }
}
