package import NavBase
import NavScene

/// A request of a client to the daemon.
package struct Request: Hashable, Sendable {
  /// The id of the request, echoed in the reply.
  package var id: UInt64
  package var client: ClientID
  /// The sequence number of an operation, from 1 without gaps; 0 for a request that only reads.
  package var seq: UInt64
  /// For an input: the condition under which it is executed.
  package var precondition: Precondition?
  /// The invitation that its sender shows; nil for none.
  package var credential: Credential?
  package var body: Body

  package init(
    id: UInt64,
    client: ClientID,
    seq: UInt64,
    precondition: Precondition? = nil,
    credential: Credential? = nil,
    body: Body
  ) {
    self.id = id
    self.client = client
    self.seq = seq
    self.precondition = precondition
    self.credential = credential
    self.body = body
  }

  /// Whether it changes something and is therefore executed exactly once, in sequence.
  package var isOperation: Bool { seq > 0 }

  /// A condition for an input; all given parts must hold (proto/README.md: Version).
  package struct Precondition: Hashable, Sendable {
    /// The session's version.
    package var version: UInt64?
    /// The front page, named as in `Reply.SessionInfo.top`.
    package var top: String?

    package init(version: UInt64? = nil, top: String? = nil) {
      self.version = version
      self.top = top
    }
  }

  package enum Body: Hashable, Sendable {
    case attach(Attach)
    case leave(viewer: UInt64)
    case alive(viewer: UInt64, Health = Health())
    case input(Input)
    case newSession(name: String, ContentSpec)
    case killSession(SessionReference)
    case listSessions
    /// The session's resting scene for a size, optionally as if a command had been executed.
    case takeSnapshot(SessionReference, CellSize, after: SessionCommand? = nil)
    /// With a version, that of the time when the session had it, and what it showed.
    case getStatus(SessionReference, version: UInt64? = nil)
    case listViewers(SessionReference)
    case wait(Wait)
    case renameSession(SessionReference, to: String)
    /// A pan move: not sequenced, not stored; only the newest one counts.
    case pan(PanMove)
    /// The outline of the focused content, for a size.
    case outline(SessionReference, CellSize)
    /// A part of the session's content as a file.
    case export(Export)
    /// The text of the front page from a line on, counted from 0.
    case page(SessionReference, fromLine: Int)
    /// A search for words in the session's content and below it.
    case find(SessionReference, String)
    case control(Control)
    case talk(Talk)
    /// A pointer or a mark: not sequenced, not stored; only the newest one counts.
    case point(Point)
    case invitation(Invitation)
    /// Files of the client's machine; may be repeated.
    case bundle(Bundle)
    /// The figures of the daemon, as Prometheus reads them.
    case metrics
    /// A part of a picture that the session shows.
    case picture(Picture)
    /// The entries of a session's journal.
    case journal(Journal)

    /// Whether the request changes something and is therefore executed exactly once, in sequence.
    package var isOperation: Bool {
      if case .invitation(let invitation) = self {
        invitation.isOperation
      } else {
        kind.traits.manner == .operation
      }
    }

    /// The session that the request is about; nil for none.
    ///
    /// An attach names its session by the name alone.
    package var session: SessionReference? {
      switch self {
      case .attach(let attach): .name(attach.session)
      case .input(let input): input.session
      case .newSession(let name, _): .name(name)
      case .killSession(let session), .takeSnapshot(let session, _, _), .getStatus(let session, _),
        .listViewers(let session), .renameSession(let session, _), .outline(let session, _),
        .page(let session, _), .find(let session, _):
        session
      case .wait(let wait): wait.session
      case .pan(let pan): pan.session
      case .export(let export): export.session
      case .control(let control): control.session
      case .talk(let talk): talk.session
      case .point(let point): point.session
      case .invitation(let invitation): invitation.session
      case .bundle(let bundle): bundle.session
      case .picture(let picture): picture.session
      case .journal(let journal): journal.session
      case .leave, .alive, .listSessions, .metrics: nil
      }
    }

    /// Whether the request requires a client id.
    fileprivate var needsClient: Bool { kind == .attach || isOperation }
  }
}

