import NavBase
import NavEngine
import NavHost
import NavScene
import NavTestKit
import NavWire
import Testing

@Suite("The search of a large text: its scenes say how far it is, and it ends when nobody wants it")
struct LargeSearchTests {
  private let log = SessionReference.name("log")
  private static let size = 119_000_000
  private static let progress = SearchProgress(percent: 40, size: size)

  /// The first forty lines of a text.
  private static let content: SessionContent = {
    let lines = (0..<40).map { "line \(1_000 + $0)" }
    var document = TextDocument(blocks: [.preformatted(lines: lines)])
    document.window = TextWindow(
      path: Array("/big.log".utf8),
      bytes: 0..<400,
      size: size,
      starts: lines.indices.map { UInt32($0) * 10 },
      lineCount: size / 10
    )
    let root = SessionContent.page(PageContent(title: "big.log", document: document))
    return .stack(StackContent(root: root, path: [], source: .nowhere))
  }()

  private static func daemon() throws -> SteppedDaemon {
    var daemon = SteppedDaemon()
    try daemon.open("log", .path(PathContent(.text, "/big.log")), content, by: Client(seed: 9))
    return daemon
  }

  enum End: CaseIterable {
    case esc, command, search, otherSearch, leaving, silence, noRepetition, noProgress, killing
  }

  @Test("it ends at once with each wish, viewer and session", arguments: End.allCases)
  func ends(by end: End) throws {
    var daemon = try Self.daemon()
    var (viewer, other) = (Client(seed: 1), Client(seed: 2))
    let attached = try daemon.attach(&viewer, to: "log")
    // A second viewer keeps the session's search.
    _ = try daemon.attach(&other, to: "log")
    let command = SessionCommand.search("nowhere")
    daemon.send(viewer.command(command, in: log, viewer: attached.viewer))
    let ticket = try #require(try daemon.turn().pageLoads.first).ticket
    daemon.send(viewer.command(.nextMatch, in: log, viewer: attached.viewer))
    daemon.report(Self.progress, ofLoad: ticket)
    #expect(try daemon.turn().replies.isEmpty)
    // How many of the replies are those of the search and of the one behind it.
    var count = 2
    switch end {
    case .esc: daemon.send(other.keys(["Esc"], in: log))
    case .command: daemon.send(viewer.command(.search(""), in: log, viewer: attached.viewer))
    case .search: daemon.send(viewer.command(.search("line"), in: log, viewer: attached.viewer))
    case .otherSearch: daemon.send(other.command(.search("line 1001"), in: log))
    case .leaving: daemon.send(viewer.read(.leave(viewer: attached.viewer)))
    case .silence:
      daemon.pass(DaemonTiming.viewerLifetime)
      daemon.report(Self.progress, ofLoad: ticket)
    case .noRepetition:
      for _ in 0..<6 {
        daemon.pass(.seconds(2))
        daemon.send(viewer.read(.alive(viewer: attached.viewer)))
        daemon.report(Self.progress, ofLoad: ticket)
      }
      // The search behind it begins.
      count = 1
    case .noProgress:
      daemon.pass(DaemonTiming.opening)
      daemon.send(viewer.read(.alive(viewer: attached.viewer)))
      count = 1
    case .killing: daemon.send(other.operation(.killSession(log)))
    }
    let turn = try daemon.turn()
    let codes = turn.replies.filter { $0.client == viewer.id }.prefix(count).map(\.body.code)
    let code: Reply.Failure.Code = end == .killing ? .noSuchSession : .timedOut
    #expect(codes == Array(repeating: code, count: count))
    #expect(turn.endedSearches == [ticket])
    let texts = turn.replies.compactMap(\.body.failure?.text)
    switch end {
    case .killing: break
    case .noProgress: #expect(texts.first?.contains("could not be read within 10 s") == true)
    default:
      #expect(texts.contains("the search of big.log was ended after 40 % of 119 MB"), "\(texts)")
    }
    // A late result is dropped.
    daemon.finishLoading(ticket, page: .failure(ContentFailure("late")))
    #expect(try daemon.turn().replies.isEmpty)
  }

