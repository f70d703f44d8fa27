package import NavBase
package import NavEngine
package import NavScene
package import NavWire

/// A question about a session that a worker answers from a copy; the session itself does not change.
package struct SnapshotQuery: Sendable {
  package let ticket: UInt64
  let session: Session
  let question: Question
  let viewport: CellSize
  let facts: SessionFacts

  /// The subject of a question.
  enum Question: Sendable {
    /// The scene of the session at rest.
    case scene
    /// The scene after a command.
    case trial(SessionCommand)
    case outline
    /// The text of the active page, from a line on.
    case page(fromLine: Int)
    /// The status and the scene of a past state.
    case past(PastState)
  }

  /// The result of a query.
  package enum Outcome: Hashable, Sendable {
    /// The scene, and the places of the stacks in it.
    case scene(Scene, [StackReport])
    /// The reply to a request that asks for no scene.
    case reply(Reply.Body)
    /// A past state shows this page, which has to be read for it.
    case needs(PageRequest)
    /// The command is not possible.
    case rejected(Rejection)
    /// No worker could be had.
    case notStarted
  }

  /// Runs the command, if there is one, and lays out the session at rest; takes time in proportion to its longest text
  /// and to the size.
  package func run() -> Outcome {
    var session = session
    guard case .trial(let command) = question else {
      return session.answer(to: question, in: viewport, facts)
    }
    let view = SessionView(viewport: viewport)
    var operation = SessionOperation(.command(command), on: session, seenBy: view)
    do {
      switch try operation.run(at: .zero) {
      case .done(var session): return session.inspected(in: viewport, facts)
      case .needs(let request) where request.window != nil:
        // The match is in another part of a large text, which only the session reads.
        return session.inspected(in: viewport, facts)
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

extension Session {
  /// Answers a question about the session as it is; it keeps the texts that are wrapped for that.
  mutating func answer(
    to question: SnapshotQuery.Question,
    in viewport: CellSize,
    _ facts: SessionFacts
  ) -> SnapshotQuery.Outcome {
    switch question {
    case .scene, .trial: inspected(in: viewport, facts)
    case .outline: .reply(.outline(Outline(of: &self, seenIn: viewport)))
    case .page(let line): .reply(pageText(fromLine: line))
    case .past(let past): past.answer(in: viewport, facts)
    }
  }

  fileprivate mutating func inspected(
    in viewport: CellSize,
    _ facts: SessionFacts
  ) -> SnapshotQuery.Outcome {
    let (scene, stacks) = inspection(in: viewport, facts: facts)
    return .scene(scene, stacks)
  }
}

/// A state that a session has left, which a replay of its journal leads to.
struct PastState: Sendable {
  /// The content of that time.
  let content: SessionContent
  /// The steps of the journal that lead to the state.
  let steps: [RecordedStep]
  /// The present status with the version of that time.
  var status: Reply.Status
  /// The pages that were read for it.
  var pages: [PageRequest: PreparedPage] = [:]

  /// Replays from the beginning, as far as the pages are there.
  func answer(in viewport: CellSize, _ facts: SessionFacts) -> SnapshotQuery.Outcome {
    var (status, facts) = (status, facts)
    let view = SessionView(viewport: viewport)
    var operation = SessionOperation(.replay(steps), on: Session(content), seenBy: view)
    do throws(Rejection) {
      while true {
        switch try operation.run(at: .zero) {
        case .done(var session):
          status.describe(session)
          status.isSettled = true
          (facts.isBlank, facts.theme) = (session.isBlank, session.theme ?? session.content.theme)
          status.scene = session.rest(in: viewport, facts: facts)
          return .reply(.status(status))
        case .needs(let request):
          guard let page = pages[request] else { return .needs(request) }
          try operation.supply(page, at: .zero)
        }
      }
    } catch {
      return .rejected(error)
    }
  }
}
