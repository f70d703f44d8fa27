import NavBase
import NavEngine
import NavScene
import NavTestKit
import NavWire
import Testing

@testable import NavHost

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
    in daemon: inout SteppedDaemon
  ) throws {
    let read = try ReloadedContent(content, for: reload) { request in
      PreparedPage(.page(SteppedDaemon.list("again")), availableSizes: request.availableSizes)
    }
    daemon.finishReload(reload, .success(read))
  }

  @Test(
    "PSQ-3: a change causes one reload, all changes meanwhile one more; viewers keep their page"
  )
  func change() throws {
    var daemon = try SteppedDaemon("talk")
    var client = Client(seed: 1)
    let (attached, _) = try daemon.join(&client, to: "talk")
    _ = try daemon.ask(client.command(.goTo(2), in: .name("talk"), viewer: attached.viewer))
    daemon.pass(.seconds(3))
    _ = try daemon.turn()
    daemon.contentChanged(attached.session)
    daemon.contentChanged(attached.session)
    let first = try #require(daemon.turn().reloads.first)
    #expect(!first.isRequested)
    #expect(first.viewports == [.standardTerminal])
    for _ in 0..<3 { daemon.contentChanged(attached.session) }
    #expect(try daemon.turn().reloads.isEmpty)
    try Self.finish(first, Self.slides(["new", "Page 1", "Page 2"]), in: &daemon)
    let turn = try daemon.turn()
    #expect(turn.reloads.count == 1)
    #expect(turn.updates.count == 1)
    let status = try daemon.ask(client.read(.getStatus(.name("talk")))).status
    #expect(status.session.title == "Page 2")
    #expect(status.session.page == 3)
    #expect(status.session.pages == 3)
    #expect(status.session.version == 1)
  }

  @Test(
    "a page that is missing for a while is returned to, unless somebody has moved",
    arguments: [
      // A file that is written slowly, or was empty.
      ([["One"], ["One", "Two"], ["One", "Two", "Three", "Four"]], nil, "Three"),
      ([["T"], ["One", "Two", "Three", "Four"]], nil, "Three"),
      ([["empty"], ["Zero", "One", "Two", "Three"]], nil, "Three"),
      // A slide that was renamed, and then moved.
      ([["One", "Two", "New", "Four"], ["One", "Two", "Four", "New"]], nil, "New"),
      ([["One", "Two"], ["One", "Two", "Three", "Four"]], 1, "One"),
    ] as [([[String]], Int?, String)]
  )
  func missingPage(versions: [[String]], move: Int?, title: String) throws {
    var daemon = try SteppedDaemon("talk")
    var client = Client(seed: 1)
    let (attached, _) = try daemon.join(&client, to: "talk")
    func show(_ titles: [String]) throws {
      daemon.contentChanged(attached.session)
      let reload = try #require(daemon.turn().reloads.first)
      try Self.finish(reload, Self.slides(titles), in: &daemon)
      _ = try daemon.turn()
      daemon.pass(.seconds(3))
      _ = try daemon.turn()
    }
    try show(["One", "Two", "Three", "Four"])
    let goToThree = client.command(.goTo(3), in: .name("talk"), viewer: attached.viewer)
    _ = try daemon.ask(goToThree)
    daemon.pass(.seconds(3))
    _ = try daemon.turn()
    for (index, titles) in versions.enumerated() {
      try show(titles)
      if index == 0, let move {
        let goTo = client.command(.goTo(move), in: .name("talk"), viewer: attached.viewer)
        _ = try daemon.ask(goTo)
        daemon.pass(.seconds(3))
        _ = try daemon.turn()
      }
    }
    let status = try daemon.ask(client.read(.getStatus(.name("talk")))).status
    #expect(status.session.title == title)
  }

  @Test(
    "a file that is written slowly moves nobody: the place of the last complete deck counts until the file rests",
    arguments: [(Duration.milliseconds(400), 3), (.seconds(6), 2)]
  )
  func slowlyWritten(pause: Duration, page: Int) throws {
    var daemon = try SteppedDaemon("talk")
    var client = Client(seed: 1)
    let (attached, _) = try daemon.join(&client, to: "talk")
    func show(_ texts: [String]) throws {
      daemon.contentChanged(attached.session)
      let reload = try #require(daemon.turn().reloads.first)
      let pages = texts.map { text in
        // Slides of one title are told apart by their texts.
        let block = TextBlock.paragraph(StyledText(text))
        return PageContent(title: "Agenda", document: TextDocument(blocks: [block]))
      }
      try Self.finish(reload, .deck(pages), in: &daemon)
      _ = try daemon.turn()
      daemon.pass(pause)
      _ = try daemon.turn()
    }
    try show(["first", "second", "third", "fourth"])
    let goTo = client.command(.goTo(3), in: .name("talk"), viewer: attached.viewer)
    _ = try daemon.ask(goTo)
    daemon.pass(.seconds(9))
    _ = try daemon.turn()
    try show(["first", "sec"])
    try show(["first", "second, edited", "third", "fourth"])
    let status = try daemon.ask(client.read(.getStatus(.name("talk")))).status
    #expect(status.session.page == page)
  }

  /// A text of a hundred lines or more, each of ten bytes, of which parts of forty are read.
  private static func text(_ count: Int, around line: Int = 0) -> PageContent {
    let range = max(0, line - 20)..<min(count, line + 20)
    let lines = range.map { "line \(1_000 + $0)" }
    var document = TextDocument(blocks: [.preformatted(lines: lines)])
    document.window = TextWindow(
      path: Array("/big.log".utf8),
      bytes: range.lowerBound * 10..<range.upperBound * 10,
      size: count * 10,
      starts: range.map { UInt32($0 - range.lowerBound) * 10 },
      linesBefore: range.lowerBound,
      lineCount: count
    )
    return PageContent(title: "big.log", document: document)
  }

  private static func part(_ count: Int, for request: PageRequest) throws -> PreparedPage {
    let line =
      switch try #require(request.window) {
      case .end: count - 1
      case .line(let line): line
      case .around(let byte): byte / 10
      case .start, .place, .match: 0
      }
    let start = TextPosition(block: line * 10, grapheme: request.window == .end ? .max : 0)
    return PreparedPage(.page(text(count, around: line)), availableSizes: [], start: start)
  }

  @Test(
    "a reload reads the part of a large text that is shown, and again if that was left meanwhile"
  )
  func largeText() throws {
    var daemon = try SteppedDaemon("talk")
    var client = Client(seed: 1)
    let (attached, _) = try daemon.join(&client, to: "talk")
    func finish(_ reload: ContentReload, _ count: Int) throws {
      let root = SessionContent.page(Self.text(count))
      let content = SessionContent.stack(StackContent(root: root, path: [], source: .nowhere))
      var parts: [TextWindow.Wish: PreparedPage] = [:]
      for request in reload.pages {
        parts[try #require(request.window)] = try Self.part(count, for: request)
      }
      let read = try ReloadedContent(content, for: reload) { request in
        request.window.flatMap { parts[$0] } ?? PreparedPage(root, availableSizes: [])
      }
      daemon.finishReload(reload, .success(read))
    }
    func move(_ command: SessionCommand, _ count: Int) throws {
      daemon.send(client.command(command, in: .name("talk"), viewer: attached.viewer))
      let load = try #require(daemon.turn().pageLoads.first)
      let page = try Self.part(count, for: load.request)
      daemon.receive(.page(ticket: load.ticket, .success(page)))
      #expect(try daemon.turn().replies.count == 1)
      daemon.pass(.seconds(3))
      _ = try daemon.turn()
    }
    func change() throws -> ContentReload {
      daemon.contentChanged(attached.session)
      return try #require(daemon.turn().reloads.first)
    }
    try finish(try change(), 100)
    _ = try daemon.turn()
    try move(.last, 100)
    let following = try change()
    #expect(following.pages.map(\.window) == [.end])
    try finish(following, 120)
    let followed = try daemon.turn()
    #expect(followed.reloads.isEmpty && followed.updates.count == 1)
    // Its place is left while it is read again.
    let late = try change()
    #expect(late.pages.map(\.window) == [.end])
    try move(.goTo(60), 120)
    try finish(late, 140)
    let again = try #require(daemon.turn().reloads.first)
    #expect(again.pages.map(\.window) == [.around(590)])
    try finish(again, 140)
    #expect(try daemon.turn().reloads.isEmpty)
  }

  @Test(
    "settled waits until content that a command asked for is shown or could not be read, and for no other",
    arguments: [.reload, .toggleText, nil] as [SessionCommand?],
    [true, false]
  )
  func settled(command: SessionCommand?, isRead: Bool) throws {
    var daemon = try SteppedDaemon("talk")
    var client = Client(seed: 1)
    let session = try daemon.attach(&client, to: "talk").session
    func finish(_ reload: ContentReload) throws {
      if isRead {
        let content = reload.content.textTabs.isEmpty ? Self.slides(["new"]) : Self.source
        try Self.finish(reload, content, in: &daemon)
      } else {
        daemon.finishReload(reload, .failure(ContentFailure("it is gone")))
      }
    }
    func replies() throws -> [Reply.Body] {
      let replies = try daemon.turn().replies
      daemon.pass(.seconds(3))
      return try (replies + daemon.turn().replies).map(\.body)
    }
    daemon.contentChanged(session)
    var reload = try #require(daemon.turn().reloads.first)
    if let command {
      daemon.send(client.command(command, in: .name("talk")))
      var reloads = try daemon.turn().reloads
      if reloads.isEmpty {
        // It is read again after what is being read.
        try finish(reload)
        reloads = try daemon.turn().reloads
      }
      reload = try #require(reloads.first)
    }
    daemon.send(client.wait(for: .settled(version: 0), in: "talk"))
    #expect(try replies().isEmpty == (command != nil))
    try finish(reload)
    #expect(try replies().isEmpty == (command == nil))
  }

  @Test("when a reload fails, the last content stays; a requested reload is reported as failed")
  func failure() throws {
    var daemon = try SteppedDaemon("talk")
    var client = Client(seed: 1)
    let (attached, _) = try daemon.join(&client, to: "talk")
    daemon.send(client.command(.reload, in: .name("talk"), viewer: attached.viewer))
    let turn = try daemon.turn()
    #expect(turn.replies.map(\.body) == [.accepted(version: 1)])
    let reload = try #require(turn.reloads.first)
    #expect(reload.isRequested)
    let failure = ContentFailure("talk.md: no such file", brief: "talk.md is gone")
    daemon.finishReload(reload, .failure(failure))
    let after = try daemon.turn()
    #expect(after.logs.contains { $0.contains("no such file") })
    #expect(after.reloads.isEmpty)
    // Every viewer gets the message once.
    let stale = "talk.md is gone; showing what was last read"
    #expect(after.updates.count == 1)
    #expect(try Self.staleness(in: &daemon, &client) == stale)
    daemon.contentChanged(attached.session)
    let second = try #require(daemon.turn().reloads.first)
    daemon.finishReload(second, .failure(failure))
    #expect(try daemon.turn().updates.isEmpty)
    // New viewers get the message, too; it ends when the content is back.
    var late = Client(seed: 2)
    var joined = try daemon.join(&late, to: "talk")
    #expect(try joined.replica.scene(at: daemon.now).stale == stale)
    daemon.contentChanged(attached.session)
    let third = try #require(daemon.turn().reloads.first)
    try Self.finish(third, Self.slides(["new"]), in: &daemon)
    _ = try daemon.turn()
    #expect(try Self.staleness(in: &daemon, &client) == "")
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

  private static func staleness(
    in daemon: inout SteppedDaemon,
    _ client: inout Client
  ) throws -> String {
    guard
      case .snapshot(_, _, let scene, _) = try daemon.ask(
        client.read(.takeSnapshot(.name("talk"), .standardTerminal))
      )
    else { throw SteppedDaemon.Refused(body: .done) }
    return scene.stale
  }

  @Test("a new sort order is read at once, even during another reload, and is permanent")
  func order() throws {
    var daemon = try SteppedDaemon(tree: "tree")
    var client = Client(seed: 1)
    let (attached, _) = try daemon.join(&client, to: "tree")
    let session = attached.session
    daemon.contentChanged(session)
    let early = try #require(daemon.turn().reloads.first)
    #expect(early.content == .tree(path: "/tree"))
    daemon.send(client.command(.sort(.time), in: .name("tree"), viewer: attached.viewer))
    let turn = try daemon.turn()
    #expect(turn.replies.map(\.body) == [.accepted(version: 1)])
    let byTime = ContentSpec.tree(path: "/tree", order: TreeOrder(sort: .time))
    let reload = try #require(turn.reloads.first)
    #expect(reload.content == byTime && !reload.isRequested)
    // The result of the earlier reload is dropped.
    try Self.finish(early, .tree(SteppedDaemon.list("early"), path: "/tree"), in: &daemon)
    var after = try daemon.turn()
    #expect(after.updates.isEmpty && after.reloads.isEmpty)
    let sorted = StackContent(
      root: .page(SteppedDaemon.list("sorted")),
      path: Array("/tree".utf8),
      source: .files(TreeOrder(sort: .time))
    )
    try Self.finish(reload, .stack(sorted), in: &daemon)
    after = try daemon.turn()
    #expect(after.updates.count == 1 && after.reloads.isEmpty)
    // A later daemon reads the content in this order, too.
    daemon.send(client.command(.toggleHidden, in: .name("tree"), viewer: attached.viewer))
    _ = try daemon.turn()
    daemon.restart()
    let order = TreeOrder(showsHidden: true, sort: .time)
    let restore = try #require(daemon.turn().restores.first)
    #expect(restore.content == .tree(path: "/tree", order: order))
    daemon.finishRestoring(
      restore.ticket,
      .success(try restore.read(.tree(SteppedDaemon.list("tree"), path: "/tree")))
    )
    _ = try daemon.turn()
    let status = try daemon.ask(client.read(.getStatus(.name("tree")))).status
    #expect(status.session.version == 2)
  }

  @Test("a document is shown as its text and as a document again, permanently and for all views")
  func text() throws {
    var daemon = try SteppedDaemon("talk")
    var client = Client(seed: 1)
    let (attached, _) = try daemon.join(&client, to: "talk")
    let text = ContentSpec.path(PathContent(.deck, "/talk.md", isText: true))
    for (version, content) in [(1, text), (2, .deck(path: "/talk.md")), (3, text)] {
      daemon.send(client.command(.toggleText, in: .name("talk"), viewer: attached.viewer))
      let turn = try daemon.turn()
      #expect(turn.replies.map(\.body) == [.accepted(version: UInt64(version))])
      let reload = try #require(turn.reloads.first)
      #expect(reload.content == content && !reload.isRequested)
      let deck = Self.slides(["version \(version)"])
      try Self.finish(reload, content == text ? Self.source : deck, in: &daemon)
      #expect(try daemon.turn().updates.count == 1)
    }
    daemon.restart()
    #expect(try daemon.turn().restores.map(\.content) == [text])
  }

  private static var source: SessionContent {
    let page = PageContent(title: "talk.md", document: TextDocument(blocks: []))
    return .stack(StackContent(root: .page(page), path: [], source: .nowhere))
  }

  @Test("a deck whose text is shown is shown as slides from its first note on, permanently")
  func notesInText() throws {
    var daemon = try SteppedDaemon("talk")
    var client = Client(seed: 1)
    let (attached, _) = try daemon.join(&client, to: "talk")
    daemon.send(client.command(.toggleText, in: .name("talk"), viewer: attached.viewer))
    let asText = try #require(daemon.turn().reloads.first)
    try Self.finish(asText, Self.source, in: &daemon)
    _ = try daemon.turn()
    #expect(try Self.staleness(in: &daemon, &client).isEmpty)
    // Its reader returns the deck, because it has notes.
    daemon.contentChanged(attached.session)
    let reload = try #require(daemon.turn().reloads.first)
    #expect(reload.content == asText.content)
    var page = PageContent(title: "A", document: TextDocument(blocks: []))
    page.notes.append("secret", fromStep: 0)
    try Self.finish(reload, .deck([page]), in: &daemon)
    _ = try daemon.turn()
    #expect(try Self.staleness(in: &daemon, &client) == ReloadState.refusedText)
    daemon.contentChanged(attached.session)
    #expect(try daemon.turn().reloads.map(\.content) == [.deck(path: "/talk.md")])
    daemon.restart()
    #expect(try daemon.turn().restores.map(\.content) == [.deck(path: "/talk.md")])
  }

  @Test("the text of a document that changes soon after it was asked for stays at its place")
  func changedText() throws {
    var daemon = try SteppedDaemon("talk")
    var client = Client(seed: 1)
    let (attached, _) = try daemon.join(&client, to: "talk")
    _ = try daemon.ask(client.command(.goTo(2), in: .name("talk"), viewer: attached.viewer))
    daemon.pass(.seconds(3))
    _ = try daemon.turn()
    daemon.send(client.command(.toggleText, in: .name("talk"), viewer: attached.viewer))
    var reload = try #require(daemon.turn().reloads.first)
    var lines = (0..<100).map { $0 == 60 ? "# Page 2" : "line \($0)" }
    var places: [Int] = []
    for line in ["one more", "another"] {
      let document = TextDocument(blocks: [.preformatted(lines: lines)])
      let page = PageContent(title: "talk.md", document: document)
      let text = SessionContent.stack(StackContent(root: .page(page), path: [], source: .nowhere))
      try Self.finish(reload, text, in: &daemon)
      _ = try daemon.turn()
      let body = try daemon.ask(client.read(.takeSnapshot(.name("talk"), .standardTerminal)))
      guard case .snapshot(_, _, let scene, _) = body else {
        throw SteppedDaemon.Refused(body: body)
      }
      let pages = scene.containers.filter { $0.kind == .page && !$0.isHidden }
      places.append(pages.map(\.scroll.y).max() ?? 0)
      lines.append(line)
      daemon.contentChanged(attached.session)
      reload = try #require(daemon.turn().reloads.first)
    }
    #expect(places[0] > 0 && places[0] == places[1])
  }

  @Test("nobody shows the text of a deck that has notes")
  func textWithNotes() throws {
    var daemon = try SteppedDaemon("talk")
    var client = Client(seed: 1)
    let (attached, _) = try daemon.join(&client, to: "talk")
    var page = PageContent(title: "A", document: TextDocument(blocks: []))
    page.notes.append("secret", fromStep: 0)
    daemon.contentChanged(attached.session)
    let reload = try #require(daemon.turn().reloads.first)
    try Self.finish(reload, .deck([page]), in: &daemon)
    _ = try daemon.turn()
    daemon.send(client.command(.toggleText, in: .name("talk"), viewer: attached.viewer))
    let turn = try daemon.turn()
    #expect(turn.reloads.isEmpty && turn.replies.map(\.body.code) == [.rejected])
    // The text of a scene has the names of its decks, and not their notes.
    try daemon.open("app", .scene(path: "/app.yaml"), .deck([page]), by: Client(seed: 5))
    daemon.send(client.command(.toggleText, in: .name("app")))
    #expect(try daemon.turn().reloads.map(\.content.textTabs) == [[0]])
  }

  @Test("a directory has no text: nothing changes, and the reply says why")
  func noText() throws {
    var daemon = try SteppedDaemon(tree: "tree")
    var client = Client(seed: 1)
    let (attached, _) = try daemon.join(&client, to: "tree")
    daemon.send(client.command(.toggleText, in: .name("tree"), viewer: attached.viewer))
    let turn = try daemon.turn()
    #expect(turn.reloads.isEmpty && turn.updates.isEmpty)
    guard case .failure(let failure)? = turn.replies.first?.body else {
      Issue.record("\(turn.replies)")
      return
    }
    #expect(failure.code == .rejected && failure.text.hasPrefix("no text to show"))
  }

  @Test(
    "a new sort order in a view of one's own is that of the session, for whoever may move the session"
  )
  func orderInPrivateView() throws {
    var daemon = try SteppedDaemon(tree: "tree")
    var (client, other) = (Client(seed: 1), Client(seed: 2))
    func browse(isReadOnly: Bool) throws -> Reply.Attached {
      let request = Request.Attach(
        session: "tree",
        viewport: .standardTerminal,
        isReadOnly: isReadOnly,
        view: .own(0)
      )
      let body = try daemon.ask(
        isReadOnly ? other.read(.attach(request)) : client.read(.attach(request))
      )
      return try body.attached
    }
    let watching = try browse(isReadOnly: true)
    for command in [SessionCommand.sort(.time), .toggleHidden, .reload] {
      let request = other.command(command, in: .name("tree"), viewer: watching.viewer)
      guard case .failure(let failure) = try daemon.ask(request) else {
        Issue.record("\(command) is permitted")
        continue
      }
      #expect(failure.code == .notPermitted)
    }
    #expect(try daemon.turn().reloads.isEmpty)
    let viewer = try browse(isReadOnly: false).viewer
    daemon.send(client.command(.sort(.time), in: .name("tree"), viewer: viewer))
    let turn = try daemon.turn()
    #expect(turn.replies.map(\.body) == [.accepted(version: 1)])
    let byTime = ContentSpec.tree(path: "/tree", order: TreeOrder(sort: .time))
    #expect(turn.reloads.map(\.content) == [byTime])
    // The view itself is not stored: a later daemon has one session, in this order.
    daemon.restart()
    let restores = try daemon.turn().restores
    #expect(restores.map(\.content) == [byTime])
  }

  @Test("without a directory a sort order is refused")
  func noOrder() throws {
    var daemon = try SteppedDaemon("talk")
    var client = Client(seed: 1)
    daemon.send(client.command(.sort(.time), in: .name("talk")))
    let turn = try daemon.turn()
    #expect(turn.replies.first?.body.code == .rejected)
    #expect(turn.reloads.isEmpty)
  }

  @Test("a page opened during a reload is part of the next reload")
  func openedMeanwhile() throws {
    var daemon = try SteppedDaemon(tree: "tree")
    var client = Client(seed: 1)
    let (attached, _) = try daemon.join(&client, to: "tree")
    daemon.contentChanged(attached.session)
    let first = try #require(daemon.turn().reloads.first)
    #expect(first.pages.isEmpty)
    daemon.send(client.command(.forward, in: .name("tree"), viewer: attached.viewer))
    let load = try #require(daemon.turn().pageLoads.first)
    // The operation is still pending.
    try Self.finish(first, .tree(SteppedDaemon.list("tree"), path: "/tree"), in: &daemon)
    #expect(try daemon.turn().reloads.isEmpty)
    daemon.finishLoading(load.ticket, page: .success(SteppedDaemon.list("a")))
    var turn = try daemon.turn()
    daemon.pass(.seconds(3))
    let later = try daemon.turn()
    turn.events += later.events
    let second = try #require(turn.reloads.first)
    #expect(second.pages.map(\.path) == [Array("/tree/a".utf8)])
    try Self.finish(second, .tree(SteppedDaemon.list("tree"), path: "/tree"), in: &daemon)
    _ = try daemon.turn()
    let status = try daemon.ask(client.read(.getStatus(.name("tree")))).status
    #expect(status.session.page == 2)
    #expect(status.session.title == "again")
  }

  @Test("a change during the creation of a session causes a reload right after it")
  func early() throws {
    var daemon = SteppedDaemon()
    var client = Client(seed: 1)
    daemon.send(client.operation(.newSession(name: "talk", .deck(path: "/talk.md"))))
    let load = try #require(daemon.turn().loads.first)
    daemon.contentChanged(load.ticket)
    #expect(try daemon.turn().reloads.isEmpty)
    daemon.finishLoading(load.ticket, .success(Self.slides(["a"])))
    let reload = try #require(daemon.turn().reloads.first)
    #expect(reload.session == load.ticket)
  }

  @Test("the resources of a session are released when it ends, or when its creation fails")
  func closing() throws {
    var daemon = SteppedDaemon()
    var client = Client(seed: 1)
    daemon.send(client.operation(.newSession(name: "talk", .deck(path: "/talk.md"))))
    let load = try #require(daemon.turn().loads.first)
    daemon.finishLoading(load.ticket, .failure(ContentFailure("no")))
    #expect(try daemon.turn().closed.count == 1)
    try daemon.open("other")
    let (attached, _) = try daemon.join(&client, to: "other")
    daemon.contentChanged(attached.session)
    let reload = try #require(daemon.turn().reloads.first)
    daemon.send(client.operation(.killSession(.name("other"))))
    #expect(try daemon.turn().closed.count == 1)
    // The reload that was pending has no effect.
    daemon.finishReload(reload, .failure(ContentFailure("no")))
    #expect(try daemon.turn().closed.count == 1)
  }
}
