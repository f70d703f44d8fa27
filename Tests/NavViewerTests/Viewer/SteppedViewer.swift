import NavBase
import NavEngine
import NavScene
import NavTestKit
import NavWire
import Testing

@testable import NavViewer

/// A viewer's core alone, with its own clock; the test plays the daemon.
final class SteppedViewer {
  var core: ClientCore
  private(set) var now = Duration.seconds(100)
  /// The played daemon's session.
  var session: Session
  /// The session's name.
  var name = "talk"
  var epoch: UInt64 = 1
  var seq: UInt64 = 1
  /// The session's ID.
  var sessionID: UInt64 = 7
  /// Whether the played daemon can't write its state.
  var isUnsaved = false
  /// The number of viewers of the played daemon's session.
  var viewers = 1
  /// The control of the played daemon's session.
  var control = ControlFacts()
  /// The places at which viewers of the played daemon's session point.
  private var pointing: Pointing?
  /// The viewer's name in the played daemon's reply; nil if the reply contains none.
  var viewerName: ViewerName?
  /// The name under which the viewer's person drives, and the rights of the user.
  var person: ViewerName?
  var role: Role?
  /// The view in the played daemon's reply; nil for the one that is asked for.
  var grantedView: ViewChoice?
  /// The view in the newest reply to an attach.
  private var view = ViewChoice.shared
  /// The place of the played daemon's shared view, in the scenes of a private one.
  var sharedPlace = (page: 14, pages: 40)
  /// The viewport in the played daemon's reply; nil if the reply contains none.
  var granted: CellSize?
  /// The newest request.
  private(set) var request: Request?
  /// The number of attaches, which the topics contain.
  private var attaches = 0

  static let size = CellSize(columns: 40, rows: 10)

  /// Five pages; the second one overflows.
  static let pages = PageContent.numbered(5, rows: 3, long: 2, 30)

  init(
    content: ContentSpec = .tour(command: "join"),
    isContentAsked: Bool = false,
    isNamedAfterContent: Bool = false,
    invitation: String = "join",
    firstPause: Duration = .milliseconds(250),
    fit: ViewerFit = .relayout,
    isReadOnly: Bool = false,
    seed: UInt64 = 1
  ) {
    core = ClientCore(
      options: ClientCore.Options(
        session: "talk",
        content: content,
        isContentAsked: isContentAsked,
        isNamedAfterContent: isNamedAfterContent,
        invitation: invitation,
        firstPause: firstPause,
        fit: fit,
        isReadOnly: isReadOnly
      ),
      viewport: Self.size,
      random: SplitMix64(seed: seed),
      now: now
    )
    session = Session(pages: Self.pages)
  }

  /// A decoded action.
  enum Did: Hashable {
    case sent(Request.Body)
    case subscribed([UInt8])
    case unsubscribed([UInt8])
    case exited(ClientExit)
    case suspended
    case copied(String)
    case setMouse(Bool)
  }

  // MARK: Time and actions

  func pass(_ time: Duration) {
    now += time
  }

  func tick(after time: Duration = .zero) throws -> [Did] {
    pass(time)
    core.tick(at: now)
    return try take()
  }

  func take() throws -> [Did] {
    var recorder = Recorder()
    try recorder.perform(core.takeActions(), of: ())
    request = recorder.request ?? request
    return recorder.did
  }

  /// Advances the time until the client acts; nil when it is idle for a minute.
  ///
  /// - Returns: its actions and the time passed.
  func wait() throws -> (did: [Did], after: Duration)? {
    let start = now
    while now - start < .seconds(60) {
      guard let wake = core.nextWake(at: now) else { return nil }
      now = max(now, wake)
      let did = try tick()
      _ = core.screen(at: now)
      if !did.isEmpty { return (did, now - start) }
      let next = core.nextWake(at: now)
      try demand(next.map { $0 > now } ?? true, "the client spins")
    }
    return nil
  }

  // MARK: The daemon

  var attachment: Reply.Attached { attachment(ofAttach: attaches) }

  func attachment(
    ofAttach number: Int,
    content: ContentSpec = .tour(command: "join"),
    isNew: Bool = false
  ) -> Reply.Attached {
    Reply.Attached(
      version: .current,
      viewer: 9,
      session: sessionID,
      epoch: epoch,
      streamTopic: Array("s\(epoch)\(viewMark)".utf8),
      readyTopic: Array("z\(epoch).\(number)".utf8),
      beatInterval: .seconds(1),
      opened: Reply.Attached.OpenedContent(content, isNew: isNew),
      viewport: granted,
      part: Reply.Attached.Part(name: viewerName, view: view, role: role, person: person)
    )
  }

  /// The part of a stream's topic that differs by the view.
  private var viewMark: String {
    switch view {
    case .shared: ""
    case .own(let id): ".own\(id)"
    case .followed(let name): ".of \(name)"
    case .speaker: ".speaker"
    }
  }

  /// The id of a new private view.
  static let ownView: UInt64 = 5

