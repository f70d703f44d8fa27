import NavBase
import NavEngine
import NavHost
import NavScene
import NavTestKit
import NavWire
import Testing

@Suite("Opening a page: its operation and all later ones of the session wait for the page")
struct OpeningTests {
  private let tree = SessionReference.name("tree")

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test("an entry is opened when its page was read; only then is the change published and answered")
  func opens() throws {
    var daemon = try SteppedDaemon(tree: "tree")
    var client = Client(seed: 1)
    let stream = try daemon.join(&client, to: "tree").attached.streamTopic
    try daemon.turn(after: .seconds(1))
    daemon.send(client.command(.forward, in: tree))
    let asked = try daemon.turn()
    #expect(asked.replies.isEmpty && asked.updates.isEmpty)
    let load = try #require(asked.pageLoads.first)
    #expect(text(load.request.path) == "/tree/a")
    #expect(load.request.ancestors.map(text) == ["/tree"])
    // A repeated request is not performed again.
    daemon.pass(.milliseconds(250))
    daemon.finishLoading(load.ticket, page: .success(SteppedDaemon.list("a")))
    let done = try daemon.turn()
    #expect(done.replies.map(\.body) == [.accepted(version: 1)])
    guard case .update(let update)? = done.messages(on: stream).first else {
      Issue.record("nothing was published")
      return
    }
    #expect(update.version == 1)
    #expect((update.timeline?.last ?? 0) > 5)
  }

  @Test(
    "a request repeated while its operation waits is performed once; a script hears that it is in progress"
  )
  func repetition() throws {
    var daemon = try SteppedDaemon(tree: "tree")
    var client = Client(seed: 1)
    let request = client.command(.forward, in: tree)
    daemon.send(request)
    let load = try #require(try daemon.turn().pageLoads.first)
    daemon.send(request)
    daemon.send(request)
    let turn = try daemon.turn()
    let inProgress = Reply.Body.failure(Reply.Failure(.inProgress, "reading a"))
    #expect(turn.replies.map(\.body) == [inProgress, inProgress])
    daemon.finishLoading(load.ticket, page: .success(SteppedDaemon.list("a")))
    #expect(try daemon.turn().replies.map(\.body) == [.accepted(version: 1)])
    daemon.send(request)
    #expect(try daemon.turn().replies.map(\.body) == [.accepted(version: 1)])
  }

  @Test("later inputs of the session wait, from any client, and are performed in order")
  func order() throws {
    var daemon = try SteppedDaemon(tree: "tree")
    try daemon.open("talk")
    var first = Client(seed: 1)
    var second = Client(seed: 2)
    daemon.send(first.command(.forward, in: tree))
    daemon.send(second.command(.lineDown, in: tree))
    daemon.send(first.command(.forward, in: tree))
    daemon.send(second.command(.back, in: tree))
    // Other sessions do not wait.
    daemon.send(second.command(.forward, in: .name("talk")))
    let turn = try daemon.turn()
    #expect(turn.replies.map(\.body) == [.accepted(version: 1)])
    let a = try #require(turn.pageLoads.first)
    #expect(turn.pageLoads.count == 1)
    daemon.finishLoading(a.ticket, page: .success(SteppedDaemon.list("a")))
    let next = try daemon.turn()
    #expect(next.replies.map(\.body) == [.accepted(version: 1), .accepted(version: 2)])
    let b = try #require(next.pageLoads.first)
    #expect(text(b.request.path) == "/tree/a/b")
    daemon.finishLoading(b.ticket, page: .success(SteppedDaemon.list("b")))
    let last = try daemon.turn()
    #expect(last.replies.map(\.body) == [.accepted(version: 3), .accepted(version: 4)])
    let list = try daemon.ask(first.read(.listSessions)).sessions
    let info = try #require(list.first { $0.name == "tree" })
    #expect(info.title == "a" && info.page == 2 && info.pages == 2 && info.version == 4)
  }

  @Test("an operation accepted while a page is being read keeps its own version")
  func versions() throws {
    var daemon = try SteppedDaemon(tree: "tree")
    var client = Client(seed: 1)
    var other = Client(seed: 2)
    daemon.send(client.command(.forward, in: tree))
    let load = try #require(try daemon.turn().pageLoads.first)
    daemon.send(other.operation(.renameSession(tree, to: "wood")))
    #expect(try daemon.turn().replies.map(\.body) == [.accepted(version: 1)])
    daemon.finishLoading(load.ticket, page: .success(SteppedDaemon.list("a")))
    #expect(try daemon.turn().replies.map(\.body) == [.accepted(version: 2)])
  }

