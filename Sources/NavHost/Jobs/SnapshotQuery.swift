package import NavBase
import NavEngine
package import NavScene

/// A snapshot of a session that a worker lays out, from a copy; the session itself does not change.
package struct SnapshotQuery: Sendable {
  package let ticket: UInt64
  let session: Session
  /// A command to try first, to find out what it would show; nil for what the session shows now.
  let command: SessionCommand?
  let viewport: CellSize
  let facts: SessionFacts

  /// The result of a query.
  package enum Outcome: Hashable, Sendable {
    case scene(Scene)
    /// The command is not possible.
    case rejected(Rejection)
    /// No worker could be had.
    case notStarted
  }

  /// Runs the command, if there is one, and lays out the session at rest; takes time in proportion to its longest text
  /// and to the size.
  package func run() -> Outcome {
    guard let command else {
      var session = session
      return .scene(session.rest(in: viewport, facts: facts))
    }
    let view = SessionView(viewport: viewport)
    var operation = SessionOperation(.command(command), on: session, seenBy: view)
    do {
      switch try operation.run(at: .zero) {
      case .done(var session): return .scene(session.rest(in: viewport, facts: facts))
      case .needs(let request) where request.window != nil:
        // The match is in another part of a large text, which only the session reads.
        var session = session
        return .scene(session.rest(in: viewport, facts: facts))
      case .needs:
        return .rejected(
          Rejection("that command needs a page that was not read: send it to the session")
        )
      }
    } catch {
      return .rejected(error)
    }
  }
}

extension SnapshotQuery: Hashable {
  package static func == (a: SnapshotQuery, b: SnapshotQuery) -> Bool { a.ticket == b.ticket }

  package func hash(into hasher: inout Hasher) { hasher.combine(ticket) }
}
