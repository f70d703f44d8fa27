import NavCommands
import NavGeometry
import NavModel
import NavScene
import NavText
import SwiftProtobuf

extension Reply {
  package func encoded() -> [UInt8] { quicklyEncoded() ?? encodedByLibrary() }

  package init(decoding bytes: [UInt8]) throws(WireError) {
    if let reply = Reply(quicklyDecoding: bytes) {
      self = reply
    } else {
      try self.init(decodingByLibrary: bytes)
    }
  }

  package func encodedByLibrary() -> [UInt8] {
    var message = Navd_V1_Reply()
    message.requestID = id
    if let client { message.clientID = bytes(client.bytes) }
    message.clientSeq = seq
    message.durable = isDurable
    switch body {
    case .failure(let failure):
      message.error.code = Navd_V1_Error.Code(rawValue: failure.code.rawValue) ?? .unspecified
      message.error.text = Reply.Failure.shown(failure.text)
      message.error.expectedSeq = failure.expected
      message.error.waitMs = UInt32(clamping: failure.wait.milliseconds)
      message.error.version = failure.found.version
      message.error.top = failure.found.top
    case .attached(let attached): message.attached = attached.wire
    case .accepted(let version, let noEffect):
      message.accepted.version = version
      message.accepted.noEffect = noEffect?.wire ?? .unspecified
    case .sessions(let sessions): message.sessionList.sessions = sessions.map(\.wire)
    case .snapshot(let session, let version, let scene):
      message.snapshotTaken.session = session
      message.snapshotTaken.version = version
      message.snapshotTaken.scene = scene.wire
    case .done: message.done = Navd_V1_Done()
    case .status(let status): message.status = status.wire
    case .viewers(let viewers): message.viewerList.viewers = viewers.map(\.wire)
    case .waited(let version): message.waited.version = version
    case .outline(let outline): message.outline = outline.wire
    case .found(let found): message.found = found.wire
    case .exported(let part):
      message.exported.part = UInt32(clamping: part.part)
      message.exported.parts = UInt32(clamping: part.count)
      message.exported.bytes = NavWire.bytes(part.bytes)
    case .page(let page): message.pageText = page.wire
    case .invitations(let invitations): message.invitationList = invitations.wire
    case .bundle(let state): message.bundleState = state.wire
    case .metrics(let text): message.metrics.text = text
    }
    return serialized(message)
  }

  package init(decodingByLibrary bytes: [UInt8]) throws(WireError) {
    let message: Navd_V1_Reply = try parsed(bytes)
    self.init(
      id: message.requestID,
      client: ClientID(Array(message.clientID)),
      seq: message.clientSeq,
      isDurable: message.durable,
      body: try Body(message)
    )
  }
}

extension Reply.Failure {
  /// The most Unicode scalars of a text that are sent.
  package static let textLength = 1_000

  /// Returns a text without control characters and of bounded length: it may quote a request, and a daemon may lie.
  ///
  /// The same text is returned for what was returned before.
  fileprivate static func shown(_ text: String) -> String {
    let start = text.unicodeScalars.prefix(textLength)
    let isWhole = start.endIndex == text.endIndex
    return isWhole ? sanitized(text) : sanitized(String(start)) + "…"
  }
}

extension Reply.Body {
  fileprivate init(_ message: Navd_V1_Reply) throws(WireError) {
    switch message.body {
    case .error(let error):
      var failure = Reply.Failure(
        Reply.Failure.Code(rawValue: error.code.rawValue) ?? .unknown,
        Reply.Failure.shown(error.text),
        expected: error.expectedSeq
      )
      failure.wait = .milliseconds(Int64(error.waitMs))
      failure.found = Reply.Failure.Found(version: error.version, top: error.top)
      self = .failure(failure)
    case .attached(let attached): self = .attached(try Reply.Attached(attached))
    case .accepted(let accepted):
      self = .accepted(version: accepted.version, noEffect: NoEffect(accepted.noEffect))
    case .sessionList(let list): self = .sessions(list.sessions.map(Reply.SessionInfo.init))
    case .snapshotTaken(let taken):
      self = .snapshot(session: taken.session, version: taken.version, try Scene(taken.scene))
    case .done: self = .done
    case .status(let status): self = .status(try Reply.Status(status))
    case .viewerList(let list):
      var viewers: [Reply.ViewerInfo] = []
      for viewer in list.viewers { viewers.append(try Reply.ViewerInfo(viewer)) }
      self = .viewers(viewers)
    case .waited(let waited): self = .waited(version: waited.version)
    case .outline(let outline): self = .outline(try Outline(outline))
    case .exported(let exported):
      guard exported.part < exported.parts else {
        throw WireError("part \(exported.part) of an export of \(exported.parts) parts")
      }
      self = .exported(
        Reply.ExportPart(
          part: Int(exported.part),
          count: Int(exported.parts),
          bytes: Array(exported.bytes)
        )
      )
    case .pageText(let page): self = .page(PageText(page))
    case .found(let found): self = .found(try FoundPlaces(found))
    case .metrics(let metrics): self = .metrics(sanitized(metrics.text, keeping: .lineFeeds))
    case .invitationList(let list): self = .invitations(try Reply.Invitations(list))
    case .bundleState(let state): self = .bundle(try Reply.BundleState(state))
    case nil:
      throw WireError("a reply of an unknown kind; the client may be older than the daemon")
    }
  }
}

extension NoEffect {
  var wire: Navd_V1_NoEffect { Navd_V1_NoEffect(rawValue: rawValue) ?? .unspecified }

