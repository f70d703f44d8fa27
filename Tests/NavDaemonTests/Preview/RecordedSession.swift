import NavBase
import NavContent
import NavDaemon
import NavEngine
import NavHost
import NavScene
import NavSystem
import NavTestKit
import NavViewer
import NavWire

/// A session that a script drives, in a daemon whose clock and workers are the test's; it is recorded with the requests
/// and the writer of `navclient record`, and watched in each of some sizes.
struct RecordedSession: ~Copyable {
  private var daemon = SteppedDaemon(hash: Blake2b())
  private let reader = ContentReader()
  private let files = ReadFiles()
  private var client = Client(seed: 1)
  private var viewers: [Viewer] = []
  private var writer = RecordingWriter()
  private var position: Request.Journal.Position?
  private var gestures: UInt64 = 0
  private let start: Duration
  /// The bytes of the recording.
  private(set) var recording: [UInt8]
  /// The times of the recording at which nothing moves.
  private(set) var rests: [Duration] = []

  private struct Viewer {
    let size: CellSize
    var client: Client
    let attached: Reply.Attached
    /// The messages of its stream with their times, from a snapshot on (`TimedMessage`).
    var stream: [UInt8] = []
  }

  /// Plays a script to its end.
  ///
  /// - Parameters:
  ///   - script: the script, which opens content first.
  ///   - sizes: the sizes of the viewers.
  /// - Throws: where a command is not possible, or changes nothing.
  init(_ script: Script, in sizes: [CellSize]) throws {
    let header = RecordingHeader(
      release: Release.version,
      widthTables: widthTablesVersion,
      startedAt: 0
    )
    recording = writer.start(header)
    start = daemon.now
    guard case .open(let paths)? = script.commands.first?.action else {
      throw Rejection("the script opens nothing")
    }
    let contents = try paths.map { path in
      let found = try FoundPath(path)
      return ContentSpec.path(PathContent(found.kind, found.path))
    }
    _ = try ask(.newSession(name: "talk", contents.count == 1 ? contents[0] : .tabs(contents)))
    for size in sizes { try join(size) }
    try record()
    var player = try ScriptPlayer(script, at: daemon.now)
    while let command = try next(of: &player) {
      do {
        try perform(command.action)
      } catch {
        throw Rejection("\(command.place.map { "\($0): " } ?? "")\(command.text): \(error)")
      }
      player.performed(command, at: daemon.now)
    }
    try record()
    recording += writer.end
  }

  /// Returns the messages of the stream of a viewer.
  func messages(in size: CellSize) -> [UInt8] {
    viewers.first { $0.size == size }?.stream ?? []
  }

  // MARK: The script

  private mutating func next(of player: inout ScriptPlayer) throws -> ScriptCommand? {
    while true {
      switch player.next(at: daemon.now) {
      case .perform(let command): return command
      case .wait(let end): try pass(until: end ?? daemon.now)
      case .finish: return nil
      }
    }
  }

  private mutating func perform(_ action: ScriptAction) throws {
    switch action {
    case .open: break
    case .input(let input): try send(try self.action(of: input))
    case .mark(let name): try send(.command(.timeMark(name)))
    case .wait(.settled, _):
      try pass(until: daemon.now + .seconds(4))
      rests.append(daemon.now - start)
      // The next input has another time.
      try pass(until: daemon.now + .milliseconds(100))
    case .expect(.text(let text)): try demand(try scene().isShowing(text), "there is no such text")
    case .wait, .expect, .pause, .pace, .snapshot, .say: throw Rejection("no command for this test")
    }
  }

  private mutating func action(of input: ScriptInput) throws -> SessionAction {
    switch input {
    case .command(let command): return .command(command)
    case .keys(let keys): return .keys(keys)
    case .tap(let target): return try scene().action(tapping: target)
    case .drag(let target, let columns, let rows, let velocity):
      gestures += 1
      let pan = try scene().pan(from: target, columns: columns, rows: rows, gesture: gestures)
      return .release(PanEnd(pan, velocity: Double(velocity)))
    }
  }

  private mutating func send(_ action: SessionAction) throws {
    let input = Request.Input(
      session: .name("talk"),
      viewer: nil,
      viewport: nil,
      action: action
    )
    let reply = try ask(.input(input))
    guard case .accepted(_, let noEffect) = reply, noEffect?.isFulfilled ?? true else {
      throw SteppedDaemon.Refused(body: reply)
    }
  }

