import NavBase
import NavEngine
import NavHost
import NavScene
import NavTestKit
import NavWire
import Testing

@Suite("Pictures: named to viewers that can show them, made by a worker, delivered in parts")
struct PictureRequestTests {
  private static func id(_ digit: String) throws -> PictureID {
    try #require(PictureID(String(repeating: digit, count: 32)))
  }

  /// Two slides with a picture each.
  private static func daemon() throws -> SteppedDaemon {
    let pages = try ["1", "2"].map { digit in
      var raster = try #require(
        TextPicture.Raster(
          width: 4,
          height: 4,
          of: (160, 96),
          pixels: [UInt8](repeating: 255, count: 64)
        )
      )
      raster.id = try id(digit)
      let picture = TextBlock.picture(TextPicture(text: StyledText("a plan"), raster: raster))
      return PageContent(title: digit, document: TextDocument(blocks: [picture]))
    }
    var daemon = SteppedDaemon()
    try daemon.open("talk", pages: pages)
    try daemon.open("other")
    return daemon
  }

  private static func join(
    _ daemon: inout SteppedDaemon,
    _ client: inout Client,
    showsPictures: Bool
  ) throws -> (attached: Reply.Attached, scene: Scene) {
    let attach = Request.Attach(
      session: "talk",
      viewport: .standardTerminal,
      showsPictures: showsPictures
    )
    let attached = try daemon.ask(client.read(.attach(attach))).attached
    daemon.subscribe(to: attached.streamTopic)
    daemon.subscribe(to: attached.readyTopic)
    let messages = try daemon.turn().messages(on: attached.readyTopic)
    guard case .snapshot(let snapshot)? = messages.first else {
      throw SteppedDaemon.Refused(body: .attached(attached))
    }
    return (attached, snapshot.scene)
  }

  private static func request(
    _ digit: String,
    part: Int = 0,
    in session: String = "talk"
  ) throws -> Request.Body {
    let copy = PictureCopy(try id(digit))
    return .picture(Request.Picture(session: .name(session), copy, part: part))
  }

  private static func works(_ turn: SteppedDaemon.Turn) -> [UInt64] {
    turn.requests.compactMap {
      if case .makePicture(let ticket, _, _, _) = $0 { ticket } else { nil }
    }
  }

  @Test("viewers of one size share a stream with those alone that show pictures as they do")
  func streams() throws {
    var daemon = try Self.daemon()
    var clients = (1...4).map { Client(seed: $0) }
    let joined = try [true, false, true, false].enumerated().map { index, showsPictures in
      try Self.join(&daemon, &clients[index], showsPictures: showsPictures)
    }
    let topics = joined.map(\.attached.streamTopic)
    #expect(topics[0] == topics[2] && topics[1] == topics[3] && topics[0] != topics[1])
    let names = joined.map { $0.scene.containers.flatMap(\.pictures).map(\.id) }
    let first = try Self.id("1")
    #expect(names == [[first], [], [first], []])
    #expect(HashedScene(joined[0].scene).hash == HashedScene(joined[1].scene).hash)
    // An update names those of the next page.
    let session = SessionReference.name("talk")
    daemon.send(clients[0].command(.forward, in: session))
    let updates = try daemon.turn().updates
    #expect(updates.count == 2 && updates[0].hash == updates[1].hash)
  }

  @Test("at the limit of sizes, a viewer gets the layout of its size that there is")
  func limit() throws {
    for showsPictures in [true, false] {
      var daemon = try Self.daemon()
      daemon.limits.streamsPerSession = 1
      var (one, other) = (Client(seed: 1), Client(seed: 2))
      let first = try Self.join(&daemon, &one, showsPictures: showsPictures)
      let second = try Self.join(&daemon, &other, showsPictures: !showsPictures)
      #expect(first.attached.streamTopic == second.attached.streamTopic)
    }
  }

  @Test("a part is answered when the worker has made it; a failure has its reason")
  func parts() throws {
    var daemon = try Self.daemon()
    var client = Client(seed: 1)
    _ = try Self.join(&daemon, &client, showsPictures: true)
    daemon.send(client.read(try Self.request("1", part: 1)))
    let turn = try daemon.turn()
    #expect(turn.replies.isEmpty)
    let ticket = try #require(Self.works(turn).first)
    let bytes = [UInt8](repeating: 7, count: PictureCopy.partBytes + 1)
    let part = try #require(Reply.PicturePart(1, of: bytes, hash: 5))
    #expect(part == Reply.PicturePart(part: 1, count: 2, bytes: [7], hash: 5))
    #expect(Reply.PicturePart(2, of: bytes, hash: 5) == nil)
    daemon.receive(.pictureMade(ticket: ticket, .success(part)))
    #expect(try daemon.turn().replies.map(\.body) == [.picture(part)])
    daemon.send(client.read(try Self.request("1")))
    let other = try #require(Self.works(daemon.turn()).first)
    daemon.receive(.pictureMade(ticket: other, .failure(ContentFailure("it is gone"))))
    #expect(try daemon.turn().replies.map(\.body.code) == [.noSuchInput])
    // An answer that nobody waits for any more.
    daemon.receive(.pictureMade(ticket: other, .success(part)))
    #expect(try daemon.turn().replies.isEmpty)
  }

  @Test("only what a page names to a viewer is made, and so many at a time")
  func refusals() throws {
    var daemon = try Self.daemon()
    var (client, blocks) = (Client(seed: 1), Client(seed: 2))
    _ = try Self.join(&daemon, &blocks, showsPictures: false)
    #expect(try daemon.ask(client.read(try Self.request("1"))).code == .noSuchInput)
    _ = try Self.join(&daemon, &client, showsPictures: true)
    for (digit, session, code) in [
      ("2", "talk", Reply.Failure.Code.noSuchInput), ("1", "other", .noSuchInput),
      ("1", "nowhere", .noSuchSession),
    ] {
      let answer = try daemon.ask(client.read(try Self.request(digit, in: session)))
      #expect(answer.code == code, "\(digit) in \(session)")
    }
    for _ in 0..<DaemonLimits.pictures { daemon.send(client.read(try Self.request("1"))) }
    let tickets = Self.works(try daemon.turn())
    #expect(tickets.count == DaemonLimits.pictures)
    #expect(try daemon.ask(client.read(try Self.request("1"))).code == .retry)
    let failure = ContentFailure("too much", .limit)
    daemon.receive(.pictureMade(ticket: tickets[0], .failure(failure)))
    #expect(try daemon.turn().replies.map(\.body.code) == [.limitReached])
    daemon.send(client.read(try Self.request("1")))
    #expect(Self.works(try daemon.turn()).count == 1)
  }
}
