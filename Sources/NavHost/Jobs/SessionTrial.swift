import NavCommands
import NavGeometry
package import NavModel
package import NavScene
import NavSession

/// A command that is run on a copy of a session, to find out what it would show; the session itself does not change.
package struct SessionTrial: Sendable {
  package let ticket: UInt64
  let session: Session
  let command: SessionCommand
  let viewport: CellSize
  let facts: SessionFacts

  /// Runs the command and lays out the session at rest; takes time in proportion to its longest text.
  ///
  /// - Returns: the scene, or why the command is not possible.
  package func run() -> Result<Scene, Rejection> {
    let view = SessionView(viewport: viewport)
    var operation = SessionOperation(.command(command), on: session, seenBy: view)
    do {
      guard case .done(var session) = try operation.run(at: .zero) else {
        return .failure(
          Rejection("that command needs a page that was not read: send it to the session")
        )
      }
      return .success(session.rest(in: viewport, facts: facts))
    } catch {
      return .failure(error)
    }
  }

  /// Whether a command can be tried: those with results that are shown while a user types.
  static func canTry(_ command: SessionCommand) -> Bool {
    switch command {
    case .search, .filter: true
    case .forward, .back, .lineDown, .lineUp, .screenDown, .screenUp, .first, .last, .goTo,
      .nextTab, .previousTab, .tab, .toggleAttachment, .nextPart, .reload, .nextMatch,
      .previousMatch, .sort,
      .toggleHidden, .chapter, .view, .root, .toggleWrap:
      false
    }
  }
}

extension SessionTrial: Hashable {
  package static func == (a: SessionTrial, b: SessionTrial) -> Bool { a.ticket == b.ticket }

  package func hash(into hasher: inout Hasher) { hasher.combine(ticket) }
}
