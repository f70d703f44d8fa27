import NavCommands
import NavGeometry
import NavModel
import NavScene
import NavText
import SwiftProtobuf

extension Request {
  package func encoded() -> [UInt8] { quicklyEncoded() ?? encodedByLibrary() }

  package init(decoding bytes: [UInt8]) throws(WireError) {
    if let request = Request(quicklyDecoding: bytes) {
      self = request
    } else {
      try self.init(decodingByLibrary: bytes)
    }
  }

  package func encodedByLibrary() -> [UInt8] {
    var message = Navd_V1_Request()
    message.requestID = id
    if client != .none { message.clientID = bytes(client.bytes) }
    message.clientSeq = seq
    if let precondition { message.precondition = precondition.wire }
    if let credential { message.credential = NavWire.bytes(credential.bytes) }
    switch body {
    case .attach(let attach): message.attach = attach.wire
    case .leave(let viewer): message.leave.viewerID = viewer
    case .alive(let viewer, let health):
      message.alive = health.wire
      message.alive.viewerID = viewer
    case .input(let input): message.input = input.wire
    case .newSession(let name, let content):
      message.newSession.name = name
      message.newSession.content = content.wire
    case .killSession(let session): message.killSession.session = session.wire
    case .listSessions: message.listSessions = Navd_V1_ListSessions()
    case .takeSnapshot(let session, let viewport, let command):
      message.takeSnapshot.session = session.wire
      message.takeSnapshot.viewport = viewport.wire
      if let command { message.takeSnapshot.after = command.wire }
    case .getStatus(let session): message.getStatus.session = session.wire
    case .listViewers(let session): message.listViewers.session = session.wire
    case .wait(let wait): message.wait = wait.wire
    case .renameSession(let session, let name):
      message.renameSession.session = session.wire
      message.renameSession.name = name
    case .pan(let pan): message.pan = pan.wire
    case .outline(let session, let viewport):
      message.getOutline.session = session.wire
      message.getOutline.viewport = viewport.wire
    case .export(let export): message.export = export.wire
    case .page(let session, let line):
      message.getPage.session = session.wire
      message.getPage.firstLine = UInt32(clamping: line)
    case .find(let session, let words):
      message.find.session = session.wire
      message.find.words = words
    case .control(let control): message.control = control.wire
    case .talk(let talk): message.talk = talk.wire
    case .point(let point): message.point = point.wire
    case .invitation(let invitation): message.invitation = invitation.wire
    case .bundle(let bundle): message.bundle = bundle.wire
    case .metrics: message.getMetrics = Navd_V1_GetMetrics()
    }
    return serialized(message)
  }

  package init(decodingByLibrary bytes: [UInt8]) throws(WireError) {
    let message: Navd_V1_Request = try parsed(bytes)
    let given = Array(message.clientID)
    guard let client = given.isEmpty ? ClientID.none : ClientID(given) else {
      throw WireError("a client id of \(given.count) bytes; it has 16")
    }
    let credential = Credential(Array(message.credential))
    guard credential != nil || message.credential.isEmpty else {
      let count = message.credential.count
      throw WireError("a credential of \(count) bytes; it has \(Credential.byteCount)")
    }
    self.init(
      id: message.requestID,
      client: client,
      seq: message.clientSeq,
      precondition: message.hasPrecondition ? Precondition(message.precondition) : nil,
      credential: credential,
      body: try Body(message)
    )
    guard client != .none || !body.needsClient else {
      throw WireError("no client id; it has 16 bytes")
    }
    guard body.isOperation == (seq > 0) else {
      throw WireError(
        body.isOperation
          ? "an operation without a client_seq" : "a client_seq with what is no operation"
      )
    }
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
      let message: Navd_V1_Request? = try? parsed(bytes)
      let client = message.flatMap { ClientID(Array($0.clientID)) } ?? .none
      var request = Request(
        id: message?.requestID ?? 0,
        client: client,
        seq: message?.clientSeq ?? 0,
        body: .listSessions
      )
      let isOperation = message?.isOperation ?? false
      let isComplete = isOperation ? client != .none && request.seq > 0 : true
      guard error.isImpossible, isComplete else {
        self = .malformed(request, error)
        return
      }
      if !isOperation { request.seq = 0 }
      self = .impossible(request, error)
    }
  }
}

