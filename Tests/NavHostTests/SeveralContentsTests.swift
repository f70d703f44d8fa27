import Foundation
import NavBase
import NavEngine
import NavScene
import NavTestKit
import NavWire
import Testing

@testable import NavContent
@testable import NavHost

@Suite("One of several contents can't be read")
struct SeveralContentsTests {
  private static let description = ContentSpec.tabs([
    .deck(path: "/a.md"), .deck(path: "/b.md"), .deck(path: "/c.md"),
  ])

  private static func deck(_ name: String, slides: Int = 3) -> SessionContent {
    .pager(
      title: name,
      pages: (1...slides).map {
        let text = TextBlock.paragraph(StyledText("slide \($0) of \(name)"))
        return .page(PageContent(title: "\(name) \($0)", document: TextDocument(blocks: [text])))
      }
    )
  }

  /// Three tabs, some with other content.
  private static func tabs(_ others: [Int: SessionContent] = [:]) -> SessionContent {
    .tabs(
      TabsContent(
        title: "tabs",
        items: ["a", "b", "c"].enumerated().map { index, name in
          TabsContent.Item(
            face: .button(TabButton(title: name)),
            content: others[index] ?? deck(name)
          )
        }
      )
    )
  }

  private static let notice = SessionContent.page(
    PageContent(notice: ContentFailure("no such file"), insteadOf: .deck(path: "/b.md"))
  )

  /// Creates a session of three tabs; the second one is at its last slide.
  private func begin(_ daemon: inout SteppedDaemon, _ client: inout Client) throws {
    daemon.send(client.operation(.newSession(name: "talk", Self.description)))
    let load = try #require(daemon.turn().loads.first)
    daemon.finishLoading(load.ticket, .success(Self.tabs()))
    _ = try daemon.turn()
    for command in [SessionCommand.tab(2), .last, .tab(1)] {
      #expect(try daemon.ask(client.command(command, in: .name("talk"))).isAccepted)
    }
    try daemon.turn(after: .seconds(3))
  }

  /// Restores the session without some of its tabs.
  private func bringBack(_ daemon: inout SteppedDaemon, without missing: Set<Int>) throws {
    let restore = try #require(daemon.turn().restores.first)
    let restored = try RestoredSession(
      Self.tabs(Dictionary(uniqueKeysWithValues: missing.map { ($0, Self.notice) })),
      without: missing,
      at: restore.place,
      version: restore.version
    ) { _ in
      (.page(SteppedDaemon.list("list")), isThere: true)
    }
    #expect(restored.isComplete == missing.isEmpty)
    daemon.finishRestoring(restore.ticket, .success(restored))
  }

  private func scene(_ daemon: inout SteppedDaemon, _ client: inout Client) throws -> Scene {
    let body = try daemon.ask(client.read(.takeSnapshot(.name("talk"), .standardTerminal)))
    guard case .snapshot(_, _, let scene, _) = body else { throw SteppedDaemon.Refused(body: body) }
    return scene
  }

  private func title(_ daemon: inout SteppedDaemon, _ client: inout Client) throws -> String {
    let status = try daemon.ask(client.read(.getStatus(.name("talk")))).status
    return status.session.title
  }

  @Test("a tab that disappears keeps its content, all viewers get a message, other tabs work")
  func vanished() throws {
    var daemon = SteppedDaemon()
    var client = Client(seed: 1)
    try begin(&daemon, &client)
    let (attached, _) = try daemon.join(&client, to: "talk")
    daemon.contentChanged(attached.session)
    let reload = try #require(daemon.turn().reloads.first)
    #expect(reload.missingTabs.isEmpty)
    #expect(reload.shown == Self.tabs())
    #expect(reload.shownTab(1) == Self.deck("b"))
    #expect(reload.shownTab(3) == nil)
    let failure = ContentFailure("/b.md: no such file", brief: "b.md is gone")
    let read = try ReloadedContent(
      Self.tabs([0: Self.deck("a", slides: 5), 1: Self.deck("b")]),
      failure: failure,
      for: reload
    ) { _ in
      PreparedPage(.page(SteppedDaemon.list("again")), availableSizes: [])
    }
    daemon.finishReload(reload, .success(read))
    _ = try daemon.turn()
    #expect(try scene(&daemon, &client).stale == "b.md is gone; showing what was last read")
    #expect(try daemon.ask(client.command(.last, in: .name("talk"))).isAccepted)
    #expect(try title(&daemon, &client) == "a 5")
    #expect(try daemon.ask(client.command(.tab(2), in: .name("talk"))).isAccepted)
    #expect(try title(&daemon, &client) == "b 3")
  }