  /// Returns the view for the newest attach.
  private var answeredView: ViewChoice {
    if let grantedView { return grantedView }
    guard case .attach(let attach)? = request?.body else { return .shared }
    return attach.view == .own(0) ? .own(Self.ownView) : attach.view
  }

  /// Answers the newest request.
  func answer(_ body: Reply.Body) throws {
    let request = try #require(request)
    reply(to: request, body)
  }

  func reply(to request: Request, _ body: Reply.Body, questions: Int = 0) {
    var reply = Reply(id: request.id, client: request.client, seq: request.seq, body: body)
    reply.questions = questions
    core.receiveReply(reply, at: now)
  }

  func refuse(_ code: Reply.Failure.Code, _ text: String = "no") throws {
    try answer(.failure(Reply.Failure(code, text)))
  }

  /// Accepts an attach.
  func accept(isNew: Bool = false) throws {
    attaches += 1
    view = answeredView
    try answer(.attached(attachment(ofAttach: attaches, isNew: isNew)))
  }

  func publish(_ message: LayoutMessage) {
    core.receiveLayout(message, on: attachment.streamTopic, at: now)
  }

  func snapshot(in size: CellSize = SteppedViewer.size) -> Snapshot {
    var facts = SessionFacts(name: name, viewers: viewers, isUnsaved: isUnsaved)
    facts.control = control
    facts.pointing = pointing
    var scene = session.rest(in: size, facts: facts)
    if view != .shared { (scene.sharedPage, scene.sharedPages) = sharedPlace }
    return snapshot(of: scene)
  }

  /// Returns a snapshot of a scene at rest.
  func snapshot(of scene: Scene) -> Snapshot {
    Snapshot(
      epoch: epoch,
      seq: seq,
      version: session.version,
      hash: scene.digest,
      scene: scene,
      timeline: nil,
      elapsed: .zero
    )
  }

  func sendSnapshot(in size: CellSize = SteppedViewer.size) {
    send(snapshot(in: size))
  }

  func send(_ snapshot: Snapshot) {
    core.receiveLayout(.snapshot(snapshot), on: attachment.readyTopic, at: now)
  }

  func beat(
    seq: UInt64? = nil,
    hash: UInt64? = nil,
    epoch: UInt64? = nil,
    isGone: Bool = false
  ) {
    let snapshot = snapshot()
    publish(
      .beat(
        Beat(
          epoch: epoch ?? self.epoch,
          seq: seq ?? self.seq,
          version: snapshot.version,
          hash: hash ?? snapshot.hash,
          isGone: isGone
        )
      )
    )
  }

  /// Accepts an attach and sends the snapshot; returns the viewer's actions then.
  func arrive(in size: CellSize = SteppedViewer.size) throws -> [Did] {
    try accept()
    _ = try take()
    sendSnapshot(in: size)
    return try take()
  }

  /// Completes a join from a sent attach to a live replica.
  func finishJoin(in size: CellSize = SteppedViewer.size) throws {
    _ = try arrive(in: size)
    try demand(core.connection.isLive, "the viewer is not live")
  }

  func join() throws {
    _ = try tick()
    try finishJoin()
  }

  /// Joins; a session takes the place of the played daemon's.
  ///
  /// - Returns: the viewer.
  func joined(_ session: Session? = nil) throws -> SteppedViewer {
    if let session { self.session = session }
    try join()
    return self
  }

  /// Returns a viewer of a list of three entries, two of which contain `red`.
  static func withList() throws -> SteppedViewer {
    let entries = ["red", "green", "Red car"].map {
      ListEntry(key: Array($0.utf8), label: $0, opens: .text)
    }
    let list = PageContent(title: "list", list: ListContent(entries: entries))
    return try SteppedViewer().joined(Session(root: list, path: [47]))
  }

  /// Attaches; the snapshot is still to come.
  ///
  /// - Returns: the viewer.
  func accepted() throws -> SteppedViewer {
    _ = try tick()
    try accept()
    _ = try take()
    return self
  }

  /// Breaks and restores the connection; the viewer sends an attach.
  func reconnect() {
    core.connectionLost(at: now)
    core.connectionFound(at: now)
  }

  /// Breaks and restores the connection, and joins again.
  func rejoin() throws {
    reconnect()
    _ = try take()
    try finishJoin()
  }

  /// The played daemon's publisher, at the newest update sent.
  private(set) lazy var publisher = Publisher(
    epoch: epoch,
    seq: seq,
    version: session.version,
    scene: snapshot().scene
  )

  /// Performs a command on the played daemon's session without a motion; returns the unsent update.
  func update(_ command: SessionCommand) throws -> Update {
    _ = publisher
    try session.perform(command, seenIn: Self.size, at: now)
    return nextUpdate()
  }

  /// Returns the update to the present scene of the played daemon's session.
  private func nextUpdate() -> Update {
    seq += 1
    return publisher.publish(
      Trajectory(rest: snapshot().scene),
      startedAt: now,
      seq: seq,
      version: session.version,
      now: now
    )
  }

