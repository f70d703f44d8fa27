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

  @Test("the layout is the same if a worker wrapped the text or failed", arguments: [true, false])
  func snapshots(isDone: Bool) throws {
    var daemon = try Self.daemon([3 * Self.long, 10])
    var client = Client(seed: 1)
    daemon.send(client.read(.takeSnapshot(.name("long"), Self.size)))
    let wrap = try #require(try daemon.turn().wraps.first)
    daemon.finishWrapping(wrap.ticket, isDone ? wrap.texts.map { $0.wrapped() } : [])
    guard case .snapshot(_, _, let scene)? = try daemon.turn().replies.first?.body else {
      throw SteppedDaemon.Refused(body: .done)
    }
    var session = Session(.deck(Self.slides([3 * Self.long, 10])))
    let facts = SessionFacts(name: "long", viewers: 0)
    #expect(scene == session.rest(in: Self.size, facts: facts))
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
    daemon.pass(.seconds(3))
    #expect(try daemon.turn().wraps.isEmpty)
    daemon.send(client.command(.forward, in: .name("long"), viewer: attached.viewer))
    let next = try daemon.turn()
    #expect(next.updates.count == 1 && next.wraps.isEmpty)
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

  @Test("the number of layouts waiting for a worker has a limit; one more is made at once")
  func limit() throws {
    var daemon = try Self.daemon([Self.long])
    var wraps = 0
    for number in 0..<DaemonLimits.wrappings {
      var client = Client(seed: UInt64(number))
      let size = CellSize(columns: 20 + number, rows: 24)
      daemon.send(client.read(.takeSnapshot(.name("long"), size)))
      let turn = try daemon.turn()
      #expect(turn.replies.isEmpty)
      wraps += turn.wraps.count
    }
    #expect(wraps == DaemonLimits.wrappings)
    var last = Client(seed: 1_000)
    let size = CellSize(columns: 200, rows: 24)
    daemon.send(last.read(.takeSnapshot(.name("long"), size)))
    let turn = try daemon.turn()
    #expect(turn.wraps.isEmpty && turn.replies.count == 1)
  }
}
