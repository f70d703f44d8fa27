package import NavBase
package import NavScene

/// The daemon's reply to a request.
package struct Reply: Hashable, Sendable {
  package var id: UInt64
  package var client: ClientID?
  package var seq: UInt64
  /// For an operation: whether it and this reply survive the end of the daemon.
  package var isDurable: Bool
  package var body: Body

  package init(
    id: UInt64,
    client: ClientID?,
    seq: UInt64,
    isDurable: Bool = false,
    body: Body
  ) {
    self.id = id
    self.client = client
    self.seq = seq
    self.isDurable = isDurable
    self.body = body
  }

  package enum Body: Hashable, Sendable {
    case failure(Failure)
    case attached(Attached)
    /// An operation was executed; `noEffect` says why it changed nothing, if so.
    case accepted(version: UInt64, noEffect: NoEffect? = nil)
    case sessions([SessionInfo])
    case snapshot(session: String, version: UInt64, Scene)
    case done
    case status(Status)
    case viewers([ViewerInfo])
    /// The condition of a wait is fulfilled; the session's version at that time.
    case waited(version: UInt64)
    case outline(Outline)
    case exported(ExportPart)
    case page(PageText)
    case found(FoundPlaces)
    case invitations(Invitations)
    case bundle(BundleState)
    /// The figures of the daemon, in Prometheus' text format.
    case metrics(String)
  }

  /// A rejection, with a text for users: what happened and what to do.
  package struct Failure: Hashable, Sendable {
    package var code: Code
    package var text: String
    /// For `outOfOrder`: the expected sequence number.
    package var expected: UInt64
    /// For `slowDown`: how long to wait before the next request.
    package var wait = Duration.zero
    /// For `preconditionFailed`: the current state.
    package var found = Found()

    /// The current version and page of a session.
    package struct Found: Hashable, Sendable {
      package var version: UInt64
      /// The front page (`SessionInfo.top`).
      package var top: String

      package init(version: UInt64 = 0, top: String = "") {
        self.version = version
        self.top = top
      }
    }

    package enum Code: Int, CaseIterable, Hashable, Sendable {
      case malformed = 1
      case protocolMismatch = 2
      case noSuchSession = 3
      case sessionExists = 4
      case badName = 5
      case noSuchInput = 6
      case rejected = 7
      case outOfOrder = 8
      case unknownClient = 9
      case clientIDConflict = 10
      case unknownViewer = 11
      case limitReached = 12
      case retry = 13
      case timedOut = 14
      case notPermitted = 15
      case slowDown = 16
      case preconditionFailed = 17
      case staleView = 18
      case noMatch = 19
      /// No refusal: the operation is in progress, and its answer follows.
      case inProgress = 20
      /// A code of a later version.
      case unknown = 0
    }

    package init(_ code: Code, _ text: String, expected: UInt64 = 0) {
      self.code = code
      self.text = text
      self.expected = expected
    }
  }

  package struct Attached: Hashable, Sendable {
    package var version: ProtocolVersion
    package var viewer: UInt64
    package var session: UInt64
    package var epoch: UInt64
    package var streamTopic: [UInt8]
    package var readyTopic: [UInt8]
    package var beatInterval: Duration
    package var opened: OpenedContent
    /// The viewport that the stream is laid out for; nil if not reported: then the requested one.
    package var viewport: CellSize?
    package var part: Part

    /// The viewer's part in the session.
    package struct Part: Hashable, Sendable {
      /// The viewer's name; nil if not reported.
      package var name: ViewerName?
      /// The view that it shows: the shared one if the one that it asked for is gone.
      package var view: ViewChoice
      /// The time of the answer on the daemon's clock; zero from daemons that do not report it.
      package var clock: Duration
      /// The key of the messages on both topics, 32 bytes; nil for messages that are not encrypted.
      package var streamKey: [UInt8]?
      /// The key that the daemon will use over TCP; nil unless its key is being replaced.
      package var nextServerKey: PeerKey?

      package init(
        name: ViewerName? = nil,
        view: ViewChoice = .shared,
        clock: Duration = .zero,
        streamKey: [UInt8]? = nil,
        nextServerKey: PeerKey? = nil
      ) {
        self.streamKey = streamKey
        self.nextServerKey = nextServerKey
        self.name = name
        self.view = view
        self.clock = clock
      }
    }

    /// The content of the joined session.
    package struct OpenedContent: Hashable, Sendable {
      package var content: ContentSpec
      /// Whether this request created the session.
      package var isNew: Bool

      package init(_ content: ContentSpec, isNew: Bool) {
        self.content = content
        self.isNew = isNew
      }
    }

    package init(
      version: ProtocolVersion,
      viewer: UInt64,
      session: UInt64,
      epoch: UInt64,
      streamTopic: [UInt8],
      readyTopic: [UInt8],
      beatInterval: Duration,
      opened: OpenedContent,
      viewport: CellSize? = nil,
      part: Part = Part()
    ) {
      self.version = version
      self.viewer = viewer
      self.session = session
      self.epoch = epoch
      self.streamTopic = streamTopic
      self.readyTopic = readyTopic
      self.beatInterval = beatInterval
      self.opened = opened
      self.viewport = viewport
      self.part = part
    }
  }

  /// One session in a listing.
  package struct SessionInfo: Hashable, Sendable {
    package var name: String
    package var id: UInt64
    /// The content: a path, or `tour`.
    package var content: String
    package var viewers: Int
    /// The current page's number, from 1; in a stack, counted from the bottom.
    ///
    /// It and `pages` are 0 while the content is being read.
    package var page: Int
    package var pages: Int
    package var version: UInt64
    /// The current page's title.
    package var title: String
    /// The identity of the front page (input.proto: SessionInfo).
    package var top: String

    package init(
      name: String,
      id: UInt64,
      content: String,
      viewers: Int,
      page: Int,
      pages: Int,
      version: UInt64,
      title: String,
      top: String = ""
    ) {
      self.name = name
      self.id = id
      self.title = title
      self.top = top
      self.content = content
      self.viewers = viewers
      self.page = page
      self.pages = pages
      self.version = version
    }
  }
}

