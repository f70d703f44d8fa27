package import NavCommands
package import NavGeometry
package import NavModel
package import NavScene

/// An action that is requested of a session.
package enum SessionAction: Hashable, Sendable {
  case command(SessionCommand)
  /// Keys, as if they were typed one after the other; keys without a meaning are skipped, and if all of them are,
  /// `SessionOperation.noEffect` says so.
  case keys([Key])
  /// A press and release on a page, and the row that was hit, from 0, if any.
  case tap(ContainerID, row: Int?)
  /// A press and release on a link to another page, and the address of the link.
  case follow(ContainerID, link: String)
  case release(PanEnd)
  /// Goes to a place in the innermost focused stack.
  case visit(Visit)
}

/// An operation in progress, on a copy of the session that becomes the session if all of it is possible.
///
/// If it opens a page that has to be read first, it stops, and continues when it gets the page.
package struct SessionOperation: Sendable {
  private enum Step: Sendable {
    case command(SessionCommand)
    case key(Key)
    case tap(ContainerID, row: Int?)
    case follow(ContainerID, link: String)
    case release(PanEnd)
    case visit(Visit)
  }

  private var session: Session
  private let view: SessionView
  private var steps: [Step]
  private var interpreter = KeyInterpreter()
  private var requested: PageRequest?
  private var hasEffect = false
  /// The reason of the last step that changed nothing.
  private var lastReason: NoEffect?

  /// - Parameters:
  ///   - action: the requested action.
  ///   - session: the session before the operation.
  ///   - view: what the requesting viewer sees.
  package init(_ action: SessionAction, on session: Session, seenBy view: SessionView) {
    self.session = session
    self.view = view
    switch action {
    case .command(let command): steps = [.command(command)]
    case .keys(let keys): steps = keys.map { .key($0) }
    case .tap(let container, let row): steps = [.tap(container, row: row)]
    case .follow(let page, let link): steps = [.follow(page, link: link)]
    case .release(let end): steps = [.release(end)]
    case .visit(let visit): steps = [.visit(visit)]
    }
    steps.reverse()
  }

  /// Why the finished operation has changed nothing; nil if it has changed anything.
  package var noEffect: NoEffect? { hasEffect ? nil : lastReason }

  package enum Progress: Sendable {
    /// This page has to be read; `supply` it and run again.
    case needs(PageRequest)
    /// The session after the operation.
    case done(Session)
  }

  /// Runs the operation as far as possible.
  ///
  /// - Throws: if it is not possible; then the session stays unchanged.
  package mutating func run(at now: Duration) throws(Rejection) -> Progress {
    while let step = steps.popLast() {
      switch try perform(step, at: now) {
      case .done: hasEffect = true
      case .nothing(let reason): lastReason = reason
      case .needs(let request):
        requested = request
        return .needs(request)
      }
    }
    // Any number of steps is one operation.
    var result = session
    result.dropEndedPan(at: now)
    result.updateSearch()
    result.updatePreview(at: now)
    result.version += 1
    return .done(result)
  }

  /// Returns the available sizes of the stack that will show a page first, one for each live viewport, so that the
  /// thread that reads the page can wrap it for them.
  package func availableSizes(
    for request: PageRequest,
    in viewports: Set<CellSize>
  ) -> Set<CellSize> {
    Set(viewports.map { session.tree.availableSize(of: request.stack, in: $0) })
  }

  /// Supplies the page that was requested.
  ///
  /// - Throws: if it can't be shown; then the session stays unchanged.
  package mutating func supply(_ page: PreparedPage, at now: Duration) throws(Rejection) {
    guard let request = requested else {
      preconditionFailure("cannot open a page that nobody asked for")
    }
    requested = nil
    try page.content.check()
    session.open(page, for: request, at: now)
    hasEffect = true
  }

  private mutating func perform(
    _ step: Step,
    at now: Duration
  ) throws(Rejection) -> Session.Outcome {
    let viewport = view.viewport
    switch step {
    case .command(let command): return try session.carryOut(command, seenIn: viewport, at: now)
    case .key(let key):
      switch interpreter.receive(key, focus: session.keyFocus, finding: session.keyFinding) {
      case .session(let command): return try session.carryOut(command, seenIn: viewport, at: now)
      case .local: return .nothing(.viewersKey)
      case nil: return .nothing(interpreter.isWaiting ? .pendingKeys : .unknownKey)
      }
    case .tap(let container, let row):
      return try session.tap(container, row: row, seenIn: viewport, at: now)
    case .follow(let page, let link):
      return try session.follow(link, in: page, seenIn: viewport, at: now)
    case .release(let end):
      session.release(end, seenBy: view, at: now)
      return .done
    case .visit(let visit):
      guard let request = try session.visit(visit, seenIn: viewport, at: now) else { return .done }
      // Continues when the page was supplied.
      steps.append(step)
      return .needs(request)
    }
  }
}