  @Test(
    "a tab missing at a start shows a notice and keeps its place; the other tabs work and are watched"
  )
  func missing() throws {
    var daemon = SteppedDaemon()
    var client = Client(seed: 1)
    try begin(&daemon, &client)
    let place = try #require(daemon.places.first)
    daemon.restart()
    try bringBack(&daemon, without: [1])
    let attached = try daemon.join(&client, to: "talk").attached
    #expect(daemon.places == [place])
    #expect(try title(&daemon, &client) == "a 1")
    #expect(try daemon.ask(client.command(.tab(2), in: .name("talk"))).isAccepted)
    #expect(try title(&daemon, &client) == "b.md is not there")
    #expect(try daemon.ask(client.command(.tab(1), in: .name("talk"))).isAccepted)

    // Changes are reloaded, except for the missing tab, which is looked for at once.
    daemon.contentChanged(attached.session)
    let turn = try daemon.turn()
    let reload = try #require(turn.reloads.first)
    #expect(reload.missingTabs == [1])
    #expect(reload.shownTab(1) == Self.notice)
    let changed = Self.deck("a", slides: 5)
    let read = try ReloadedContent(Self.tabs([0: changed, 1: Self.notice]), for: reload) { _ in
      PreparedPage(.page(SteppedDaemon.list("again")), availableSizes: [])
    }
    daemon.finishReload(reload, .success(read))
    _ = try daemon.turn()
    #expect(try scene(&daemon, &client).stale == "")
    #expect(try daemon.ask(client.command(.last, in: .name("talk"))).isAccepted)
    #expect(try title(&daemon, &client) == "a 5")

    // The session has changed since that attempt began, so another one follows.
    let early = try #require(turn.restores.first)
    daemon.finishRestoring(early.ticket, .success(try early.read(Self.tabs([0: changed]))))
    let late = try #require(daemon.turn().restores.first)
    daemon.finishRestoring(late.ticket, .success(try late.read(Self.tabs([0: changed]))))
    _ = try daemon.turn()
    #expect(try title(&daemon, &client) == "a 5")
    #expect(try daemon.ask(client.command(.tab(2), in: .name("talk"))).isAccepted)
    #expect(try title(&daemon, &client) == "b 3")
    #expect(try daemon.turn(after: DaemonTiming.missingContent).restores.isEmpty)
  }

  @Test("a reload pending when a tab returns does not bring the notice back")
  func returned() throws {
    var daemon = SteppedDaemon()
    var client = Client(seed: 1)
    try begin(&daemon, &client)
    daemon.restart()
    try bringBack(&daemon, without: [1])
    let attached = try daemon.join(&client, to: "talk").attached
    daemon.contentChanged(attached.session)
    let turn = try daemon.turn()
    let early = try #require(turn.reloads.first)
    let look = try #require(turn.restores.first)
    daemon.finishRestoring(look.ticket, .success(try look.read(Self.tabs())))
    _ = try daemon.turn()
    let read = try ReloadedContent(Self.tabs([1: Self.notice]), for: early) { _ in
      PreparedPage(.page(SteppedDaemon.list("again")), availableSizes: [])
    }
    daemon.finishReload(early, .success(read))
    // One more reload includes the returned tab.
    #expect(try #require(daemon.turn().reloads.first).missingTabs.isEmpty)
    #expect(try daemon.ask(client.command(.tab(2), in: .name("talk"))).isAccepted)
    #expect(try title(&daemon, &client) == "b 3")
  }

  @Test("of two missing tabs one may return alone")
  func partly() throws {
    var daemon = SteppedDaemon()
    var client = Client(seed: 1)
    try begin(&daemon, &client)
    daemon.restart()
    for (missing, isNews) in [
      ([1, 2], true), ([1, 2], false), ([2], true), ([0], false), ([], true),
    ] {
      daemon.pass(DaemonTiming.missingContent)
      try bringBack(&daemon, without: Set(missing))
      _ = try daemon.turn()
      guard isNews else { continue }
      for tab in 0...2 {
        #expect(try daemon.ask(client.command(.tab(tab + 1), in: .name("talk"))).isAccepted)
        let shown = try title(&daemon, &client)
        #expect(
          missing.contains(tab)
            ? shown == "b.md is not there" : shown == ["a 1", "b 3", "c 1"][tab]
        )
      }
    }
  }

  @Test(
    "a reload returns all tabs that can be read; if none can, it is an error"
  )
  func reading() throws {
    let directory = FileManager.default.temporaryDirectory.appending(path: "nav-\(UUID())").path
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let paths = ["a", "b"].map { "\(directory)/\($0).md" }
    let content = ContentSpec.tabs(paths.map { .deck(path: $0) })
    let reader = ContentReader()
    for path in paths { try "# words\n".write(toFile: path, atomically: true, encoding: .utf8) }
    let whole = try reader.readAgain(content, for: 1, .show) { _, _, _ in nil }
    #expect(try whole.content == reader.read(content, for: 1))
    #expect(whole.unread.isEmpty && whole.failure == nil)
    // The excluded tab is not read.
    let left = try reader.readAgain(content, for: 1, .show, leaving: [0]) { index, _, failure in
      index == 0 && failure == nil ? Self.notice : nil
    }
    #expect(left.unread.isEmpty)
    try FileManager.default.removeItem(atPath: paths[1])
    #expect(throws: ContentFailure.self) { try reader.read(content, for: 1) }
    let half = try reader.readAgain(content, for: 1, .show) { index, content, failure in
      #expect(index == 1 && content == .deck(path: paths[1]) && failure != nil)
      return Self.notice
    }
    #expect(half.unread.keys.elementsEqual([1]))
    #expect(half.failure?.brief == "b.md is gone")
    guard case .tabs(let tabs) = half.content else {
      Issue.record("no tabs")
      return
    }
    #expect(tabs.items[1].content == Self.notice)
    try FileManager.default.removeItem(atPath: paths[0])
    let failure = #expect(throws: ContentFailure.self) {
      _ = try reader.readAgain(content, for: 1, .show) { _, _, _ in Self.notice }
    }
    #expect(failure?.brief == "a.md is gone")
  }
}
