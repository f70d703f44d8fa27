import NavCommands
import NavGeometry
package import NavModel
package import NavScene
import NavSession
import NavWire

/// Trials: workers run a search or a filter on a copy of a session, to return what it would show.
extension DaemonCore {
  mutating func beginTrial(
    of command: SessionCommand,
    in id: UInt64,
    _ viewport: CellSize,
    _ pending: PendingRequest
  ) {
    guard let hosted = sessions[id] else { return }
    guard SessionTrial.canTry(command) else {
      let text = "only a search or a filter can be tried: send '\(command.name)' to the session"
      return answer(pending, .failure(Reply.Failure(.rejected, text)))
    }
    guard trials.count < DaemonLimits.trials else {
      let text = "\(DaemonLimits.trials) searches are being tried, the limit: try again"
      return answer(pending, .failure(Reply.Failure(.retry, text)))
    }
    let trial = SessionTrial(
      ticket: newID(),
      session: hosted.model,
      command: command,
      viewport: viewport,
      facts: facts(of: hosted)
    )
    trials[trial.ticket] = Trial(
      pending: pending,
      session: hosted.name.description,
      version: hosted.model.version
    )
    actions.append(.attempt(trial))
  }

  /// Handles the result of an `attempt` action.
  ///
  /// - Parameters:
  ///   - ticket: the ticket of the action.
  ///   - result: what the session would show, or why the command was rejected.
  package mutating func tried(ticket: UInt64, _ result: Result<Scene, Rejection>) {
    guard let trial = trials.removeValue(forKey: ticket) else { return }
    switch result {
    case .success(let scene):
      answer(
        trial.pending,
        .snapshot(session: trial.session, version: trial.version, scene)
      )
    case .failure(let rejection):
      answer(trial.pending, .failure(Reply.Failure(.rejected, rejection.description)))
    }
  }
}

/// The request that waits for a trial, and the name and version of its session.
struct Trial: Sendable {
  let pending: PendingRequest
  let session: String
  let version: UInt64
}