  @Test("keys that open several pages are one operation: one version, one update")
  func keys() throws {
    var daemon = try SteppedDaemon(tree: "tree")
    var client = Client(seed: 1)
    let stream = try daemon.join(&client, to: "tree").attached.streamTopic
    try daemon.turn(after: .seconds(1))
    daemon.send(client.keys(["Enter", "j", "Enter", "G", "Enter"], in: tree))
    for (path, page) in [
      ("/tree/a", SteppedDaemon.list("a")), ("/tree/a/b", SteppedDaemon.list("b")),
      ("/tree/a/b/c", SteppedDaemon.pages[0]),
    ] {
      let turn = try daemon.turn()
      #expect(turn.updates.isEmpty && turn.replies.isEmpty)
      let load = try #require(turn.pageLoads.first)
      #expect(text(load.request.path) == path)
      daemon.finishLoading(load.ticket, page: .success(page))
    }
    let turn = try daemon.turn()
    #expect(turn.replies.map(\.body) == [.accepted(version: 1)])
    #expect(turn.messages(on: stream).count == 1)
  }

  @Test("when a page can't be read, its operation is refused and nothing changes")
  func failure() throws {
    var daemon = try SteppedDaemon(tree: "tree")
    var client = Client(seed: 1)
    daemon.send(client.keys(["j", "Enter"], in: tree))
    daemon.send(client.command(.lineDown, in: tree))
    let load = try #require(try daemon.turn().pageLoads.first)
    daemon.finishLoading(load.ticket, page: .failure(ContentFailure("too many files are read")))
    let bodies = try daemon.turn().replies.map(\.body)
    #expect(bodies.map(\.code) == [.rejected, nil])
    #expect(bodies.last == .accepted(version: 1))
    // The selection is the second input's: the first input's `j` is undone.
    daemon.send(client.command(.forward, in: tree))
    #expect(try daemon.turn().pageLoads.map { text($0.request.path) } == ["/tree/b"])
  }

  @Test("a disk that never answers delays its operation by 10 s and no operation afterwards")
  func hanging() throws {
    var daemon = try SteppedDaemon(tree: "tree")
    var client = Client(seed: 1)
    daemon.send(client.command(.forward, in: tree))
    daemon.send(client.command(.lineDown, in: tree))
    let load = try #require(try daemon.turn().pageLoads.first)
    #expect(daemon.nextWake == daemon.now + DaemonTiming.opening)
    #expect(try daemon.turn(after: DaemonTiming.opening - .milliseconds(1)).replies.isEmpty)
    let bodies = try daemon.turn(after: .milliseconds(1)).replies.map(\.body)
    #expect(bodies.map(\.code) == [.timedOut, nil])
    let failure = try #require(bodies.first?.failure)
    #expect(failure.text.contains("a could not be read within 10 s"))
    // A late result is dropped.
    daemon.finishLoading(load.ticket, page: .success(SteppedDaemon.list("a")))
    #expect(try daemon.turn().events.isEmpty)
    #expect(try daemon.ask(client.command(.lineUp, in: tree)) == .accepted(version: 2))
  }

  @Test("when a session ends while a page is being read, all waiting clients are answered")
  func endsMeanwhile() throws {
    var daemon = try SteppedDaemon(tree: "tree")
    var client = Client(seed: 1)
    var other = Client(seed: 2)
    daemon.send(client.command(.forward, in: tree))
    daemon.send(client.command(.lineDown, in: tree))
    let load = try #require(try daemon.turn().pageLoads.first)
    daemon.send(other.operation(.killSession(tree)))
    let bodies = try daemon.turn().replies.map(\.body)
    #expect(bodies.map(\.code) == [.noSuchSession, .noSuchSession, nil])
    daemon.finishLoading(load.ticket, page: .success(SteppedDaemon.list("a")))
    #expect(try daemon.turn().events.isEmpty)
  }

  @Test("the number of inputs waiting for a page has a limit; one past it is answered with retry")
  func limit() throws {
    var daemon = try SteppedDaemon(tree: "tree")
    var clients = (0...DaemonLimits.waitingInputs / 32 + 1).map { Client(seed: UInt64($0)) }
    daemon.send(clients[0].command(.forward, in: tree))
    let load = try #require(try daemon.turn().pageLoads.first)
    for index in 0..<DaemonLimits.waitingInputs {
      daemon.send(clients[1 + index / 32].command(.lineDown, in: tree))
    }
    #expect(try daemon.turn().replies.isEmpty)
    #expect(try daemon.ask(clients[clients.count - 1].command(.back, in: tree)).code == .retry)
    daemon.finishLoading(load.ticket, page: .success(SteppedDaemon.list("a")))
    let bodies = try daemon.turn().replies.map(\.body)
    #expect(bodies.count == 1 + DaemonLimits.waitingInputs)
    #expect(bodies.allSatisfy { $0.code == nil })
  }

  @Test("a tap on a missing page is refused")
  func strangeTap() throws {
    var daemon = try SteppedDaemon(tree: "tree")
    var client = Client(seed: 1)
    for id in [0, 1, 17, UInt32.max] {
      let body = try daemon.ask(client.tap(ContainerID(rawValue: id), row: 0, in: tree))
      #expect(body.code == .rejected)
    }
    // A row outside the list counts as its margin.
    let root = StackLayout.pageID(0)
    #expect(try daemon.ask(client.tap(root, row: 9, in: tree)) == .accepted(version: 1))
    daemon.send(client.tap(root, row: 1, in: tree))
    #expect(try daemon.turn().pageLoads.map { text($0.request.path) } == ["/tree/b"])
  }
}
