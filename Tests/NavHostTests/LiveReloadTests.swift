import NavCommands
import NavGeometry
import NavLayout
import NavModel
import NavSession
import NavSync
import NavTestKit
import NavText
import NavWire
import Testing

@testable import NavHost
import NavScene

@Suite("Content that changes while it is shown")
struct LiveReloadTests {
  private static func slides(_ titles: [String]) -> SessionContent {
    .deck(
      titles.map { title in
        let block = TextBlock.paragraph(StyledText("text of \(title)"))
        return PageContent(title: title, document: TextDocument(blocks: [block]))
      }
    )
  }

  private static func finish(
    _ reload: ContentReload,
    _ content: SessionContent,
    in house: inout House
  ) throws {
    let read = try ReloadedContent(content, for: reload) { request in
      PreparedPage(.page(House.list("again")), availableSizes: request.availableSizes)
    }
    house.finishReload(reload, .success(read))
  }

  @Test(
    "PSQ-3: a change causes one reload, all changes meanwhile one more; viewers keep their page"
  )
  func change() throws {
    var house = House()
    try house.open("talk")
    var client = Client(seed: 1)
    let (attached, _) = try house.join(&client, to: "talk")
    _ = try house.ask(client.command(.goTo(2), in: .name("talk"), viewer: attached.viewer))
    house.pass(.seconds(3))
    _ = try house.turn()
    house.contentChanged(attached.session)
    house.contentChanged(attached.session)
    let first = try #require(house.turn().reloads.first)
    #expect(!first.isRequested)
    #expect(first.viewports == [.standardTerminal])
    for _ in 0..<3 { house.contentChanged(attached.session) }
    #expect(try house.turn().reloads.isEmpty)
    try Self.finish(first, Self.slides(["new", "Page 1", "Page 2"]), in: &house)
    let turn = try house.turn()
    #expect(turn.reloads.count == 1)
    #expect(turn.updates.count == 1)
    guard case .status(let status) = try house.ask(client.read(.getStatus(.name("talk")))) else {
      throw House.Refused(body: .done)
    }
    #expect(status.session.title == "Page 2")
    #expect(status.session.page == 3)
    #expect(status.session.pages == 3)
    #expect(status.session.version == 1)
  }

  @Test("when a reload fails, the last content stays; a requested reload is reported as failed")
  func failure() throws {
    var house = House()
    try house.open("talk")
    var client = Client(seed: 1)
    let (attached, _) = try house.join(&client, to: "talk")
    house.send(client.command(.reload, in: .name("talk"), viewer: attached.viewer))
    let turn = try house.turn()
    #expect(turn.replies.map(\.body) == [.accepted(version: 1)])
    let reload = try #require(turn.reloads.first)
    #expect(reload.isRequested)
    let failure = ContentFailure("talk.md: no such file", brief: "talk.md is gone")
    house.finishReload(reload, .failure(failure))
    let after = try house.turn()
    #expect(after.logs.contains { $0.contains("no such file") })
    #expect(after.reloads.isEmpty)
    // Every viewer gets the message once.
    let stale = "talk.md is gone; showing what was last read"
    #expect(after.updates.count == 1)
    #expect(try Self.staleness(in: &house, &client) == stale)
    house.contentChanged(attached.session)
    let second = try #require(house.turn().reloads.first)
    house.finishReload(second, .failure(failure))
    #expect(try house.turn().updates.isEmpty)
    // New viewers get the message, too; it ends when the content is back.
    var late = Client(seed: 2)
    var joined = try house.join(&late, to: "talk")
    #expect(try joined.replica.scene(at: house.now).stale == stale)
    house.contentChanged(attached.session)
    let third = try #require(house.turn().reloads.first)
    try Self.finish(third, Self.slides(["new"]), in: &house)
    _ = try house.turn()
    #expect(try Self.staleness(in: &house, &client) == "")
  }

  @Test(
    "the message for viewers is one line of limited length",
    arguments: [
      ("x is gone", "x is gone; showing what was last read"),
      ("a\nb\u{1B}[2J", "a b\u{FFFD}[2J; showing what was last read"),
      (
        String(repeating: "x", count: 80),
        String(repeating: "x", count: 80) + "; showing what was last read"
      ),
      (
        String(repeating: "x", count: 81),
        String(repeating: "x", count: 79) + "…; showing what was last read"
      ),
    ]
  )
  func words(reason: String, words: String) {
    #expect(ReloadState.staleReason(for: ContentFailure("long", brief: reason)) == words)
    #expect(ReloadState.staleReason(for: ContentFailure(reason)) == words)
  }

  private static func staleness(in house: inout House, _ client: inout Client) throws -> String {
    guard
      case .snapshot(_, _, let scene) = try house.ask(
        client.read(.takeSnapshot(.name("talk"), .standardTerminal))
      )
    else { throw House.Refused(body: .done) }
    return scene.stale
  }