extension Navd_V1_Request {
  /// As `Request.Body.isOperation`.
  fileprivate var isOperation: Bool {
    switch body {
    case .input, .newSession, .killSession, .renameSession, .control, .talk: true
    case .invitation(let invitation): invitation.kind != .list
    case .attach, .leave, .alive, .listSessions, .takeSnapshot, .getStatus, .listViewers, .wait,
      .pan, .getOutline, .export, .getPage, .find, .point, .bundle, .getMetrics, nil:
      false
    }
  }
}

extension Request.Body {
  /// Whether the request requires a client id.
  fileprivate var needsClient: Bool {
    if case .attach = self { true } else { isOperation }
  }

  fileprivate init(_ message: Navd_V1_Request) throws(WireError) {
    switch message.body {
    case .attach(let attach): self = .attach(try Request.Attach(attach))
    case .leave(let leave): self = .leave(viewer: leave.viewerID)
    case .alive(let alive): self = .alive(viewer: alive.viewerID, Request.Health(alive))
    case .input(let input): self = .input(try Request.Input(input))
    case .newSession(let new):
      self = .newSession(name: new.name, try ContentSpec(new.content))
    case .killSession(let kill): self = .killSession(try SessionReference(kill.session))
    case .listSessions: self = .listSessions
    case .getMetrics: self = .metrics
    case .takeSnapshot(let take):
      self = .takeSnapshot(
        try SessionReference(take.session),
        try CellSize(take.viewport),
        after: take.hasAfter ? try SessionCommand(take.after) : nil
      )
    case .getStatus(let get): self = .getStatus(try SessionReference(get.session))
    case .listViewers(let list): self = .listViewers(try SessionReference(list.session))
    case .wait(let wait): self = .wait(try Request.Wait(wait))
    case .renameSession(let rename):
      self = .renameSession(try SessionReference(rename.session), to: rename.name)
    case .pan(let pan): self = .pan(try Request.PanMove(pan))
    case .getOutline(let get):
      self = .outline(try SessionReference(get.session), try CellSize(get.viewport))
    case .export(let export): self = .export(try Request.Export(export))
    case .getPage(let get):
      self = .page(try SessionReference(get.session), fromLine: Int(get.firstLine))
    case .find(let find):
      self = .find(try SessionReference(find.session), try commandText(find.words))
    case .control(let control): self = .control(try Request.Control(control))
    case .talk(let talk): self = .talk(try Request.Talk(talk))
    case .point(let point): self = .point(try Request.Point(point))
    case .invitation(let invitation): self = .invitation(try Request.Invitation(invitation))
    case .bundle(let bundle): self = .bundle(try Request.Bundle(bundle))
    case nil:
      throw WireError("a request of an unknown kind; the daemon may be older than the client")
    }
  }
}

extension Request.Precondition {
  fileprivate var wire: Navd_V1_Precondition {
    var message = Navd_V1_Precondition()
    if let version { message.ifVersion = version }
    if let top { message.ifTop = top }
    return message
  }

  fileprivate init(_ message: Navd_V1_Precondition) {
    self.init(
      version: message.hasIfVersion ? message.ifVersion : nil,
      top: message.hasIfTop ? message.ifTop : nil
    )
  }
}

extension Request.Health {
  fileprivate var wire: Navd_V1_Alive {
    var message = Navd_V1_Alive()
    message.epoch = epoch
    message.seq = seq
    message.lagMs = UInt32(clamping: lag.milliseconds)
    message.outOfStep = isOutOfStep
    return message
  }

