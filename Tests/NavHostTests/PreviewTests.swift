import NavBase
import NavEngine
import NavHost
import NavScene
import NavTestKit
import NavWire
import Testing

@Suite("Previews: read by a worker, for the newest selection first")
struct PreviewTests {
  private static let wide = CellSize(columns: 120, rows: 30)

  private static var list: PageContent {
    let entries = (0..<20).map { number in
      ListEntry(key: Array("f\(number)".utf8), label: "f\(number)", opens: .text)
    }
    return PageContent(title: "root", list: ListContent(entries: entries))
  }

  private static func requests(in turn: SteppedDaemon.Turn) -> [(ticket: UInt64, path: String)] {
    turn.pageLoads.filter(\.request.isPreview).map {
      ($0.ticket, String(decoding: $0.request.path, as: UTF8.self))
    }
  }

  private static func page(_ name: String) -> PageContent {
    let document = TextDocument(blocks: [.preformatted(lines: ["text of \(name)"])])
    return PageContent(title: name, document: document)
  }

  /// Opens a list with one viewer and returns the first request for its preview.
  private static func open(
    _ daemon: inout SteppedDaemon,
    _ size: CellSize
  ) throws -> (Client, SteppedDaemon.Turn) {
    var owner = Client(seed: 9)
    daemon.send(owner.operation(.newSession(name: "tree", .tree(path: "/root"))))
    let load = try #require(daemon.turn().loads.first)
    daemon.finishLoading(
      load.ticket,
      .success(.stack(StackContent(root: .page(list), path: Array("/root".utf8))))
    )
    _ = try daemon.turn()
    var client = Client(seed: 1)
    daemon.send(client.attach("tree", size.columns, size.rows))
    let turn = try daemon.turn()
    let attached = try #require(turn.replies.first?.body).attached
    daemon.subscribe(to: attached.streamTopic)
    daemon.subscribe(to: attached.readyTopic)
    _ = try daemon.turn()
    return (client, turn)
  }

  @Test("one preview is read at a time, then the current selection's; its viewers get it")
  func newest() throws {
    var daemon = SteppedDaemon()
    var (client, turn) = try Self.open(&daemon, Self.wide)
    let first = try #require(Self.requests(in: turn).first)
    #expect(first.path == "/root/f0")
    for _ in 0..<5 { daemon.send(client.command(.lineDown, in: .name("tree"))) }
    turn = try daemon.turn(after: .seconds(1))
    // The list moves at once, and no second preview is read meanwhile.
    #expect(!turn.published.isEmpty && Self.requests(in: turn).isEmpty)
    daemon.finishLoading(first.ticket, page: .success(Self.page("f0")))
    turn = try daemon.turn()
    #expect(Self.requests(in: turn).map(\.path) == ["/root/f5"])
    let second = try #require(Self.requests(in: turn).first)
    daemon.finishLoading(second.ticket, page: .success(Self.page("f5")))
    turn = try daemon.turn()
    #expect(!turn.published.isEmpty)
    guard
      case .snapshot(_, 5, let scene, _) = try daemon.ask(
        client.read(.takeSnapshot(.name("tree"), Self.wide))
      )
    else {
      Issue.record("no snapshot")
      return
    }
    #expect(scene.containers.contains { $0.rows[0]?.text == "text of f5" })
    turn = try daemon.turn(after: .seconds(1))
    #expect(Self.requests(in: turn).isEmpty)
  }

  @Test("a view of one's own that stepped back reads previews again once its viewer moves it")
  func rewound() throws {
    var daemon = SteppedDaemon()
    var (owner, turn) = try Self.open(&daemon, Self.wide)
    /// Lets workers read what is wanted; returns the paths.
    func read(_ daemon: inout SteppedDaemon) throws -> [String] {
      var paths: [String] = []
      while true {
        let requests = Self.requests(in: turn)
        for (ticket, path) in requests {
          paths.append(path)
          daemon.finishLoading(ticket, page: .success(Self.page(path)))
        }
        daemon.pass(.seconds(1))
        turn = try daemon.turn()
        if requests.isEmpty, Self.requests(in: turn).isEmpty { return paths }
      }
    }
    #expect(try read(&daemon) == ["/root/f0"])
    daemon.send(owner.command(.lineDown, in: .name("tree")))
    turn = try daemon.turn()
    #expect(try read(&daemon) == ["/root/f1"])
    var client = Client(seed: 2)
    let attach = Request.Attach(
      session: "tree",
      viewport: Self.wide,
      content: nil,
      view: .own(0)
    )
    let attached = try daemon.ask(client.read(.attach(attach))).attached
    daemon.subscribe(to: attached.streamTopic)
    daemon.subscribe(to: attached.readyTopic)
    for (command, path) in [(SessionCommand.past(forward: false), "f0"), (.last, "f19")] {
      daemon.send(client.command(command, in: .name("tree"), viewer: attached.viewer))
      turn = try daemon.turn()
      #expect(try read(&daemon).last == "/root/\(path)")
    }
  }

  @Test("without space for a preview on any terminal nothing is read")
  func narrow() throws {
    var daemon = SteppedDaemon()
    var (client, turn) = try Self.open(&daemon, .standardTerminal)
    #expect(Self.requests(in: turn).isEmpty)
    daemon.send(client.command(.lineDown, in: .name("tree")))
    _ = try daemon.turn()
    turn = try daemon.turn(after: .seconds(1))
    #expect(Self.requests(in: turn).isEmpty)
  }
}