  /// Returns what the usual terminal shows at rest.
  private mutating func scene() throws -> Scene {
    let reply = try ask(.takeSnapshot(.name("talk"), .standardTerminal))
    guard case .snapshot(_, _, let scene, _) = reply else {
      throw SteppedDaemon.Refused(body: reply)
    }
    return scene
  }

  // MARK: Requests

  private mutating func ask(_ body: Request.Body) throws -> Reply.Body {
    let request = client.request(body)
    daemon.send(request)
    let replies = try work().filter { $0.id == request.id && $0.client == request.client }
    try demand(replies.count == 1, "\(replies)")
    return replies[0].body
  }

  private mutating func join(_ size: CellSize) throws {
    var client = Client(seed: 10 + UInt64(viewers.count))
    let request = client.attach("talk", size.columns, size.rows)
    daemon.send(request)
    let reply = try work().first { $0.id == request.id && $0.client == request.client }
    guard let attached = try reply?.body.attached else { throw Rejection("\(size) gets no answer") }
    viewers.append(Viewer(size: size, client: client, attached: attached))
    daemon.subscribe(to: attached.streamTopic)
    daemon.subscribe(to: attached.readyTopic)
    _ = try work()
  }

  /// Writes what has happened since the last time.
  private mutating func record() throws {
    let request = Request.Journal(.name("talk"), since: position, records: true)
    let reply = try ask(.journal(request))
    guard case .journal(let part) = reply else { throw SteppedDaemon.Refused(body: reply) }
    position = part.next
    recording += writer.bytes(of: part, at: daemon.now - start)
  }

  // MARK: Time and work

  /// Lets time pass, in whole milliseconds, as recordings have them.
  private mutating func pass(until end: Duration) throws {
    while daemon.now < end {
      let second = start + .seconds((daemon.now - start).components.seconds + 1)
      let wake = min(second, end, max(daemon.now, daemon.nextWake ?? end))
      let left = (wake - daemon.now) / .milliseconds(1)
      daemon.pass(.milliseconds(max(1, Int64(left.rounded(.up)))))
      _ = try work()
      guard daemon.now >= second else { continue }
      for index in viewers.indices {
        let id = viewers[index].attached.viewer
        daemon.send(viewers[index].client.read(.alive(viewer: id)))
      }
      _ = try work()
      try record()
    }
  }

  /// Ends turns, and does the work of workers, until there is none.
  private mutating func work() throws -> [Reply] {
    var replies: [Reply] = []
    while true {
      let turn = try daemon.turn()
      replies += turn.replies
      for (topic, message) in turn.published { note(message, on: topic) }
      guard !turn.requests.isEmpty else { return replies }
      for action in turn.requests { perform(action) }
    }
  }

  private mutating func note(_ message: LayoutMessage, on topic: [UInt8]) {
    for index in viewers.indices {
      let (attached, stream) = (viewers[index].attached, viewers[index].stream)
      switch message {
      case .snapshot where topic == attached.readyTopic && stream.isEmpty: break
      case .update where topic == attached.streamTopic && !stream.isEmpty: break
      case .snapshot, .update, .keyframe, .beat, .bye: continue
      }
      viewers[index].stream += TimedMessage.bytes(of: message.encoded(), at: daemon.now - start)
    }
  }

  private mutating func perform(_ action: DaemonAction) {
    let (reader, files) = (reader, files)
    switch action {
    case .load(let ticket, let content, _):
      let result = Result { () throws(ContentFailure) in
        try files.record { () throws(ContentFailure) in try reader.read(content, for: ticket) }
      }
      daemon.finishLoading(ticket, result)
    case .loadPage(let ticket, let session, let request):
      let page = files.record { reader.page(request.reference, of: session) }
      daemon.receive(.page(ticket: ticket, .success(PreparedPage(page, for: request))))
    case .collect(let ticket, let session, let content):
      let result = Result { () throws(ContentFailure) in
        try reader.collect(content, for: session, readFrom: files.paths)
      }
      daemon.core.collected(ticket: ticket, result, at: daemon.now)
    default: daemon.finish(action)
    }
  }
}