  @Test("its scenes say how far it is until it ends; it goes on while its client repeats it")
  func progress() throws {
    var daemon = try Self.daemon()
    var client = Client(seed: 1)
    let (attached, joined) = try daemon.join(&client, to: "log")
    var replica = joined
    func searching() throws -> SearchProgress? {
      for update in try daemon.turn().updates {
        #expect(replica.receive(update, now: daemon.now) == .applied)
      }
      return try replica.scene(at: daemon.now).searching
    }
    let request = client.command(.search("nowhere"), in: log, viewer: attached.viewer)
    daemon.send(request)
    let ticket = try #require(try daemon.turn().pageLoads.first).ticket
    for percent in 0..<100 {
      daemon.pass(.seconds(1))
      daemon.send(client.read(.alive(viewer: attached.viewer)))
      if percent.isMultiple(of: 5) { daemon.send(request) }
      let progress = SearchProgress(percent: percent, size: Self.size)
      daemon.report(progress, ofLoad: ticket)
      #expect(try searching() == progress)
    }
    daemon.finishLoading(ticket, page: .failure(ContentFailure("no match")))
    #expect(try searching() == nil)
    #expect(daemon.core.sessions[attached.session]?.inputs.isReading == false)
  }

  @Test("a script that repeats it is told how far it is, and it ends with the script's connection")
  func script() throws {
    var daemon = try Self.daemon()
    var (script, viewer) = (Client(seed: 1), Client(seed: 2))
    let attached = try daemon.attach(&viewer, to: "log")
    func replies() throws -> [Reply.Failure?] { try daemon.turn().replies.map(\.body.failure) }
    let search = script.command(.search("nowhere"), in: log)
    daemon.send(search)
    let ticket = try #require(try daemon.turn().pageLoads.first).ticket
    // A REQ socket takes the first reply for the answer, and repeats nothing.
    daemon.report(Self.progress, ofLoad: ticket)
    #expect(try replies().isEmpty)
    daemon.send(search)
    daemon.report(Self.progress, ofLoad: ticket)
    let work = Reply.Failure(.inProgress, "searching big.log: 40 % of 119 MB")
    #expect(try replies() == [work, work])
    let behind = script.command(.nextMatch, in: log)
    let ofViewer = viewer.command(.nextMatch, in: log, viewer: attached.viewer)
    for request in [behind, ofViewer, behind, ofViewer] { daemon.send(request) }
    #expect(try replies() == [Reply.Failure(.inProgress, "waiting for earlier work")])
    let envelope = [script.id.bytes, []]
    let others = [
      Peer(envelope: [viewer.id.bytes, []]), Peer(envelope: envelope, principal: .address("::1")),
    ]
    for peer in others { daemon.core.connectionEnded(of: peer, at: daemon.now) }
    #expect(try daemon.turn().endedSearches.isEmpty)
    daemon.core.connectionEnded(of: Peer(envelope: envelope), at: daemon.now)
    let turn = try daemon.turn()
    #expect(turn.endedSearches == [ticket])
    // The viewer's input behind it is performed: nothing is searched for.
    #expect(turn.replies.map(\.body.code) == [.timedOut, .timedOut, .noMatch])
  }

  @Test("keys behind it that search nothing are performed after it was ended")
  func order() throws {
    var daemon = try Self.daemon()
    var client = Client(seed: 1)
    daemon.send(client.command(.search("nowhere"), in: log))
    let ticket = try #require(try daemon.turn().pageLoads.first).ticket
    daemon.send(client.command(.lineDown, in: log))
    daemon.send(client.command(.nextMatch, in: log))
    daemon.send(client.keys(["Esc"], in: log))
    let turn = try daemon.turn()
    #expect(turn.endedSearches == [ticket])
    let answers = turn.replies.sorted { $0.seq < $1.seq }.map(\.body.code)
    #expect(answers == [.timedOut, nil, .timedOut, nil])
  }
}
