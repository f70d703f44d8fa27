import NavBase
import NavEngine

/// Work on the model of a session for a worker, because it may search or filter more than a turn has time for.
package struct OperationRun: Sendable {
  package let ticket: UInt64
  let work: Work

  enum Work: Sendable {
    /// An operation; `start` is the time of the turn in which it was requested.
    indirect case operation(SessionOperation, start: Duration)
    case succession(Succession)
  }

  package struct Outcome: Sendable {
    let ticket: UInt64
    let result: Result
  }

  enum Result: Sendable {
    /// The operation as it is afterwards, with its result.
    case operation(SessionOperation, Swift.Result<SessionOperation.Progress, Rejection>)
    case succession(Succession, Succession.Heir?)
  }

  /// Does the work as far as possible; takes time in proportion to the content of the session.
  package func run() -> Outcome {
    switch work {
    case .operation(var operation, let start):
      let result = operation.result(at: start)
      return Outcome(ticket: ticket, result: .operation(operation, result))
    case .succession(let succession):
      return Outcome(ticket: ticket, result: .succession(succession, succession.heir()))
    }
  }
}

/// Equal by ticket, which no other work has.
extension OperationRun: Hashable {
  package static func == (a: OperationRun, b: OperationRun) -> Bool { a.ticket == b.ticket }

  package func hash(into hasher: inout Hasher) { hasher.combine(ticket) }
}
