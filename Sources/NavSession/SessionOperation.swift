package import NavCommands
package import NavGeometry
package import NavLayout

/// What is asked of a session.
package enum SessionAction: Hashable, Sendable {
  case command(SessionCommand)
  /// As if they were typed one after the other; keys that mean nothing are passed over.
  case keys([Key])
  /// A press and release on a page; the row that was hit, from 0, where it was one.
  case tap(ContainerID, row: Int?)
}

/// One operation on its way, on a copy of the session that becomes the session when all of it was possible.
///
/// Where it opens a page that has to be read first, it stops and goes on when it gets the page.
package struct SessionOperation: Sendable {
  private enum Step: Sendable {
    case command(SessionCommand)
    case key(Key)
    case tap(ContainerID, row: Int?)
  }

  private var session: Session
  private let viewport: CellSize
  private var steps: [Step]
  private var interpreter = KeyInterpreter()
  private var requested: PageRequest?

  /// - Parameters:
  ///   - action: what is asked.
  ///   - session: the session as it is.
  ///   - viewport: the size of who asks.
  package init(_ action: SessionAction, on session: Session, seenIn viewport: CellSize) {
    self.session = session
    self.viewport = viewport
    switch action {
    case .command(let command): steps = [.command(command)]
    case .keys(let keys): steps = keys.map { .key($0) }
    case .tap(let container, let row): steps = [.tap(container, row: row)]
    }
    steps.reverse()
  }

  package enum Progress: Sendable {
    /// This page has to be read; `supply` it and run again.
    case needs(PageRequest)
    /// The session after the operation.
    case done(Session)
  }

  /// Goes on as far as possible.
  ///
  /// - Throws: when it is not possible: the session stays as it was.
  package mutating func run(at now: Duration) throws(Rejection) -> Progress {
    while let step = steps.popLast() {
      if let request = try perform(step, at: now) {
        requested = request
        return .needs(request)
      }
    }
    // However many steps, one operation.
    var result = session
    result.version += 1
    return .done(result)
  }

  /// Hands over the page that was asked for.
  package mutating func supply(_ page: PreparedPage, at now: Duration) {
    guard let request = requested, case .stack(var stack) = session.root else {
      preconditionFailure("cannot open a page that nobody asked for")
    }
    requested = nil
    stack.open(page, for: request, at: now)
    session.root = .stack(stack)
  }

  private mutating func perform(_ step: Step, at now: Duration) throws(Rejection) -> PageRequest? {
    let command: SessionCommand
    switch step {
    case .command(let given): command = given
    case .key(let key):
      switch interpreter.receive(key, focus: session.keyFocus) {
      case .session(let meant): command = meant
      case .local, nil: return nil
      }
    case .tap(let container, let row):
      return try tap(container, row: row)
    }
    switch session.root {
    case .pager(var pager):
      try pager.perform(command, seenIn: viewport, at: now)
      session.root = .pager(pager)
      return nil
    case .stack(var stack):
      let request = try stack.perform(command, seenIn: viewport, at: now)
      session.root = .stack(stack)
      return request
    }
  }

  private mutating func tap(
    _ container: ContainerID,
    row: Int?
  ) throws(Rejection) -> PageRequest? {
    // A page of a pager means nothing by a tap.
    guard case .stack(var stack) = session.root else { return nil }
    let request = try stack.tap(container, row: row, seenIn: viewport)
    session.root = .stack(stack)
    return request
  }
}
