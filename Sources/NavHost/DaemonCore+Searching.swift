package import NavModel
import NavCommands
import NavGeometry
package import NavScene
import NavSession
import NavWire

/// Searching: workers run a search or a filter on a copy of a session (trials), and search directories, books and
/// documents (finds).
extension DaemonCore {
  // MARK: Trials

  mutating func beginTrial(
    of command: SessionCommand,
    in id: UInt64,
    _ viewport: CellSize,
    _ pending: PendingRequest
  ) {
    guard let session = sessions[id] else { return }
    guard SessionTrial.canTry(command) else {
      let text = "only a search or a filter can be tried: send '\(command.name)' to the session"
      return fail(pending, .rejected, text)
    }
    guard jobs.hasRoomForTrial else {
      let text = "\(DaemonLimits.trials) searches are being tried, the limit: try again"
      return fail(pending, .retry, text)
    }
    let trial = SessionTrial(
      ticket: run.newID(),
      session: session.model,
      command: command,
      viewport: viewport,
      facts: facts(of: session)
    )
    let waiting = Trial(
      pending: pending,
      session: session.name.description,
      version: session.model.version
    )
    jobs.begin(trial.ticket, .trial(waiting))
    outbox.append(.attempt(trial))
  }

  /// Handles the result of an `attempt` action.
  ///
  /// - Parameters:
  ///   - ticket: the ticket of the action.
  ///   - result: what the session would show, or why the command was rejected.
  package mutating func tried(ticket: UInt64, _ result: Result<Scene, Rejection>) {
    guard case .trial(let trial)? = jobs.end(ticket) else { return }
    switch result {
    case .success(let scene):
      answer(
        trial.pending,
        .snapshot(session: trial.session, version: trial.version, scene)
      )
    case .failure(let rejection): fail(trial.pending, .rejected, rejection.description)
    }
  }

  // MARK: Finds

  mutating func find(_ words: String, in id: UInt64, _ pending: PendingRequest) {
    guard let session = sessions[id] else { return }
    let scope: FindScope
    do {
      scope = try session.model.findScope()
    } catch {
      return fail(pending, .rejected, error.description)
    }
    guard jobs.hasRoomForFind else {
      let text = "\(DaemonLimits.finds) clients look for something, the limit: try again"
      return fail(pending, .retry, text)
    }
    let query = FindQuery(
      ticket: run.newID(),
      session: id,
      client: pending.request.client,
      scope: scope,
      words: words
    )
    jobs.begin(query.ticket, .find(pending))
    outbox.append(.find(query))
  }

  /// Handles the result of a `find` action: what was found so far.
  ///
  /// - Parameters:
  ///   - ticket: the ticket of the action.
  ///   - result: what was found, or why the search failed.
  package mutating func found(ticket: UInt64, _ result: Result<FoundPlaces, ContentFailure>) {
    guard case .find(let pending)? = jobs.end(ticket) else { return }
    switch result {
    case .success(let found): answer(pending, .found(found))
    case .failure(let failure): fail(pending, .retry, failure.description)
    }
  }
}
