import NavBase
import NavScene

extension Reply: WireMessage {
  package static func coded(
    _ value: Self?,
    _ archive: inout some WireArchive
  ) throws(WireError) -> Self {
    var (id, client, seq) = (value?.id ?? 0, value?.client?.bytes ?? [], value?.seq ?? 0)
    var (isDurable, questions) = (value?.isDurable ?? false, value?.questions ?? 0)
    try archive.uint64(1, &id)
    try archive.bytes(2, &client)
    try archive.uint64(3, &seq)
    try archive.bool(4, &isDurable)
    try archive.uint32(5, &questions)
    return Reply(
      id: id,
      client: ClientID(client),
      seq: seq,
      isDurable: isDurable,
      questions: questions,
      body: try Body.coded(value?.body, &archive)
    )
  }
}

extension Reply.Body {
  private static let members: WireMembers = [
    10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27,
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
    case .picture: 26
    case .journal: 27
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
      var stacks: [StackReport] = []
      if case .snapshot(let name, let number, let taken, let places) = value {
        (session, version, scene, stacks) = (name, number, taken, places)
      }
      try archive.message(14) { archive throws(WireError) in
        try archive.string(1, &session)
        try archive.uint64(2, &version)
        try archive.scene(3, &scene)
        try archive.messages(4, &stacks)
      }
      return .snapshot(session: session, version: version, scene, stacks: stacks)
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
    case 26:
      var part: Reply.PicturePart?
      if case .picture(let given) = value { part = given }
      return .picture(try archive.message(26, part))
    case 27:
      var part: Reply.JournalPart?
      if case .journal(let given) = value { part = given }
      return .journal(try archive.message(27, part))
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

extension Reply.Failure.Code: WireEnumeration {}

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
    var (key, role) = (part.streamKey ?? [], part.role?.number ?? 0)
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
    try archive.uint32(16, &role)
    part.role = Role(number: role)
    try archive.string(17, &part.person)
    try archive.bool(18, &part.hasPast)
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
    try archive.milliseconds(10, &unseen)
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

  package mutating func fields(_ archive: inout some WireArchive) throws(WireError) {
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
    if !archive.isWriter { control = given ?? Reply.ControlStatus() }
    try archive.uint64(15, &epoch)
    try archive.scene(16, &scene)
  }
}

extension Reply.ViewerInfo: WireFields {
  package static var blank: Self { Self(id: 0, viewport: .zero, attached: .zero, silent: .zero) }

  package mutating func fields(_ archive: inout some WireArchive) throws(WireError) {
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
    if !archive.isWriter { position = pages > 0 ? PagePosition(page: page, pages: pages) : nil }
  }
}