/// A reference to a session: by id once attached, by name otherwise.
package enum SessionReference: Hashable, Sendable {
  case id(UInt64)
  case name(String)
}

// MARK: On the wire

extension Request: WireMessage {
  package static func coded(
    _ value: Self?,
    _ archive: inout some WireArchive
  ) throws(WireError) -> Self {
    var head = value.map(RequestHead.init) ?? .blank
    try head.fields(&archive)
    var precondition = value?.precondition
    var credential = value?.credential?.bytes ?? []
    try archive.message(4, &precondition)
    try archive.bytes(5, &credential)
    let body = try Body.coded(value?.body, &archive)
    if let value { return value }

    guard let client = head.clientID else {
      throw WireError("a client id of \(head.client.count) bytes; it has 16")
    }
    let shown = Credential(credential)
    guard shown != nil || credential.isEmpty else {
      throw WireError("a credential of \(credential.count) bytes; it has \(Credential.byteCount)")
    }
    guard client != .none || !body.needsClient else {
      throw WireError("no client id; it has 16 bytes")
    }
    guard body.isOperation == (head.seq > 0) else {
      throw WireError(
        body.isOperation
          ? "an operation without a client_seq" : "a client_seq with what is no operation"
      )
    }
    return Request(
      id: head.id,
      client: client,
      seq: head.seq,
      precondition: precondition,
      credential: shown,
      body: body
    )
  }
}

/// The first fields of a request.
private struct RequestHead: WireFields {
  var id: UInt64 = 0
  var client: [UInt8] = []
  var seq: UInt64 = 0

  static let blank = RequestHead()

  init() {}

  init(_ request: Request) {
    id = request.id
    if request.client != .none { client = request.client.bytes }
    seq = request.seq
  }

  /// Nil for bytes that are no id.
  var clientID: ClientID? { client.isEmpty ? ClientID.none : ClientID(client) }

  mutating func fields(_ archive: inout some WireArchive) throws(WireError) {
    try archive.uint64(1, &id)
    try archive.bytes(2, &client)
    try archive.uint64(3, &seq)
  }
}

/// A body frame of the input socket, as far as it can be understood.
package enum ReceivedRequest: Sendable {
  case request(Request)
  /// A request that can be understood, but not be carried out, because a value in it is impossible. Its body has no
  /// meaning; its sequence number is 0 unless it is an operation.
  case impossible(Request, WireError)
  /// Anything else. The request has an id, a client and a sequence number as far as they can be read, and no body with
  /// a meaning.
  case malformed(Request, WireError)

  package init(_ bytes: [UInt8]) {
    do {
      self = .request(try Request(decoding: bytes))
    } catch {
      let outline = (try? RequestOutline(decoding: bytes)) ?? .blank
      let client = outline.head.clientID ?? .none
      var request = Request(
        id: outline.head.id,
        client: client,
        seq: outline.head.seq,
        body: .listSessions
      )
      let isComplete = outline.isOperation ? client != .none && request.seq > 0 : true
      guard error.isImpossible, isComplete else {
        self = .malformed(request, error)
        return
      }
      if !outline.isOperation { request.seq = 0 }
      self = .impossible(request, error)
    }
  }
}

/// The readable part of a request whose body can't be read.
private struct RequestOutline: WireFields {
  var head = RequestHead.blank
  /// As `Request.Body.isOperation`.
  var isOperation = false

  static let blank = RequestOutline()

  mutating func fields(_ archive: inout some WireArchive) throws(WireError) {
    try head.fields(&archive)
    guard let kind = archive.member(of: Request.Body.members).flatMap(Request.Kind.init) else {
      return
    }
    isOperation = kind.traits.manner == .operation
    guard kind == .invitation else { return }
    var action: UInt32 = 0
    try archive.message(kind.rawValue) { archive throws(WireError) in
      try archive.uint32(2, &action)
    }
    isOperation = action != Request.Invitation.Kind.list.number
  }
}

