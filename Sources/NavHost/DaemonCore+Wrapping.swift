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
  mutating func wraps(
    _ id: UInt64,
    in viewport: CellSize,
    for waiting: Wrapping.Waiting
  ) -> Bool {
    guard let model = sessions[id]?.model else { return false }
    let texts = model.longTexts(in: viewport, atLeast: longText)
    guard !texts.isEmpty, let ticket = ticket(of: id, in: viewport, texts) else { return false }
    guard let count = wrappings[ticket]?.waiting.count, count < DaemonLimits.waitingPerSession
    else { return false }
    wrappings[ticket]?.waiting.append(waiting)
    return true
  }

  /// Removes the earlier attach requests of a client that wait, whatever their sizes.
  ///
  /// - Parameter pending: the newest request.
  /// - Returns: whether one of those removed has created the session.
  mutating func forgetWaiting(supersededBy pending: PendingRequest) -> Bool {
    var isNew = false
    for (ticket, wrapping) in wrappings {
      let before = wrapping.waiting.filter { $0.pending.isSuperseded(by: pending) }
      guard !before.isEmpty else { continue }
      isNew = isNew || before.contains(where: \.isNew)
      wrappings[ticket]?.waiting.removeAll { $0.pending.isSuperseded(by: pending) }
    }
    return isNew
  }

  /// Starts to wrap what a size will show next, if that takes long.
  ///
  /// - Returns: whether a worker wraps it.
  mutating func wrapsAhead(_ id: UInt64, in viewport: CellSize) -> Bool {
    guard let model = sessions[id]?.model else { return false }
    let texts = model.longTexts(in: viewport, atLeast: longText)
    return !texts.isEmpty && ticket(of: id, in: viewport, texts) != nil
  }

  /// Returns the ticket of the job for a session and a size, and starts one if there is none; nil at the job limit.
  private mutating func ticket(
    of id: UInt64,
    in viewport: CellSize,
    _ texts: [LongText]
  ) -> UInt64? {
    let known = wrappings.first { $0.value.session == id && $0.value.viewport == viewport }
    if let known { return known.key }
    guard wrappings.count < DaemonLimits.wrappings else { return nil }
    let ticket = newID()
    wrappings[ticket] = Wrapping(session: id, viewport: viewport)
    actions.append(.wrap(ticket: ticket, texts))
    return ticket
  }

  /// Handles the result of a `wrap` action.
  ///
  /// - Parameters:
  ///   - ticket: the ticket of the action.
  ///   - texts: the wrapped texts; empty if they could not be wrapped.
  ///   - now: the time of the turn.
  package mutating func wrapped(ticket: UInt64, _ texts: [WrappedText], at now: Duration) {
    guard let wrapping = wrappings.removeValue(forKey: ticket) else { return }
    sessions[wrapping.session]?.model.add(texts, in: wrapping.viewport, atLeast: longText)
    for waiting in wrapping.waiting {
      if sessions[wrapping.session] != nil {
        goOn(waiting, in: wrapping.session, at: now)
      } else if case .attach(let request) = waiting.pending.request.body {
        // Handled as if it had just arrived: it may carry the content for a new session.
        attach(request, waiting.pending, at: now)
      } else {
        answer(waiting.pending, .failure(.sessionEnded))
      }
    }
  }

  private mutating func goOn(_ waiting: Wrapping.Waiting, in id: UInt64, at now: Duration) {
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

/// A job that wraps long texts of a session for a size.
struct Wrapping: Sendable {
  let session: UInt64
  let viewport: CellSize
  var waiting: [Waiting] = []

  /// A request that waits for the job.
  struct Waiting: Sendable {
    var pending: PendingRequest
    /// For an attach request: whether it has created the session.
    var isNew = false
  }
}