extension Reply {
  /// A part of an export.
  package struct ExportPart: Hashable, Sendable {
    /// The index of the part, from 0.
    package var part: Int
    /// The number of parts, at least one; while more is written, as far as it is known: at least one more than this part.
    package var count: Int
    /// The bytes of the part, at most `Request.Export.partBytes`.
    package var bytes: [UInt8]

    package init(part: Int, count: Int, bytes: [UInt8]) {
      self.part = part
      self.count = count
      self.bytes = bytes
    }
  }

  /// The status of one session and its daemon.
  package struct Status: Hashable, Sendable {
    package var session: SessionInfo
    /// Whether none of its streams has a running motion.
    package var isSettled: Bool
    /// The sizes that the session is currently laid out for.
    package var sizes: [CellSize]
    package var daemonVersion: String
    /// The time since the daemon's start.
    package var uptime: Duration
    /// Whether operations accepted now survive the end of the daemon.
    package var isDurable: Bool
    /// The current search and filter.
    package var finding = Finding()
    /// The statistics of the daemon's event loop.
    package var loop = LoopFigures()
    /// Problems of the content, one line each.
    package var faults: [String] = []
    /// The policy, the driver and the requests for control.
    package var control = ControlStatus()

    package init(
      session: SessionInfo,
      isSettled: Bool,
      sizes: [CellSize],
      daemonVersion: String,
      uptime: Duration,
      isDurable: Bool = true
    ) {
      self.session = session
      self.isSettled = isSettled
      self.sizes = sizes
      self.daemonVersion = daemonVersion
      self.uptime = uptime
      self.isDurable = isDurable
    }
  }

  /// The search of a session, and the filter of the focused list.
  package struct Finding: Hashable, Sendable {
    /// The search text; empty for none.
    package var search: String
    /// The number of matches in the focused content.
    package var matches: Int
    /// The number of the current match, from 1; 0 for none.
    package var match: Int
    /// The filter text; empty for none.
    package var filter: String

    package init(search: String = "", matches: Int = 0, match: Int = 0, filter: String = "") {
      self.search = search
      self.matches = matches
      self.match = match
      self.filter = filter
    }
  }