extension Request.Body {
  fileprivate static let members = WireMembers(Request.Kind.allCases.map(\.rawValue))

  package var kind: Request.Kind {
    switch self {
    case .attach: .attach
    case .leave: .leave
    case .alive: .alive
    case .input: .input
    case .newSession: .newSession
    case .killSession: .killSession
    case .listSessions: .listSessions
    case .takeSnapshot: .takeSnapshot
    case .getStatus: .getStatus
    case .listViewers: .listViewers
    case .wait: .wait
    case .renameSession: .renameSession
    case .pan: .pan
    case .outline: .getOutline
    case .export: .export
    case .find: .find
    case .page: .getPage
    case .control: .control
    case .point: .point
    case .talk: .talk
    case .invitation: .invitation
    case .bundle: .bundle
    case .metrics: .getMetrics
    case .picture: .getPicture
    case .journal: .getJournal
    }
  }

  /// Codes the member of the `oneof` under its number.
  fileprivate static func coded(
    _ value: Self?,
    _ archive: inout some WireArchive
  ) throws(WireError) -> Self {
    let member = archive.member(value?.kind.rawValue, of: members).flatMap(Request.Kind.init)
    guard let member else {
      throw WireError("a request of an unknown kind; the daemon may be older than the client")
    }
    let field = member.rawValue
    switch member {
    case .attach:
      var attach: Request.Attach?
      if case .attach(let given) = value { attach = given }
      return .attach(try archive.message(field, attach))
    case .leave:
      var viewer: UInt64 = 0
      if case .leave(let given) = value { viewer = given }
      try archive.message(field) { archive throws(WireError) in
        try archive.uint64(1, &viewer)
      }
      return .leave(viewer: viewer)
    case .alive:
      var (viewer, health) = (UInt64(0), Request.Health())
      if case .alive(let given, let state) = value { (viewer, health) = (given, state) }
      try archive.message(field) { archive throws(WireError) in
        try archive.uint64(1, &viewer)
        try archive.uint64(2, &health.epoch)
        try archive.uint64(3, &health.seq)
        try archive.milliseconds32(4, &health.lag)
        try archive.bool(5, &health.isOutOfStep)
      }
      return .alive(viewer: viewer, health)
    case .input:
      var input: Request.Input?
      if case .input(let given) = value { input = given }
      return .input(try archive.message(field, input))
    case .newSession:
      var (name, content) = ("", ContentSpec?.none)
      if case .newSession(let given, let spec) = value { (name, content) = (given, spec) }
      try archive.message(field) { archive throws(WireError) in
        try archive.string(1, &name)
        content = try archive.message(2, content)
      }
      return .newSession(name: name, content ?? .tour(command: ""))
    case .killSession: return .killSession(try archive.session(field, of: value))
    case .listSessions:
      try archive.message(field) { _ in }
      return .listSessions
    case .takeSnapshot:
      var (size, command) = (CellSize.zero, SessionCommand?.none)
      if case .takeSnapshot(_, let given, let after) = value { (size, command) = (given, after) }
      let session = try archive.session(field, of: value) { archive throws(WireError) in
        try archive.message(2, &size)
        try archive.message(3, &command)
      }
      return .takeSnapshot(session, size, after: command)
    case .getStatus:
      var (session, version) = (SessionReference.blank, UInt64?.none)
      if case .getStatus(let given, let number) = value { (session, version) = (given, number) }
      try archive.message(field) { archive throws(WireError) in
        try archive.message(1, &session)
        try archive.uint64(2, &version)
      }
      return .getStatus(session, version: version)
    case .listViewers: return .listViewers(try archive.session(field, of: value))
    case .wait:
      var wait: Request.Wait?
      if case .wait(let given) = value { wait = given }
      return .wait(try archive.message(field, wait))
    case .renameSession:
      var name = ""
      if case .renameSession(_, let new) = value { name = new }
      let session = try archive.session(field, of: value) { archive throws(WireError) in
        try archive.string(2, &name)
      }
      return .renameSession(session, to: name)
    case .pan:
      var pan: Request.PanMove?
      if case .pan(let given) = value { pan = given }
      return .pan(try archive.message(field, pan))
    case .getOutline:
      var size = CellSize.zero
      if case .outline(_, let given) = value { size = given }
      let session = try archive.session(field, of: value) { archive throws(WireError) in
        try archive.message(2, &size)
      }
      return .outline(session, size)
    case .export:
      var export: Request.Export?
      if case .export(let given) = value { export = given }
      return .export(try archive.message(field, export))
    case .find:
      var words = ""
      if case .find(_, let given) = value { words = given }
      let session = try archive.session(field, of: value) { archive throws(WireError) in
        try archive.string(2, command: &words)
      }
      return .find(session, words)
    case .getPage:
      var line = 0
      if case .page(_, let first) = value { line = first }
      let session = try archive.session(field, of: value) { archive throws(WireError) in
        try archive.uint32(2, &line)
      }
      return .page(session, fromLine: line)
    case .control:
      var control: Request.Control?
      if case .control(let given) = value { control = given }
      return .control(try archive.message(field, control))
    case .point:
      var point: Request.Point?
      if case .point(let given) = value { point = given }
      return .point(try archive.message(field, point))
    case .talk:
      var talk: Request.Talk?
      if case .talk(let given) = value { talk = given }
      return .talk(try archive.message(field, talk))
    case .invitation:
      var invitation: Request.Invitation?
      if case .invitation(let given) = value { invitation = given }
      return .invitation(try archive.message(field, invitation))
    case .bundle:
      var bundle: Request.Bundle?
      if case .bundle(let given) = value { bundle = given }
      return .bundle(try archive.message(field, bundle))
    case .getMetrics:
      try archive.message(field) { _ in }
      return .metrics
    case .getPicture:
      var picture: Request.Picture?
      if case .picture(let given) = value { picture = given }
      return .picture(try archive.message(field, picture))
    case .getJournal:
      var journal: Request.Journal?
      if case .journal(let given) = value { journal = given }
      return .journal(try archive.message(field, journal))
    }
  }
}

