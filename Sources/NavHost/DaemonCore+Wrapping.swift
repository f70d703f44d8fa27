import NavGeometry
package import NavSession
import NavWire

/// Long texts are wrapped by workers: who wants to see one waits for that, and nobody else does.
extension DaemonCore {
  /// Has what a size shows of a session wrapped first, where that takes a while.
  ///
  /// - Parameters:
  ///   - id: the session.
  ///   - viewport: the size.
  ///   - waiting: whose request can only be answered then.
  /// - Returns: whether it waits; else layout is quick, or there is nobody to do it.
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

  /// A client that attaches once more is only answered for the newest, whatever size it had before.
  ///
  /// - Parameter pending: the newest.
  /// - Returns: whether one of those before has created the session.
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

  /// Has wrapped what a size will show next.
  ///
  /// - Returns: whether that takes a while.
  mutating func wrapsAhead(_ id: UInt64, in viewport: CellSize) -> Bool {
    guard let model = sessions[id]?.model else { return false }
    let texts = model.longTexts(in: viewport, atLeast: longText)
    return !texts.isEmpty && ticket(of: id, in: viewport, texts) != nil
  }

  /// Of what is under way already, or begins now; nil where too much is.
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

  /// What a `wrap` action asked for has been done.
  ///
  /// - Parameters:
  ///   - ticket: the action's.
  ///   - texts: what was wrapped; nothing where nobody could.
  ///   - now: the time of the turn.
  package mutating func wrapped(ticket: UInt64, _ texts: [WrappedText], at now: Duration) {
    guard let wrapping = wrappings.removeValue(forKey: ticket) else { return }
    sessions[wrapping.session]?.model.add(texts, in: wrapping.viewport, atLeast: longText)
    for waiting in wrapping.waiting {
      if sessions[wrapping.session] != nil {
        goOn(waiting, in: wrapping.session, at: now)
      } else if case .attach(let request) = waiting.pending.request.body {
        // As if it had come now: perhaps it brings the content of a new one.
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

/// Long texts of a session that a worker wraps for a size.
struct Wrapping: Sendable {
  let session: UInt64
  let viewport: CellSize
  var waiting: [Waiting] = []

  /// Who can only be answered then.
  struct Waiting: Sendable {
    var pending: PendingRequest
    /// Of an attach: whether it has created the session.
    var isNew = false
  }
}
