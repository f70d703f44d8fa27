package import NavBase
package import NavScene
package import NavWire

/// One client process: its ID and sequence numbers.
package struct Client {
  package let id: ClientID
  package private(set) var seq: UInt64 = 0
  private var requests: UInt64 = 0

  package init(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    id = ClientID(random: &generator)
  }

  package mutating func read(_ body: Request.Body) -> Request {
    requests += 1
    return Request(id: requests, client: id, seq: 0, body: body)
  }

  package mutating func operation(_ body: Request.Body) -> Request {
    requests += 1
    seq += 1
    return Request(id: requests, client: id, seq: seq, body: body)
  }

  /// Numbers a request if it is an operation.
  package mutating func request(_ body: Request.Body) -> Request {
    body.isOperation ? operation(body) : read(body)
  }

  package mutating func attach(
    _ session: String,
    _ columns: Int = 80,
    _ rows: Int = 24,
    content: ContentSpec? = nil,
    name: String? = nil,
    version: ProtocolVersion = .current
  ) -> Request {
    read(
      .attach(
        Request.Attach(
          version: version,
          session: session,
          viewport: CellSize(columns: columns, rows: rows),
          content: content,
          name: name.flatMap { ViewerName($0) }
        )
      )
    )
  }

  package mutating func command(
    _ command: SessionCommand,
    in session: SessionReference,
    viewer: UInt64? = nil,
    viewport: CellSize? = nil
  ) -> Request {
    input(.command(command), in: session, viewer: viewer, viewport: viewport)
  }

  package mutating func tap(
    _ container: ContainerID,
    row: Int?,
    in session: SessionReference
  ) -> Request {
    input(.tap(container, row: row), in: session)
  }

  package mutating func keys(_ names: [String], in session: SessionReference) -> Request {
    input(.keys(names.compactMap { Key(name: $0) }), in: session)
  }

  private mutating func input(
    _ action: SessionAction,
    in session: SessionReference,
    viewer: UInt64? = nil,
    viewport: CellSize? = nil
  ) -> Request {
    operation(
      .input(
        Request.Input(session: session, viewer: viewer, viewport: viewport, action: action)
      )
    )
  }

  package mutating func wait(
    for condition: Request.Wait.Condition,
    in session: String,
    _ timeout: Duration = .seconds(5)
  ) -> Request {
    read(.wait(Request.Wait(session: .name(session), condition: condition, timeout: timeout)))
  }
}

extension Reply.Body {
  /// The error code of a failure.
  package var code: Reply.Failure.Code? {
    if case .failure(let failure) = self { failure.code } else { nil }
  }

  package var failure: Reply.Failure? {
    if case .failure(let failure) = self { failure } else { nil }
  }

  package var isAccepted: Bool { acceptedVersion != nil }

  package var attached: Reply.Attached {
    get throws {
      guard case .attached(let attached) = self else { throw SteppedDaemon.Refused(body: self) }
      return attached
    }
  }

  package var status: Reply.Status {
    get throws {
      guard case .status(let status) = self else { throw SteppedDaemon.Refused(body: self) }
      return status
    }
  }

  package var sessions: [Reply.SessionInfo] {
    get throws {
      guard case .sessions(let sessions) = self else { throw SteppedDaemon.Refused(body: self) }
      return sessions
    }
  }

  package var viewers: [Reply.ViewerInfo] {
    get throws {
      guard case .viewers(let viewers) = self else { throw SteppedDaemon.Refused(body: self) }
      return viewers
    }
  }

  package var invitations: Reply.Invitations {
    get throws {
      guard case .invitations(let invitations) = self else {
        throw SteppedDaemon.Refused(body: self)
      }
      return invitations
    }
  }

  /// The version in the reply to an accepted operation, whether it changed anything or not; nil for other replies.
  package var acceptedVersion: UInt64? {
    if case .accepted(let version, _) = self { version } else { nil }
  }
}

extension Request.Attach {
  /// Creates an attach to a session, in a terminal of ordinary size.
  package init(
    to session: String = "talk",
    in viewport: CellSize = .standardTerminal,
    content: ContentSpec? = nil,
    joined: Joined? = nil,
    fit: Fit = .exact,
    name: ViewerName? = nil,
    isReadOnly: Bool = false,
    view: ViewChoice = .shared,
    showsPictures: Bool = false
  ) {
    self.init(session: session, viewport: viewport, content: content, joined: joined, fit: fit)
    (self.name, self.isReadOnly) = (name, isReadOnly)
    (self.view, self.showsPictures) = (view, showsPictures)
  }
}

extension Request.Input {
  /// Creates an input in a session; `viewer` is nil for a script's.
  package init(
    _ action: SessionAction,
    in session: SessionReference = .name("talk"),
    by viewer: UInt64? = nil,
    epoch: UInt64? = nil
  ) {
    self.init(session: session, viewer: viewer, viewport: nil, action: action, epoch: epoch)
  }
}