  /// Changes who may move the played daemon's session, and publishes that.
  func show(_ control: ControlFacts) {
    _ = publisher
    self.control = control
    session.countOperation()
    publish(.update(nextUpdate()))
  }

  /// Changes how many viewers the played daemon's session has, and publishes that.
  func show(viewers: Int) {
    _ = publisher
    self.viewers = viewers
    publish(.update(nextUpdate()))
  }

  /// Changes where viewers of the played daemon's session point, and publishes that.
  func show(_ pointing: Pointing?) {
    _ = publisher
    self.pointing = pointing
    publish(.update(nextUpdate()))
  }

  /// Renames the played daemon's session, and publishes that.
  func rename(to name: String) {
    _ = publisher
    self.name = name
    session.countOperation()
    publish(.update(nextUpdate()))
  }

  /// The viewer's expected sign of life.
  var alive: Request.Body {
    .alive(viewer: 9, Request.Health(epoch: epoch, seq: seq))
  }

  /// Performs a command on the played daemon's session and publishes its end as in a new snapshot.
  func show(_ command: SessionCommand) throws {
    try session.perform(command, seenIn: Self.size, at: now)
    seq += 1
    try rejoin()
  }

  /// Answers the newest request, which asks for the front page's text, in parts of so many bytes.
  func answerPage(byteLimit: Int = PageText.partBytes) throws {
    guard case .page(.id(sessionID), let line)? = request?.body else { throw NoPage() }
    let reading = try #require(session.reading)
    try answer(
      .page(
        PageText(
          title: reading.title,
          version: session.version,
          top: session.top,
          selected: reading.selected,
          passages: reading.passages.part(fromLine: line, byteLimit: byteLimit),
          firstLine: line,
          lineCount: reading.passages.lineCount
        )
      )
    )
  }

  struct NoPage: Error {}

  // MARK: The user

  func press(_ names: String...) throws { try press(names) }

  private func press(_ names: [String]) throws {
    for name in names {
      let key = try #require(Key(name: name))
      core.receiveEvent(.key(key), at: now)
    }
  }

  /// Presses keys, and takes the actions that they cause.
  func send(_ names: String...) throws {
    try press(names)
    _ = try take()
  }

  func type(_ text: String) {
    for character in text { core.receiveEvent(.key(Key(.character(character))), at: now) }
  }

  func screen() -> Screen { core.screen(at: now) }

  var isLive: Bool { core.connection.isLive }

  var isRedrawWanted: Bool { core.isRedrawWanted }

  var nextWake: Duration? { core.nextWake(at: now) }
}

extension SteppedViewer.Did {
  /// A sent input of the viewer.
  static func input(_ action: SessionAction, epoch: UInt64? = nil) -> Self {
    .sent(
      .input(
        Request.Input(
          session: .id(7),
          viewer: 9,
          viewport: SteppedViewer.size,
          action: action,
          epoch: epoch
        )
      )
    )
  }
}

extension [SteppedViewer.Did] {
  /// The sent inputs.
  var inputs: [Request.Input] {
    compactMap { if case .sent(.input(let input)) = $0 { input } else { nil } }
  }

  var actions: [SessionAction] { inputs.map(\.action) }

  var commands: [SessionCommand] {
    actions.compactMap { if case .command(let command) = $0 { command } else { nil } }
  }

  /// The sent requests about the talk.
  var talks: [Request.Talk.Action] {
    compactMap { if case .sent(.talk(let talk)) = $0 { talk.action } else { nil } }
  }

  /// The sent attaches.
  var attaches: [Request.Attach] {
    compactMap { if case .sent(.attach(let attach)) = $0 { attach } else { nil } }
  }

  /// The views that sent attaches ask for.
  var views: [ViewChoice] { attaches.map(\.view) }

  var isAttach: Bool { !attaches.isEmpty }

  var exit: ClientExit? {
    for case .exited(let exit) in self { return exit }
    return nil
  }
}

/// Decodes and records the viewer's actions.
private struct Recorder: ViewerInterpreter {
  typealias Viewer = Void
  typealias Failure = any Error

  var did: [SteppedViewer.Did] = []
  /// The newest request.
  var request: Request?

  mutating func send(_ bytes: [UInt8], from viewer: Void) throws {
    let request = try Request(decoding: bytes)
    self.request = request
    did.append(.sent(request.body))
  }

  mutating func subscribe(_ viewer: Void, to topic: [UInt8]) { did.append(.subscribed(topic)) }
  mutating func unsubscribe(_ viewer: Void, from topic: [UInt8]) {
    did.append(.unsubscribed(topic))
  }
  mutating func end(_ viewer: Void, with exit: ClientExit) { did.append(.exited(exit)) }
  mutating func suspend(_ viewer: Void) { did.append(.suspended) }
  mutating func copy(_ text: String, from viewer: Void) { did.append(.copied(text)) }
  mutating func setMouse(_ isOn: Bool, of viewer: Void) { did.append(.setMouse(isOn)) }
}