  /// One viewer in a listing.
  package struct ViewerInfo: Hashable, Sendable {
    package var id: UInt64
    package var viewport: CellSize
    package var attached: Duration
    /// The time since its last message.
    package var silent: Duration
    /// The lag of its terminal, as last reported.
    package var lag: Duration
    /// The size that it is laid out for; nil if not reported: then its viewport.
    package var layout: CellSize?
    /// Its name in the session; nil if not reported.
    package var name: ViewerName?
    /// Whether it may move the session.
    package var standing: Standing
    /// The view that it asked for, and the place of that; nil if not reported.
    package var view = ViewChoice.shared
    package var position: PagePosition?

    package init(
      id: UInt64,
      viewport: CellSize,
      attached: Duration,
      silent: Duration,
      lag: Duration = .zero,
      layout: CellSize? = nil,
      name: ViewerName? = nil,
      standing: Standing = .moves
    ) {
      self.id = id
      self.viewport = viewport
      self.attached = attached
      self.silent = silent
      self.lag = lag
      self.layout = layout
      self.name = name
      self.standing = standing
    }
  }
}

// MARK: Wire

extension Reply: WireMessage {
  package static func coded(
    _ value: Self?,
    _ archive: inout some WireArchive
  ) throws(WireError) -> Self {
    var (id, client, seq) = (value?.id ?? 0, value?.client?.bytes ?? [], value?.seq ?? 0)
    var isDurable = value?.isDurable ?? false
    try archive.uint64(1, &id)
    try archive.bytes(2, &client)
    try archive.uint64(3, &seq)
    try archive.bool(4, &isDurable)
    return Reply(
      id: id,
      client: ClientID(client),
      seq: seq,
      isDurable: isDurable,
      body: try Body.coded(value?.body, &archive)
    )
  }
}

extension Reply.Body {
  private static let members: WireMembers = [
    10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25,
  ]

  /// The number of its field.
  private var member: Int {
    switch self {
    case .failure: 10
    case .attached: 11
    case .accepted: 12
    case .sessions: 13
    case .snapshot: 14
    case .done: 15
    case .status: 16
    case .viewers: 17
    case .waited: 18
    case .outline: 19
    case .exported: 20
    case .found: 21
    case .page: 22
    case .invitations: 23
    case .bundle: 24
    case .metrics: 25
    }
  }