  /// Nil for an input that changed something; `unknown` for a reason of a later version.
  init?(_ message: Navd_V1_NoEffect) {
    guard message != .unspecified else { return nil }
    self = NoEffect(rawValue: message.rawValue) ?? .unknown
  }
}

extension Reply.Attached {
  fileprivate var wire: Navd_V1_Attached {
    var message = Navd_V1_Attached()
    message.protocol = version.wire
    message.viewerID = viewer
    message.sessionID = session
    message.epoch = epoch
    message.streamTopic = bytes(streamTopic)
    message.readyTopic = bytes(readyTopic)
    if let streamKey = part.streamKey { message.streamKey = bytes(streamKey) }
    if let next = part.nextServerKey { message.nextServerKey = bytes(next.bytes) }
    message.beatIntervalMs = UInt32(clamping: beatInterval.milliseconds)
    message.content = opened.content.wire
    message.created = opened.isNew
    if let viewport { message.viewport = viewport.wire }
    if let name = part.name { message.name = name.description }
    if let view = part.view.wire { message.view = view }
    message.clockMs = UInt64(clamping: part.clock.milliseconds)
    return message
  }

  fileprivate init(_ message: Navd_V1_Attached) throws(WireError) {
    self.init(
      version: ProtocolVersion(message.protocol),
      viewer: message.viewerID,
      session: message.sessionID,
      epoch: message.epoch,
      streamTopic: Array(message.streamTopic),
      readyTopic: Array(message.readyTopic),
      beatInterval: .milliseconds(Int64(message.beatIntervalMs)),
      opened: OpenedContent(try ContentSpec(message.content), isNew: message.created),
      viewport: message.hasViewport ? try CellSize(message.viewport) : nil,
      part: Part(
        name: ViewerName(message.name),
        view: ViewChoice(message.view),
        clock: .milliseconds(Int64(clamping: message.clockMs)),
        streamKey: message.streamKey.isEmpty ? nil : Array(message.streamKey),
        nextServerKey: try PeerKey(nextOf: message.nextServerKey)
      )
    )
  }
}

extension Reply.SessionInfo {
  fileprivate var wire: Navd_V1_SessionInfo {
    var message = Navd_V1_SessionInfo()
    message.name = name
    message.id = id
    message.content = content
    message.viewers = UInt32(clamping: viewers)
    message.page = UInt32(clamping: page)
    message.pages = UInt32(clamping: pages)
    message.version = version
    message.title = title
    message.top = top
    return message
  }

  fileprivate init(_ message: Navd_V1_SessionInfo) {
    self.init(
      name: message.name,
      id: message.id,
      content: message.content,
      viewers: Int(message.viewers),
      page: Int(message.page),
      pages: Int(message.pages),
      version: message.version,
      title: message.title,
      top: message.top
    )
  }
}

extension Reply.Status {
  fileprivate var wire: Navd_V1_Status {
    var message = Navd_V1_Status()
    message.session = session.wire
    message.settled = isSettled
    message.sizes = sizes.map(\.wire)
    message.daemonVersion = daemonVersion
    message.uptimeMs = UInt64(clamping: uptime.milliseconds)
    message.durable = isDurable
    message.search = finding.search
    message.matches = UInt32(clamping: finding.matches)
    message.match = UInt32(clamping: finding.match)
    message.filter = finding.filter
    message.turns = loop.turns
    message.longestTurnUs = UInt64(clamping: loop.longestTurn.microseconds)
    message.faults = faults
    if control != Reply.ControlStatus() { message.control = control.wire }
    return message
  }

  fileprivate init(_ message: Navd_V1_Status) throws(WireError) {
    var sizes: [CellSize] = []
    for size in message.sizes { sizes.append(try CellSize(size)) }
    self.init(
      session: Reply.SessionInfo(message.session),
      isSettled: message.settled,
      sizes: sizes,
      daemonVersion: message.daemonVersion,
      uptime: .milliseconds(Int64(clamping: message.uptimeMs)),
      isDurable: message.durable
    )
    finding = Reply.Finding(
      search: message.search,
      matches: Int(message.matches),
      match: Int(message.match),
      filter: message.filter
    )
    loop = LoopFigures(
      turns: message.turns,
      longestTurn: .microseconds(Int64(clamping: message.longestTurnUs))
    )
    faults = message.faults
    control = Reply.ControlStatus(message.control)
  }
}

extension Reply.ViewerInfo {
  fileprivate var wire: Navd_V1_ViewerInfo {
    var message = Navd_V1_ViewerInfo()
    message.id = id
    message.viewport = viewport.wire
    message.attachedMs = UInt64(clamping: attached.milliseconds)
    message.silentMs = UInt64(clamping: silent.milliseconds)
    message.lagMs = UInt32(clamping: lag.milliseconds)
    if let layout { message.layout = layout.wire }
    if let name { message.name = name.description }
    message.standing = standing.wire
    if let view = view.wire { message.view = view }
    message.page = UInt32(clamping: position?.page ?? 0)
    message.pages = UInt32(clamping: position?.pages ?? 0)
    return message
  }

  fileprivate init(_ message: Navd_V1_ViewerInfo) throws(WireError) {
    self.init(
      id: message.id,
      viewport: try CellSize(message.viewport),
      attached: .milliseconds(Int64(clamping: message.attachedMs)),
      silent: .milliseconds(Int64(clamping: message.silentMs)),
      lag: .milliseconds(Int64(message.lagMs)),
      layout: message.hasLayout ? try CellSize(message.layout) : nil,
      name: ViewerName(message.name),
      standing: Reply.Standing(message.standing)
    )
    view = ViewChoice(message.view)
    position =
      message.pages > 0
      ? PagePosition(page: Int(message.page), pages: Int(message.pages)) : nil
  }
}