  fileprivate init(_ message: Navd_V1_Alive) {
    self.init(
      epoch: message.epoch,
      seq: message.seq,
      lag: .milliseconds(Int64(message.lagMs)),
      isOutOfStep: message.outOfStep
    )
  }
}

extension Request.Attach {
  fileprivate var wire: Navd_V1_Attach {
    var message = Navd_V1_Attach()
    message.protocol = version.wire
    message.session = session
    message.viewport = viewport.wire
    if let content { message.content = content.wire }
    if let joined {
      message.sessionID = joined.session
      message.epoch = joined.epoch
    }
    message.fit = fit.wire
    if let name { message.name = name.description }
    message.readOnly = isReadOnly
    if let view = view.wire { message.view = view }
    return message
  }

  fileprivate init(_ message: Navd_V1_Attach) throws(WireError) {
    self.init(
      version: ProtocolVersion(message.protocol),
      session: message.session,
      viewport: try CellSize(message.viewport),
      content: message.hasContent ? try ContentSpec(message.content) : nil,
      joined: message.sessionID == 0
        ? nil : Joined(session: message.sessionID, epoch: message.epoch),
      fit: Fit(message.fit),
      name: ViewerName(message.name),
      isReadOnly: message.readOnly,
      view: ViewChoice(message.view)
    )
  }
}

extension Request.Attach.Fit {
  fileprivate var wire: Navd_V1_Attach.Fit {
    switch self {
    case .exact: .unspecified
    case .relayout: .relayout
    case .letterbox: .letterbox
    }
  }

  /// A value of a later version is treated as `exact`, which every client can show.
  fileprivate init(_ message: Navd_V1_Attach.Fit) {
    switch message {
    case .relayout: self = .relayout
    case .letterbox: self = .letterbox
    case .unspecified, .UNRECOGNIZED: self = .exact
    }
  }
}

extension Request.Input {
  fileprivate var wire: Navd_V1_Input {
    var message = Navd_V1_Input()
    message.session = session.wire
    message.viewerID = viewer ?? 0
    if let viewport { message.viewport = viewport.wire }
    message.epoch = epoch ?? 0
    switch action {
    case .command(let command): message.command = command.wire
    case .keys(let keys): message.keys.keys = keys.map(\.name)
    case .tap(let container, let row):
      message.tap.container = container.rawValue
      message.tap.row = row.map { UInt32(clamping: $0 + 1) } ?? 0
    case .follow(let page, let link):
      message.tap.container = page.rawValue
      message.tap.link = link
    case .release(let release): message.release = release.wire
    case .visit(let visit): message.visit = visit.wire
    }
    return message
  }

  fileprivate init(_ message: Navd_V1_Input) throws(WireError) {
    self.init(
      session: try SessionReference(message.session),
      viewer: message.viewerID == 0 ? nil : message.viewerID,
      viewport: message.hasViewport ? try CellSize(message.viewport) : nil,
      action: try SessionAction(message),
      epoch: message.epoch == 0 ? nil : message.epoch
    )
  }
}

extension SessionAction {
  fileprivate init(_ message: Navd_V1_Input) throws(WireError) {
    switch message.input {
    case .command(let command): self = .command(try SessionCommand(command))
    case .keys(let keys):
      guard keys.keys.count <= Request.Input.maximumKeys else {
        throw WireError(
          impossible: "\(keys.keys.count) keys; at most \(Request.Input.maximumKeys) in a request"
        )
      }
      var parsed: [Key] = []
      for name in keys.keys {
        guard let key = Key(name: name) else {
          throw WireError(impossible: "'\(name.prefix(40))' names no key")
        }
        parsed.append(key)
      }
      self = .keys(parsed)
    case .tap(let tap) where !tap.link.isEmpty:
      guard tap.link.utf8.count <= Request.Input.linkByteLimit else {
        throw WireError(
          impossible:
            "a link of \(tap.link.utf8.count) bytes; at most \(Request.Input.linkByteLimit) are read"
        )
      }
      self = .follow(ContainerID(rawValue: tap.container), link: tap.link)
    case .tap(let tap):
      self = .tap(
        ContainerID(rawValue: tap.container),
        row: tap.row == 0 ? nil : Int(tap.row) - 1
      )
    case .release(let release): self = .release(try PanEnd(release))
    case .visit(let visit): self = .visit(try Visit(visit))
    case nil:
      throw WireError("an input of an unknown kind; the daemon may be older than the client")
    }
  }
}