  /// Codes the member of the `oneof` under its number.
  fileprivate static func coded(
    _ value: Self?,
    _ archive: inout some WireArchive
  ) throws(WireError) -> Self {
    let member = archive.member(value?.member, of: members)
    switch member {
    case 10:
      var failure: Reply.Failure?
      if case .failure(let given) = value { failure = given }
      return .failure(try archive.message(10, failure))
    case 11:
      var attached: Reply.Attached?
      if case .attached(let given) = value { attached = given }
      return .attached(try archive.message(11, attached))
    case 12:
      var (version, reason) = (UInt64(0), NoEffect?.none)
      if case .accepted(let given, let noEffect) = value { (version, reason) = (given, noEffect) }
      try archive.message(12) { archive throws(WireError) in
        try archive.uint64(1, &version)
        try archive.noEffect(2, &reason)
      }
      return .accepted(version: version, noEffect: reason)
    case 13:
      var sessions: [Reply.SessionInfo] = []
      if case .sessions(let given) = value { sessions = given }
      try archive.message(13) { archive throws(WireError) in
        try archive.messages(1, &sessions)
      }
      return .sessions(sessions)
    case 14:
      var (session, version, scene) = ("", UInt64(0), Scene(viewport: .zero))
      if case .snapshot(let name, let number, let taken) = value {
        (session, version, scene) = (name, number, taken)
      }
      try archive.message(14) { archive throws(WireError) in
        try archive.string(1, &session)
        try archive.uint64(2, &version)
        try archive.scene(3, &scene)
      }
      return .snapshot(session: session, version: version, scene)
    case 15:
      try archive.message(15) { _ in }
      return .done
    case 16:
      var status: Reply.Status?
      if case .status(let given) = value { status = given }
      return .status(try archive.message(16, status))
    case 17:
      var viewers: [Reply.ViewerInfo] = []
      if case .viewers(let given) = value { viewers = given }
      try archive.message(17) { archive throws(WireError) in
        try archive.messages(1, &viewers)
      }
      return .viewers(viewers)
    case 18:
      var version: UInt64 = 0
      if case .waited(let given) = value { version = given }
      try archive.message(18) { archive throws(WireError) in
        try archive.uint64(1, &version)
      }
      return .waited(version: version)
    case 19:
      var outline: Outline?
      if case .outline(let given) = value { outline = given }
      return .outline(try archive.message(19, outline))
    case 20:
      var part: Reply.ExportPart?
      if case .exported(let given) = value { part = given }
      return .exported(try archive.message(20, part))
    case 21:
      var found: FoundPlaces?
      if case .found(let given) = value { found = given }
      return .found(try archive.message(21, found))
    case 22:
      var page: PageText?
      if case .page(let given) = value { page = given }
      return .page(try archive.message(22, page))
    case 23:
      var invitations: Reply.Invitations?
      if case .invitations(let given) = value { invitations = given }
      return .invitations(try archive.message(23, invitations))
    case 24:
      var state: Reply.BundleState?
      if case .bundle(let given) = value { state = given }
      return .bundle(try archive.message(24, state))
    case 25:
      var text = ""
      if case .metrics(let given) = value { text = given }
      try archive.message(25) { archive throws(WireError) in
        try archive.string(1, &text)
      }
      return .metrics(value == nil ? sanitized(text, keeping: .lineFeeds) : text)
    default:
      throw WireError("a reply of an unknown kind; the client may be older than the daemon")
    }
  }
}

extension WireArchive {
  /// The reason why nothing has changed; nil for none, `unknown` for one of a later version.
  fileprivate mutating func noEffect(_ field: Int, _ reason: inout NoEffect?) throws(WireError) {
    var number = UInt32(truncatingIfNeeded: reason?.rawValue ?? 0)
    try uint32(field, &number)
    if !Self.isWriter { reason = number == 0 ? nil : NoEffect(rawValue: Int(number)) ?? .unknown }
  }
}

extension Reply.Failure: WireFields {
  /// The most Unicode scalars of a text that are sent.
  package static let textLength = 1_000

  package static var blank: Self { Self(.unknown, "") }

  package mutating func fields(_ archive: inout some WireArchive) throws(WireError) {
    try archive.enumeration(1, &code, or: .unknown)
    text = Self.shown(text)
    try archive.string(2, &text)
    text = Self.shown(text)
    try archive.uint64(3, &expected)
    try archive.milliseconds32(4, &wait)
    try archive.uint64(5, &found.version)
    try archive.string(6, &found.top)
  }

  /// Returns a text without control characters and of bounded length: it may quote a request, and a daemon may lie.
  ///
  /// The same text is returned for what was returned before.
  private static func shown(_ text: String) -> String {
    let start = text.unicodeScalars.prefix(textLength)
    let isWhole = start.endIndex == text.endIndex
    return isWhole ? sanitized(text) : sanitized(String(start)) + "…"
  }
}

extension Reply.Failure.Code: WireEnumeration {
  package var number: UInt32 { UInt32(rawValue) }
}

