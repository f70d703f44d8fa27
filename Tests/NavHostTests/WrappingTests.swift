import NavBase
import NavEngine
import NavHost
import NavScene
import NavTestKit
import NavWire
import Testing

@Suite("Long texts are wrapped by a worker: only requests for their layout wait")
struct WrappingTests {
  /// Slides of the given lengths in bytes.
  private static func slides(_ lengths: [Int]) -> [PageContent] {
    lengths.enumerated().map { number, length in
      let words = String(repeating: "word ", count: length / 5 + 1).prefix(length)
      let text = TextBlock.paragraph(StyledText(String(words)))
      return PageContent(title: "slide \(number)", document: TextDocument(blocks: [text]))
    }
  }

  private static let long = LongText.leastWeight
  private static let size = CellSize.standardTerminal

  /// A daemon with a long deck and a short one.
  private static func daemon(_ lengths: [Int] = [long, 10]) throws -> SteppedDaemon {
    var daemon = SteppedDaemon()
    try daemon.open("long", pages: slides(lengths))
    try daemon.open("short")
    return daemon
  }

  @Test("an attach is answered when the text is wrapped; other requests are answered at once")
  func attaching() throws {
    var daemon = try Self.daemon()
    var client = Client(seed: 1)
    var other = Client(seed: 2)
    daemon.send(client.attach("long"))
    daemon.send(other.attach("short"))
    let turn = try daemon.turn()
    #expect(turn.replies.map(\.client) == [other.id])
    let wrap = try #require(turn.wraps.first)
    #expect(turn.wraps.count == 1 && wrap.texts.count == 1)
    // A repeated attach is answered once, for the newest request.
    let again = client.attach("long")
    daemon.send(again)
    #expect(try daemon.turn().events.isEmpty)
    daemon.finishWrapping(wrap.ticket, wrap.texts.map { $0.wrapped() })
    let answers = try daemon.turn().replies
    #expect(answers.map(\.id) == [again.id])
    let attached = try #require(answers.first?.body).attached
    #expect(attached.viewport == Self.size)
    // The text is wrapped for this width only.
    #expect(try daemon.ask(other.read(.takeSnapshot(.name("long"), Self.size))) != .done)
    daemon.send(other.attach("long", 60, 24))
    #expect(try daemon.turn().wraps.count == 1)
  }

  @Test("a client resized while it waits gets the newest size, whichever is wrapped first")
  func resizing() throws {
    for isReversed in [false, true] {
      var daemon = try Self.daemon()
      var client = Client(seed: 1)
      daemon.send(client.attach("long", 60, 24))
      let first = try #require(try daemon.turn().wraps.first)
      let newest = client.attach("long", 90, 24)
      daemon.send(newest)
      let second = try #require(try daemon.turn().wraps.first)
      var replies: [Reply] = []
      for wrap in isReversed ? [second, first] : [first, second] {
        daemon.finishWrapping(wrap.ticket, wrap.texts.map { $0.wrapped() })
        replies += try daemon.turn().replies
      }
      #expect(replies.map(\.id) == [newest.id])
      let attached = try #require(replies.first?.body).attached
      #expect(attached.viewport == CellSize(columns: 90, rows: 24))
    }
  }

  /// Whether the long deck keeps its text as it is wrapped for some size of the tests.
  private static func hasKept(_ daemon: borrowing SteppedDaemon) -> Bool {
    daemon.core.sessions.live.contains { session in
      func isWrapped(_ columns: Int) -> Bool {
        let size = CellSize(columns: columns, rows: 24)
        return session.model.longTexts(in: size, isAhead: false).isEmpty
      }
      // The short deck has nothing to wrap in any size.
      return !isWrapped(10) && (20..<84).contains(where: isWrapped)
    }
  }

  @Test("an attach is answered with the same layout if a worker wrapped the text or failed")
  func failures() throws {
    for isDone in [true, false] {
      var daemon = try Self.daemon([3 * Self.long, 10])
      var client = Client(seed: 1)
      daemon.send(client.attach("long"))
      let wrap = try #require(try daemon.turn().wraps.first)
      daemon.finishWrapping(wrap.ticket, isDone ? wrap.texts.map { $0.wrapped() } : [])
      _ = try #require(try daemon.turn().replies.first?.body).attached
      let isKept = Self.hasKept(daemon)
      #expect(isKept)
    }
  }

