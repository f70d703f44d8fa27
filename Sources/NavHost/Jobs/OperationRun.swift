import NavBase
import NavEngine

/// An operation for a worker, because it may search or filter more than a turn has time for.
package struct OperationRun: Sendable {
  package let ticket: UInt64
  let operation: SessionOperation
  /// The time of the turn in which it was requested.
  let start: Duration

  /// The operation as it is afterwards, with its result.
  package struct Outcome: Sendable {
    let ticket: UInt64
    let operation: SessionOperation
    let result: Result<SessionOperation.Progress, Rejection>
  }

  /// Runs the operation as far as possible; takes time in proportion to the content of the session.
  package func run() -> Outcome {
    var operation = operation
    let result = operation.result(at: start)
    return Outcome(ticket: ticket, operation: operation, result: result)
  }
}

/// Equal by ticket, which no other operation has.
extension OperationRun: Hashable {
  package static func == (a: OperationRun, b: OperationRun) -> Bool { a.ticket == b.ticket }

  package func hash(into hasher: inout Hasher) { hasher.combine(ticket) }
}