extension Reply.Attached: WireMessage {
  package static func coded(
    _ value: Self?,
    _ archive: inout some WireArchive
  ) throws(WireError) -> Self {
    var (version, viewport) = (value?.version ?? .blank, value?.viewport)
    var (viewer, session, epoch) = (value?.viewer ?? 0, value?.session ?? 0, value?.epoch ?? 0)
    var (stream, ready) = (value?.streamTopic ?? [], value?.readyTopic ?? [])
    var interval = value?.beatInterval ?? .zero
    var isNew = value?.opened.isNew ?? false
    var part = value?.part ?? Part()
    var key = part.streamKey ?? []
    try archive.message(1, &version)
    try archive.uint64(2, &viewer)
    try archive.uint64(3, &session)
    try archive.uint64(4, &epoch)
    try archive.bytes(5, &stream)
    try archive.bytes(6, &ready)
    try archive.milliseconds32(7, &interval)
    let content = try archive.message(8, value?.opened.content)
    try archive.bool(9, &isNew)
    try archive.message(10, &viewport)
    try archive.string(11, &part.name)
    try archive.message(12, &part.view)
    try archive.milliseconds(13, &part.clock)
    try archive.bytes(14, &key)
    part.streamKey = key.isEmpty ? nil : key
    try archive.nextKey(15, &part.nextServerKey)
    return Self(
      version: version,
      viewer: viewer,
      session: session,
      epoch: epoch,
      streamTopic: stream,
      readyTopic: ready,
      beatInterval: interval,
      opened: OpenedContent(content, isNew: isNew),
      viewport: viewport,
      part: part
    )
  }
}

extension Reply.SessionInfo: WireFields {
  package static var blank: Self {
    Self(name: "", id: 0, content: "", viewers: 0, page: 0, pages: 0, version: 0, title: "")
  }

  package mutating func fields(_ archive: inout some WireArchive) throws(WireError) {
    try archive.string(1, &name)
    try archive.uint64(2, &id)
    try archive.string(3, &content)
    try archive.uint32(4, &viewers)
    try archive.uint32(5, &page)
    try archive.uint32(6, &pages)
    try archive.uint64(7, &version)
    try archive.string(8, &title)
    try archive.string(9, &top)
  }
}

extension Reply.ExportPart: WireFields {
  package static var blank: Self { Self(part: 0, count: 0, bytes: []) }

  package mutating func fields(_ archive: inout some WireArchive) throws(WireError) {
    try archive.uint32(1, &part)
    try archive.uint32(2, &count)
    try archive.check(part < count, "part \(part) of an export of \(count) parts")
    try archive.bytes(3, &bytes)
  }
}

extension Reply.Status: WireFields {
  package static var blank: Self {
    Self(session: .blank, isSettled: false, sizes: [], daemonVersion: "", uptime: .zero)
  }

  package mutating func fields<Archive: WireArchive>(
    _ archive: inout Archive
  ) throws(WireError) {
    try archive.message(1, &session)
    try archive.bool(2, &isSettled)
    try archive.messages(3, &sizes)
    try archive.string(4, &daemonVersion)
    try archive.milliseconds(5, &uptime)
    try archive.bool(6, &isDurable)
    try archive.string(7, &finding.search)
    try archive.uint32(8, &finding.matches)
    try archive.uint32(9, &finding.match)
    try archive.string(10, &finding.filter)
    try archive.uint64(11, &loop.turns)
    try archive.microseconds(12, &loop.longestTurn)
    try archive.strings(13, &faults)
    var given = control == Reply.ControlStatus() ? nil : control
    try archive.message(14, &given)
    if !Archive.isWriter { control = given ?? Reply.ControlStatus() }
  }
}

extension Reply.ViewerInfo: WireFields {
  package static var blank: Self { Self(id: 0, viewport: .zero, attached: .zero, silent: .zero) }

  package mutating func fields<Archive: WireArchive>(
    _ archive: inout Archive
  ) throws(WireError) {
    try archive.uint64(1, &id)
    try archive.message(2, &viewport)
    try archive.milliseconds(3, &attached)
    try archive.milliseconds(4, &silent)
    try archive.milliseconds32(5, &lag)
    try archive.message(6, &layout)
    try archive.string(7, &name)
    try archive.enumeration(8, &standing, or: .follows)
    try archive.message(9, &view)
    var (page, pages) = (position?.page ?? 0, position?.pages ?? 0)
    try archive.uint32(10, &page)
    try archive.uint32(11, &pages)
    if !Archive.isWriter { position = pages > 0 ? PagePosition(page: page, pages: pages) : nil }
  }
}
