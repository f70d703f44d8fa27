import NavBase
import NavContent
import NavEngine
import NavScene
import NavTestKit
import NavWire
import Testing

@testable import NavHost

/// Constraint conflicts are reported in the status, the log and the status line.
@Suite struct FaultTests {
  private static func board(_ constraints: [String]) throws -> SessionContent {
    let written = constraints.enumerated().map { "    - \"\($0.element)\"\n" }.joined()
    let text = "board:\n  boxes:\n    - {name: a, text: \"**Left**\"}\n  constraints:\n" + written
    let scene = try SceneFile.parse(text, path: "/scenes/app.yaml")
    let board = try #require(scene.boards.first).content.get()
    return .stack(
      StackContent(
        root: .page(PageContent(title: "plan", board: board)),
        path: [],
        source: .nowhere
      )
    )
  }

  private static let conflict = ["a.left = 2", "a.top = 0", "a.left = 10"]
  private static let words =
    "app.yaml:7:7: dropped: a.left = page.left + 10, against a.left = page.left + 2"

  private func faults(
    _ constraints: [String]
  ) throws -> (status: [String], scene: String, log: [String]) {
    var daemon = SteppedDaemon()
    var client = Client(seed: 1)
    let content = ContentSpec.scene(path: "/scenes/app.yaml")
    daemon.send(client.operation(.newSession(name: "talk", content)))
    let load = try #require(try daemon.turn().loads.first)
    daemon.finishLoading(load.ticket, .success(try Self.board(constraints)))
    let log = try daemon.turn().logs
    let status = try daemon.ask(client.read(.getStatus(.name("talk")))).status
    let body = try daemon.ask(client.read(.takeSnapshot(.name("talk"), .standardTerminal)))
    guard case .snapshot(_, _, let scene, _) = body else { throw SteppedDaemon.Refused(body: body) }
    return (status.faults, scene.stale, log)
  }

  @Test func statusLogAndStatusLineSayWhichAndWhere() throws {
    let found = try faults(Self.conflict)
    #expect(found.status == [Self.words])
    #expect(found.scene == Self.words)
    #expect(found.log == ["session 'talk': " + Self.words])
  }

  @Test("D-21: a page without a height is told in the same places")
  func circularHeight() throws {
    let found = try faults(["a.height = page.height * 2"])
    let words =
      "app.yaml:5:7: a.height = page.height * 2: the page's height depends on itself"
    #expect(found.status == [words] && found.scene == words)
    #expect(found.log == ["session 'talk': " + words])
    #expect(try faults(["a.height = screen.height * 2"]).status.isEmpty)
  }

  @Test(
    "constraints that hold, or yield to ones of higher priority, are no faults",
    arguments: [
      ["a.left = 2", "a.top = 0"], ["a.left = 2", "a.left = 10 @high"],
      ["a.left = 2 @low", "a.left = 10 @medium"],
    ]
  )
  func noFaults(constraints: [String]) throws {
    let found = try faults(constraints)
    #expect(found.status.isEmpty && found.scene.isEmpty && found.log.isEmpty, "\(found)")
  }

  /// A file that can't be included is reported once; a reload that reads it ends the report.
  @Test func faultsOfSlidesEndWithAReload() throws {
    var daemon = SteppedDaemon()
    var client = Client(seed: 1)
    daemon.send(client.operation(.newSession(name: "talk", .deck(path: "/talk.md"))))
    let load = try #require(try daemon.turn().loads.first)
    let faults = ["slide 1: can't include x.md: there is no such file", "slide 2: can't include y"]
    var log: [String] = []
    for (index, faults) in [faults, faults, Array(faults.prefix(1)), []].enumerated() {
      var pager = PagerContent(
        title: "t",
        pages: .listed([.page(SteppedDaemon.list("a"))])
      )
      pager.faults = faults
      if index == 0 {
        daemon.finishLoading(load.ticket, .success(.pager(pager)))
      } else {
        daemon.contentChanged(load.ticket)
        let reload = try #require(daemon.turn().reloads.first)
        let read = try ReloadedContent(.pager(pager), for: reload) { _ in
          PreparedPage(.page(SteppedDaemon.list("a")), availableSizes: [])
        }
        daemon.finishReload(reload, .success(read))
      }
      log += try daemon.turn().logs
      let shown = try shown("talk", &daemon, &client)
      #expect(shown.status == faults && shown.isFault != faults.isEmpty)
      #expect(shown.stale == (faults.first ?? "") + (faults.count > 1 ? " (and 1 more)" : ""))
    }
    #expect(log == faults.map { "session 'talk': " + $0 })
  }

  /// The faults of a page that was read, such as a chapter, are reported while it is open.
  @Test func faultsOfOpenPagesEndWithThem() throws {
    var daemon = try SteppedDaemon(tree: "tree")
    var client = Client(seed: 1)
    let fault = "a.md:3: can't include x.rs: there is no such file"
    var log: [String] = []
    for _ in 0..<2 {
      daemon.send(client.command(.forward, in: .name("tree")))
      let load = try #require(try daemon.turn().pageLoads.first)
      var page = SteppedDaemon.list("a")
      page.faults = [fault]
      daemon.finishLoading(load.ticket, page: .success(page))
      log += try daemon.turn().logs
      #expect(try shown("tree", &daemon, &client) == ([fault], fault, true))
      #expect(try daemon.ask(client.command(.back, in: .name("tree"))).isAccepted)
      #expect(try shown("tree", &daemon, &client) == ([], "", false))
    }
    #expect(log == ["session 'tree': " + fault, "session 'tree': " + fault])
  }

  private func shown(
    _ name: String,
    _ daemon: inout SteppedDaemon,
    _ client: inout Client
  ) throws -> (status: [String], stale: String, isFault: Bool) {
    let status = try daemon.ask(client.read(.getStatus(.name(name)))).status
    let body = try daemon.ask(client.read(.takeSnapshot(.name(name), .standardTerminal)))
    guard case .snapshot(_, _, let scene, _) = body else { throw SteppedDaemon.Refused(body: body) }
    return (status.faults, scene.stale, scene.isFault)
  }

  @Test func textOfABoxIsMarkdown() throws {
    var session = Session(try Self.board(["a.left = 2"]))
    let scene = session.rest(in: .standardTerminal, facts: SessionFacts(name: "x", viewers: 1))
    let rows = scene.containers.flatMap { container in
      (0..<24).compactMap { container.rows[$0] }
    }
    let row = try #require(rows.first { $0.text.contains("Left") })
    #expect(!row.text.contains("*"))
    #expect(row.runs.contains { $0.style.attributes.contains(.bold) })
  }
}