extension Request.Wait {
  fileprivate var wire: Navd_V1_Wait {
    var message = Navd_V1_Wait()
    message.session = session.wire
    message.timeoutMs = UInt32(clamping: timeout.milliseconds)
    switch condition {
    case .settled(let version): message.settled = version
    case .page(let title): message.page = title
    case .text(let text, let viewport):
      message.text = text
      message.viewport = viewport.wire
    case .viewers(let count): message.viewers = UInt32(clamping: count)
    case .version(let version): message.version = version
    }
    return message
  }

  fileprivate init(_ message: Navd_V1_Wait) throws(WireError) {
    let condition: Condition
    switch message.condition {
    case .settled(let version): condition = .settled(version: version)
    case .page(let title): condition = .page(title)
    case .text(let text):
      let viewport = message.hasViewport ? try CellSize(message.viewport) : .standardTerminal
      condition = .text(text, viewport)
    case .viewers(let count): condition = .viewers(Int(count))
    case .version(let version): condition = .version(version)
    case nil:
      throw WireError("a wait for an unknown condition; the daemon may be older than the client")
    }
    self.init(
      session: try SessionReference(message.session),
      condition: condition,
      timeout: min(.milliseconds(Int64(message.timeoutMs)), Self.longest)
    )
  }
}

extension SessionCommand {
  var wire: Navd_V1_Command {
    var message = Navd_V1_Command()
    switch self {
    case .forward: message.kind = .forward
    case .back: message.kind = .back
    case .lineDown: message.kind = .lineDown
    case .lineUp: message.kind = .lineUp
    case .screenDown: message.kind = .screenDown
    case .screenUp: message.kind = .screenUp
    case .first: message.kind = .first
    case .last: message.kind = .last
    case .goTo(let number):
      message.kind = .goTo
      message.argument = UInt32(clamping: number)
    case .nextTab: message.kind = .nextTab
    case .nextPart: message.kind = .nextPart
    case .previousTab: message.kind = .previousTab
    case .tab(let number):
      message.kind = .tab
      message.argument = UInt32(clamping: number)
    case .toggleAttachment: message.kind = .toggleAttachment
    case .reload: message.kind = .reload
    case .search(let text):
      message.kind = .search
      message.text = text
    case .nextMatch: message.kind = .nextMatch
    case .previousMatch: message.kind = .previousMatch
    case .filter(let text):
      message.kind = .filter
      message.text = text
    case .sort(let sort):
      message.kind = .sort
      message.argument = sort.map { UInt32($0.wire.rawValue) + 1 } ?? 0
    case .toggleHidden: message.kind = .toggleHidden
    case .chapter(let isForward): message.kind = isForward ? .nextChapter : .previousChapter
    case .view(.numbers(let isOn)):
      message.kind = .numbers
      message.argument = isOn.map { $0 ? 1 : 2 } ?? 0
    case .view(.preview(let mode)):
      message.kind = .preview
      message.argument = mode.map { UInt32($0.number) } ?? 0
    case .root: message.kind = .root
    case .toggleWrap: message.kind = .wrap
    }
    return message
  }