  @Test("a new sort order is read at once, even during another reload, and is permanent")
  func order() throws {
    var house = House()
    try house.openTree("tree")
    var client = Client(seed: 1)
    let (attached, _) = try house.join(&client, to: "tree")
    let session = attached.session
    house.contentChanged(session)
    let early = try #require(house.turn().reloads.first)
    #expect(early.content == .tree(path: "/tree"))
    house.send(client.command(.sort(.time), in: .name("tree"), viewer: attached.viewer))
    let turn = try house.turn()
    #expect(turn.replies.map(\.body) == [.accepted(version: 1)])
    let byTime = ContentSpec.tree(path: "/tree", order: TreeOrder(sort: .time))
    let reload = try #require(turn.reloads.first)
    #expect(reload.content == byTime && !reload.isRequested)
    // The result of the earlier reload is dropped.
    try Self.finish(early, .tree(House.list("early"), path: "/tree"), in: &house)
    var after = try house.turn()
    #expect(after.updates.isEmpty && after.reloads.isEmpty)
    let sorted = StackContent(
      root: .page(House.list("sorted")),
      path: Array("/tree".utf8),
      source: .files(TreeOrder(sort: .time))
    )
    try Self.finish(reload, .stack(sorted), in: &house)
    after = try house.turn()
    #expect(after.updates.count == 1 && after.reloads.isEmpty)
    // A later daemon reads the content in this order, too.
    house.send(client.command(.toggleHidden, in: .name("tree"), viewer: attached.viewer))
    _ = try house.turn()
    house.restart()
    let order = TreeOrder(showsHidden: true, sort: .time)
    let restore = try #require(house.turn().restores.first)
    #expect(restore.content == .tree(path: "/tree", order: order))
    house.finishRestoring(
      restore.ticket,
      .success(try restore.read(.tree(House.list("tree"), path: "/tree")))
    )
    _ = try house.turn()
    guard case .status(let status) = try house.ask(client.read(.getStatus(.name("tree")))) else {
      throw House.Refused(body: .done)
    }
    #expect(status.session.version == 2)
  }

  @Test("without a directory a sort order is refused")
  func noOrder() throws {
    var house = House()
    try house.open("talk")
    var client = Client(seed: 1)
    house.send(client.command(.sort(.time), in: .name("talk")))
    let turn = try house.turn()
    #expect(turn.replies.first?.body.code == .rejected)
    #expect(turn.reloads.isEmpty)
  }

  @Test("a page opened during a reload is part of the next reload")
  func openedMeanwhile() throws {
    var house = House()
    try house.openTree("tree")
    var client = Client(seed: 1)
    let (attached, _) = try house.join(&client, to: "tree")
    house.contentChanged(attached.session)
    let first = try #require(house.turn().reloads.first)
    #expect(first.pages.isEmpty)
    house.send(client.command(.forward, in: .name("tree"), viewer: attached.viewer))
    let load = try #require(house.turn().pageLoads.first)
    // The operation is still pending.
    try Self.finish(first, .tree(House.list("tree"), path: "/tree"), in: &house)
    #expect(try house.turn().reloads.isEmpty)
    house.finishLoading(load.ticket, page: .success(House.list("a")))
    var turn = try house.turn()
    house.pass(.seconds(3))
    let later = try house.turn()
    turn.events += later.events
    let second = try #require(turn.reloads.first)
    #expect(second.pages.map(\.path) == [Array("/tree/a".utf8)])
    try Self.finish(second, .tree(House.list("tree"), path: "/tree"), in: &house)
    _ = try house.turn()
    guard case .status(let status) = try house.ask(client.read(.getStatus(.name("tree")))) else {
      throw House.Refused(body: .done)
    }
    #expect(status.session.page == 2)
    #expect(status.session.title == "again")
  }

  @Test("a change during the creation of a session causes a reload right after it")
  func early() throws {
    var house = House()
    var client = Client(seed: 1)
    house.send(client.operation(.newSession(name: "talk", .deck(path: "/talk.md"))))
    let load = try #require(house.turn().loads.first)
    house.contentChanged(load.ticket)
    #expect(try house.turn().reloads.isEmpty)
    house.finishLoading(load.ticket, .success(Self.slides(["a"])))
    let reload = try #require(house.turn().reloads.first)
    #expect(reload.session == load.ticket)
  }

  @Test("the resources of a session are released when it ends, or when its creation fails")
  func closing() throws {
    var house = House()
    var client = Client(seed: 1)
    house.send(client.operation(.newSession(name: "talk", .deck(path: "/talk.md"))))
    let load = try #require(house.turn().loads.first)
    house.finishLoading(load.ticket, .failure(ContentFailure("no")))
    #expect(try house.turn().closed.count == 1)
    try house.open("other")
    let (attached, _) = try house.join(&client, to: "other")
    house.contentChanged(attached.session)
    let reload = try #require(house.turn().reloads.first)
    house.send(client.operation(.killSession(.name("other"))))
    #expect(try house.turn().closed.count == 1)
    // The reload that was pending has no effect.
    house.finishReload(reload, .failure(ContentFailure("no")))
    #expect(try house.turn().closed.count == 1)
  }
}