extension WireArchive {
  /// A message that begins with the session that a body is about.
  ///
  /// - Parameter more: codes the fields from 2 on.
  fileprivate mutating func session(
    _ field: Int,
    of body: Request.Body?,
    _ more: (inout Self) throws(WireError) -> Void = { _ in }
  ) throws(WireError) -> SessionReference {
    var session = body?.session ?? .blank
    try message(field) { archive throws(WireError) in
      try archive.message(1, &session)
      try more(&archive)
    }
    return session
  }
}

extension Request.Precondition: WireFields {
  package static var blank: Self { Self() }

  package mutating func fields(_ archive: inout some WireArchive) throws(WireError) {
    try archive.uint64(1, &version)
    try archive.string(2, &top)
  }
}

extension SessionReference: WireMessage {
  static let blank = SessionReference.name("")

  package static func coded(
    _ value: Self?,
    _ archive: inout some WireArchive
  ) throws(WireError) -> Self {
    var (id, name) = (UInt64?.none, String?.none)
    switch value {
    case .id(let given): id = given
    case .name(let given): name = given
    case nil: break
    }
    try archive.uint64(1, &id)
    try archive.string(2, &name)
    if let name { return .name(name) }
    if let id { return .id(id) }
    throw WireError("a request that names no session")
  }
}

extension CellSize: WireMessage {
  package static func coded(
    _ value: Self?,
    _ archive: inout some WireArchive
  ) throws(WireError) -> Self {
    var (columns, rows) = (value?.columns ?? 0, value?.rows ?? 0)
    try archive.uint32(1, &columns)
    try archive.uint32(2, &rows)
    let size = CellSize(columns: columns, rows: rows)
    try archive.limit(
      (1...Limits.viewport.columns).contains(columns) && (1...Limits.viewport.rows).contains(rows),
      "a viewport of \(size); it is 1x1 to \(Limits.viewport)"
    )
    return size
  }
}