  init(_ message: Navd_V1_Command) throws(WireError) {
    switch message.kind {
    case .forward: self = .forward
    case .back: self = .back
    case .lineDown: self = .lineDown
    case .lineUp: self = .lineUp
    case .screenDown: self = .screenDown
    case .screenUp: self = .screenUp
    case .first: self = .first
    case .last: self = .last
    case .goTo: self = .goTo(Int(message.argument))
    case .nextTab: self = .nextTab
    case .nextPart: self = .nextPart
    case .previousTab: self = .previousTab
    case .tab:
      let number = Int(message.argument)
      guard SessionCommand.tabNumbers.contains(number) else {
        throw WireError(
          impossible:
            "tab \(number); only tabs 1 to \(SessionCommand.tabNumbers.upperBound) can be named"
        )
      }
      self = .tab(number)
    case .toggleAttachment: self = .toggleAttachment
    case .reload: self = .reload
    case .search: self = .search(try commandText(message.text))
    case .nextMatch: self = .nextMatch
    case .previousMatch: self = .previousMatch
    case .filter: self = .filter(try commandText(message.text))
    case .sort:
      guard message.argument > 0 else {
        self = .sort(nil)
        return
      }
      let number = Int(message.argument) - 1
      self = .sort(try TreeSort(Navd_V1_TreeOrder.Sort(rawValue: number) ?? .UNRECOGNIZED(number)))
    case .toggleHidden: self = .toggleHidden
    case .nextChapter: self = .chapter(forward: true)
    case .previousChapter: self = .chapter(forward: false)
    case .numbers:
      guard message.argument <= 2 else {
        throw WireError(impossible: "line numbers \(message.argument); they are 0, 1 or 2")
      }
      self = .view(.numbers(message.argument == 0 ? nil : message.argument == 1))
    case .preview:
      let mode = PreviewMode.allCases.first { $0.number == message.argument }
      guard message.argument == 0 || mode != nil else {
        throw WireError(impossible: "a preview of kind \(message.argument); there are 0 to 3")
      }
      self = .view(.preview(mode))
    case .root: self = .root
    case .wrap: self = .toggleWrap
    case .unspecified, .UNRECOGNIZED:
      throw WireError("a command of an unknown kind; the daemon may be older than the client")
    }
  }
}

extension PreviewMode {
  /// The number in input.proto: KIND_PREVIEW.
  fileprivate var number: Int {
    switch self {
    case .auto: 1
    case .on: 2
    case .off: 3
    }
  }
}

/// Sanitises a text typed by a user, so that it is safe to show to others.
///
/// - Throws: `WireError` if it is too long before or after sanitising.
package func commandText(_ text: String) throws(WireError) -> String {
  let safe = sanitized(text)
  let length = max(text.utf8.count, safe.utf8.count)
  guard length <= SessionCommand.textLimit else {
    throw WireError(impossible: "a text of \(length) bytes; at most \(SessionCommand.textLimit)")
  }
  return safe
}

extension SessionReference {
  var wire: Navd_V1_SessionReference {
    var message = Navd_V1_SessionReference()
    switch self {
    case .id(let id): message.id = id
    case .name(let name): message.name = name
    }
    return message
  }

  init(_ message: Navd_V1_SessionReference) throws(WireError) {
    switch message.session {
    case .id(let id): self = .id(id)
    case .name(let name): self = .name(name)
    case nil: throw WireError("a request that names no session")
    }
  }
}

extension ProtocolVersion {
  var wire: Navd_V1_Protocol {
    var message = Navd_V1_Protocol()
    message.major = major
    message.minor = minor
    return message
  }

  init(_ message: Navd_V1_Protocol) {
    self.init(major: message.major, minor: message.minor)
  }
}

extension CellSize {
  var wire: Navd_V1_Viewport {
    var message = Navd_V1_Viewport()
    message.columns = UInt32(clamping: columns)
    message.rows = UInt32(clamping: rows)
    return message
  }

  init(_ message: Navd_V1_Viewport) throws(WireError) {
    let size = CellSize(columns: Int(message.columns), rows: Int(message.rows))
    guard (1...Limits.viewport.columns).contains(size.columns),
      (1...Limits.viewport.rows).contains(size.rows)
    else { throw WireError(impossible: "a viewport of \(size); it is 1x1 to \(Limits.viewport)") }
    self = size
  }
}
