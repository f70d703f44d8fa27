import NavBase
import NavEngine
import NavTestKit
import NavWire
import Testing

@testable import NavHost

@Suite("The memory of contents, and sessions that are set aside")
struct MemoryLimitTests {
  /// A page of somewhat more than a number of KiB.
  private static func page(_ kibibytes: Int) -> PageContent {
    let line = String(repeating: "x", count: 1_024)
    let lines = Array(repeating: line, count: kibibytes)
    return PageContent("large", [.preformatted(lines: lines)])
  }

  /// A daemon whose contents may take 1 MiB.
  private static func daemon() -> SteppedDaemon {
    var limits = ConfigurableLimits()
    limits.memory = 1
    var daemon = SteppedDaemon()
    daemon.restart(limits: limits)
    return daemon
  }

  private static func reloaded(
    _ pages: [PageContent],
    _ reload: ContentReload
  ) throws -> ReloadedContent {
    try ReloadedContent(.deck(pages), for: reload) { _ in
      preconditionFailure("cannot read a page of a deck")
    }
  }

  @Test("content that exceeds the limit is refused, and fits when another session has ended")
  func opening() throws {
    var daemon = Self.daemon()
    try daemon.open("a", pages: [Self.page(700)])
    var client = Client(seed: 3)
    let new = Request.Body.newSession(name: "b", .deck(path: "/b.md"))
    daemon.send(client.operation(new))
    let load = try #require(daemon.turn().loads.first)
    daemon.finishLoading(load.ticket, .success(.deck([Self.page(400)])))
    let refused = try #require(daemon.turn().replies.first.flatMap { $0.body.failure })
    #expect(refused.code == .limitReached)
    #expect(refused.text.contains("limits.memory"))
    #expect(daemon.sessionCount == 1)
    // Less fits.
    try daemon.open("c", pages: [Self.page(200)])
    #expect(try daemon.ask(client.operation(.killSession(.name("a")))) == .done)
    try daemon.open("b", pages: [Self.page(400)])
    #expect(daemon.sessionCount == 2)
  }

  @Test("changed content that exceeds the limit leaves the old one")
  func reloading() throws {
    var daemon = Self.daemon()
    var client = Client(seed: 3)
    daemon.send(client.operation(.newSession(name: "a", .deck(path: "/a.md"))))
    let session = try #require(daemon.turn().loads.first).ticket
    let first = SessionContent.deck([Self.page(300)])
    daemon.finishLoading(session, .success(first))
    _ = try daemon.turn()
    daemon.contentChanged(session)
    let reload = try #require(daemon.turn().reloads.first)
    daemon.finishReload(reload, .success(try Self.reloaded([Self.page(1_100)], reload)))
    #expect(try daemon.turn().logs.contains { $0.contains("keeps its last content") })
    // Smaller content is taken.
    daemon.contentChanged(session)
    let again = try #require(daemon.turn().reloads.first)
    #expect(again.shown == first)
    let second = [Self.page(200), Self.page(200)]
    daemon.finishReload(again, .success(try Self.reloaded(second, again)))
    try daemon.turn(after: .seconds(2))
    daemon.contentChanged(session)
    #expect(try daemon.turn().reloads.first?.shown == .deck(second))
  }

  @Test("a session that is set aside is read only on request, and is then where it was")
  func settingAside() throws {
    var daemon = try SteppedDaemon("talk")
    try daemon.open("other")
    var client = Client(seed: 1)
    let attached = try daemon.join(&client, to: "talk").attached
    let moved = try daemon.ask(client.command(.goTo(4), in: .id(attached.session)))
    #expect(moved == .accepted(version: 1))
    let places = daemon.places
    for _ in 0..<2 {
      daemon.restart(setAside: [attached.session])
      #expect(try daemon.finishRestoring().map(\.content) == [.deck(path: "/other.md")])
      #expect(try daemon.turn(after: .seconds(10)).restores.isEmpty)
      #expect(daemon.places == places)
    }
    let refused = try daemon.ask(client.command(.last, in: .id(attached.session)))
    let text = "talk.md is set aside: Ctrl-R tries again"
    #expect(refused == .failure(Reply.Failure(.rejected, text)))
    #expect(try daemon.ask(client.read(.getStatus(.name("talk")))).status.session.title == text)
    daemon.send(client.command(.reload, in: .id(attached.session)))
    let restores = try daemon.finishRestoring()
    let restore = try #require(restores.first)
    #expect(places.contains(restore.place) && restore.content == .deck(path: "/talk.md"))
    let status = try daemon.ask(client.read(.getStatus(.name("talk")))).status
    #expect(status.session.page == 4)
  }
}