  @Test(
    "a snapshot, an outline and the text of a page are made by the worker of layouts, not in a turn",
    arguments: [
      Request.Body.takeSnapshot(.name("long"), size), .outline(.name("long"), size),
      .page(.name("long"), fromLine: 0),
    ]
  )
  func reads(body: Request.Body) throws {
    var daemon = try Self.daemon([3 * Self.long, 10])
    var client = Client(seed: 1)
    daemon.send(client.read(body))
    let turn = try daemon.turn()
    #expect(turn.replies.isEmpty && turn.wraps.isEmpty)
    daemon.finishLayout(try #require(turn.layouts.first))
    let answer = try #require(try daemon.turn().replies.first?.body)
    let isKept = Self.hasKept(daemon)
    #expect(!isKept)
    var session = Session(.deck(Self.slides([3 * Self.long, 10])))
    switch answer {
    case .snapshot(_, 0, let scene, _):
      #expect(scene == session.rest(in: Self.size, facts: SessionFacts(name: "long", viewers: 0)))
    case .outline(let outline):
      let expected = session.outline(seenIn: Self.size, limit: Outline.entryLimit)
      #expect(outline.entries.map(\.title) == expected.entries.map(\.title))
    case .page(let page): #expect(page.title == "slide 0" && !page.passages.isEmpty)
    default: Issue.record("\(answer)")
    }
  }

  @Test("waits for a text in many sizes: one layout at a time, by the worker; nothing is kept")
  func waits() throws {
    var daemon = try Self.daemon()
    var clients = (0..<8).map { Client(seed: UInt64($0)) }
    for number in 0..<64 {
      let size = CellSize(columns: 20 + number, rows: 24)
      daemon.send(clients[number / 8].wait(for: .text("word", size), in: "long"))
    }
    var turn = try daemon.turn()
    #expect(turn.replies.isEmpty && turn.wraps.isEmpty)
    var (layouts, answers) = (0, 0)
    while let layout = turn.layouts.first {
      #expect(turn.layouts.count == 1)
      layouts += 1
      daemon.finishLayout(layout)
      turn = try daemon.turn()
      answers += turn.replies.count { $0.body == .waited(version: 0) }
    }
    #expect(layouts == 64 && answers == 64)
    let isKept = Self.hasKept(daemon)
    #expect(!isKept)
  }

  @Test("one layout is made for all waits of a size; one more when the session has changed")
  func change() throws {
    var daemon = SteppedDaemon()
    let pages = ["first ", "later "].map { word in
      let text = StyledText(String(repeating: word, count: Self.long / word.utf8.count + 1))
      return PageContent(title: "", document: TextDocument(blocks: [.paragraph(text)]))
    }
    try daemon.open("long", pages: pages)
    var (client, other) = (Client(seed: 1), Client(seed: 2))
    for text in ["nowhere", "later"] {
      daemon.send(client.wait(for: .text(text, Self.size), in: "long"))
    }
    let first = try daemon.turn()
    #expect(first.replies.isEmpty && first.layouts.count == 1)
    #expect(daemon.nextWake == nil)
    daemon.send(other.command(.forward, in: .name("long")))
    daemon.finish(try #require(try daemon.turn().performs.first))
    #expect(try daemon.turn().layouts.isEmpty)
    daemon.finishLayout(try #require(first.layouts.first))
    let second = try daemon.turn()
    #expect(second.replies.isEmpty && second.layouts.count == 1)
    daemon.finishLayout(try #require(second.layouts.first))
    let third = try daemon.turn()
    #expect(third.replies.map(\.body) == [.waited(version: 1)] && third.layouts.isEmpty)
    #expect(daemon.nextWake == daemon.now + .seconds(5))
    let last = try daemon.turn(after: .seconds(5))
    #expect(last.replies.map(\.body.code) == [.timedOut] && last.layouts.isEmpty)
  }

  @Test("a wait ends with its session, once, although a worker lays that out")
  func endOfWait() throws {
    var daemon = try Self.daemon()
    var (client, other) = (Client(seed: 1), Client(seed: 2))
    for columns in [60, 70] {
      let size = CellSize(columns: columns, rows: 24)
      daemon.send(client.wait(for: .text("word", size), in: "long"))
    }
    let layout = try #require(try daemon.turn().layouts.first)
    daemon.send(other.operation(.killSession(.name("long"))))
    let turn = try daemon.turn()
    #expect(turn.replies.count { $0.body.code == .noSuchSession } == 2)
    daemon.finishLayout(layout)
    let last = try daemon.turn()
    #expect(last.replies.isEmpty && last.layouts.isEmpty)
  }

  @Test(
    "a text is long from its 65,536th byte on, and counts on the current and the next pages",
    arguments: [
      ([long - 1, 10, long], 0), ([long, 10], 1), ([10, long], 1), ([long, long], 2),
      ([10, long - 1], 0),
    ]
  )
  func weight(lengths: [Int], count: Int) throws {
    let session = Session(.deck(Self.slides(lengths)))
    #expect(session.longTexts(in: Self.size).count == count)
  }

  @Test("the next long slide is wrapped before it is shown")
  func ahead() throws {
    var daemon = try Self.daemon([10, 10, Self.long])
    var client = Client(seed: 1)
    let (attached, _) = try daemon.join(&client, to: "long")
    daemon.send(client.command(.forward, in: .name("long"), viewer: attached.viewer))
    let turn = try daemon.turn()
    #expect(turn.updates.count == 1)
    let wrap = try #require(turn.wraps.first)
    daemon.finishWrapping(wrap.ticket, wrap.texts.map { $0.wrapped() })
    #expect(try daemon.turn(after: .seconds(3)).wraps.isEmpty)
    daemon.send(client.command(.forward, in: .name("long"), viewer: attached.viewer))
    let next = try daemon.turn()
    #expect(next.updates.count == 1 && next.wraps.isEmpty)
  }

  @Test("a stream whose next slide is not wrapped yet shows it when it is; settled waits for that")
  func held() throws {
    var daemon = try Self.daemon([10, 10, 10, Self.long])
    var (viewer, other) = (Client(seed: 1), Client(seed: 2))
    _ = try daemon.join(&viewer, to: "long")
    try daemon.turn(after: .seconds(1))
    daemon.send(other.command(.last, in: .name("long")))
    daemon.send(other.wait(for: .settled(version: 1), in: "long"))
    let turn = try daemon.turn()
    #expect(turn.replies.map(\.body) == [.accepted(version: 1)] && turn.updates.isEmpty)
    let wrap = try #require(turn.wraps.first)
    #expect(turn.wraps.count == 1)
    #expect(try daemon.turn(after: .milliseconds(1)).updates.isEmpty)
    let wake = daemon.nextWake ?? .zero
    #expect(wake > daemon.now)
    daemon.finishWrapping(wrap.ticket, wrap.texts.map { $0.wrapped() })
    let shown = try daemon.turn()
    #expect(shown.updates.map(\.version) == [1] && shown.wraps.isEmpty)
    #expect(try daemon.turn(after: .seconds(3)).replies.map(\.body) == [.waited(version: 1)])
  }

  @Test("a command for a size in which a long text is not wrapped is carried out by a worker")
  func commands() throws {
    var daemon = try Self.daemon()
    var (client, other) = (Client(seed: 1), Client(seed: 2))
    daemon.send(client.command(.screenDown, in: .name("long")))
    daemon.send(client.command(.screenDown, in: .name("long")))
    daemon.send(other.read(.listSessions))
    let turn = try daemon.turn()
    #expect(turn.replies.map(\.client) == [other.id] && turn.performs.count == 1)
    daemon.finish(try #require(turn.performs.first))
    let last = try daemon.turn()
    #expect(last.replies.map(\.body) == [.accepted(version: 1), .accepted(version: 2)])
    // Its text is wrapped by now.
    #expect(last.performs.isEmpty)
  }

  @Test("when the session ends, all waiting clients are answered")
  func ending() throws {
    var daemon = try Self.daemon()
    var client = Client(seed: 1)
    var other = Client(seed: 2)
    daemon.send(client.attach("long"))
    let wrap = try #require(try daemon.turn().wraps.first)
    #expect(try daemon.ask(other.operation(.killSession(.name("long")))) == .done)
    daemon.finishWrapping(wrap.ticket, wrap.texts.map { $0.wrapped() })
    let failure = try #require(try daemon.turn().replies.first?.body.failure)
    #expect(failure.code == .noSuchSession)
  }

  @Test("a wrapping of content that has changed meanwhile is not used")
  func changing() throws {
    var session = Session(.deck(Self.slides([Self.long])))
    let texts = session.longTexts(in: Self.size).map { $0.wrapped() }
    #expect(texts.count == 1)
    var other = Session(.deck(Self.slides([Self.long + 1])))
    other.add(texts, in: Self.size)
    #expect(other.longTexts(in: Self.size).count == 1)
    session.add(texts, in: Self.size)
    #expect(session.longTexts(in: Self.size).isEmpty)
  }

  @Test("the number of layouts that are wrapped at a time has a limit; one more is refused")
  func limit() throws {
    var daemon = try Self.daemon([Self.long])
    var wraps = 0
    for number in 0..<DaemonLimits.wrappings {
      var client = Client(seed: UInt64(number))
      daemon.send(client.attach("long", 20 + number, 24))
      let turn = try daemon.turn()
      #expect(turn.replies.isEmpty)
      wraps += turn.wraps.count
    }
    #expect(wraps == DaemonLimits.wrappings)
    var last = Client(seed: 1_000)
    daemon.send(last.attach("long", 200, 24))
    let turn = try daemon.turn()
    #expect(turn.wraps.isEmpty && turn.replies.map(\.body.code) == [.retry])
  }
}
