import NavBase
import NavHost
import NavScene
import NavTestKit
import NavWire
import Testing

@Suite("The layout size of a viewer (proto/README.md: Streams and topics; Limits)")
struct FitTests {
  private typealias Fit = Request.Attach.Fit

  /// A joined viewer.
  private struct Guest {
    var client: Client
    let fit: Fit
    var attached: Reply.Attached
  }

  /// Attaches a client to a session and subscribes it to its stream.
  private static func place(
    _ client: inout Client,
    _ fit: Fit,
    _ size: CellSize,
    in daemon: inout SteppedDaemon
  ) throws -> Reply.Attached {
    let attach = Request.Attach(session: "talk", viewport: size, fit: fit)
    let body = try daemon.ask(client.read(.attach(attach)))
    let attached = try body.attached
    daemon.subscribe(to: attached.streamTopic)
    daemon.subscribe(to: attached.readyTopic)
    let served = try daemon.turn().messages(on: attached.readyTopic)
    guard case .snapshot(let snapshot)? = served.first else {
      throw SteppedDaemon.Refused(body: body)
    }
    try demand(snapshot.scene.viewport == attached.viewport)
    return attached
  }

  private static func guest(
    _ seed: Int,
    _ fit: Fit,
    _ size: CellSize,
    in daemon: inout SteppedDaemon
  ) throws -> Guest {
    var client = Client(seed: UInt64(seed))
    let attached = try place(&client, fit, size, in: &daemon)
    // Viewers are ordered by their time of arrival.
    daemon.pass(.milliseconds(1))
    return Guest(client: client, fit: fit, attached: attached)
  }

  /// Returns the viewers that a message on a topic asks to attach again.
  private static func moves(_ turn: SteppedDaemon.Turn, on topic: [UInt8]) -> [UInt64] {
    turn.messages(on: topic).flatMap { message in
      if case .beat(let beat) = message { beat.moves } else { [] as [UInt64] }
    }
  }

  private static func size(_ text: String) throws -> CellSize { try #require(CellSize(text)) }

  // MARK: The reference

  private struct Case: CustomTestStringConvertible {
    /// The other viewers in the order of arrival: a size, with the prefix `l` for letterboxed and `e` for old clients.
    let others: [String]
    let own: String
    let layout: String

    init(_ others: [String], _ own: String, _ layout: String) {
      self.others = others
      self.own = own
      self.layout = layout
    }

    var testDescription: String { "\(own) beside \(others): \(layout)" }
  }

  private static let cases = [
    Case([], "200x60", "200x60"),
    Case(["80x24"], "200x60", "80x24"),
    Case(["e80x24"], "200x60", "80x24"),
    // The other layout is never cut off: the own size limits it.
    Case(["200x60"], "80x24", "80x24"),
    Case(["200x20"], "80x24", "80x20"),
    Case(["60x50"], "80x24", "60x24"),
    // The first viewer's size counts.
    Case(["120x40", "80x24"], "200x60", "120x40"),
    Case(["80x24", "120x40"], "200x60", "80x24"),
    // A letterboxed viewer's size counts only if there is no other viewer.
    Case(["l100x30", "80x24"], "200x60", "80x24"),
    Case(["l100x30"], "200x60", "100x30"),
    Case(["l100x30", "l90x28"], "200x60", "100x30"),
    // A size too small for pages is raised to 10x3, unless the viewer's own is as small.
    Case(["1x1"], "200x60", "10x3"),
    Case(["9x2"], "80x24", "10x3"),
    Case(["1x1"], "5x2", "5x2"),
  ]

  @Test(
    "a letterboxed viewer gets the first viewer's size, at most its own",
    arguments: cases
  )
  private func reference(one: Case) throws {
    var daemon = try SteppedDaemon("talk")
    for (index, other) in one.others.enumerated() {
      let fit: Fit = other.hasPrefix("l") ? .letterbox : other.hasPrefix("e") ? .exact : .relayout
      let size = try Self.size(String(other.drop { $0.isLetter && $0 != "x" }))
      _ = try Self.guest(index + 1, fit, size, in: &daemon)
    }
    var own = try Self.guest(99, .letterbox, Self.size(one.own), in: &daemon)
    #expect(own.attached.viewport == (try Self.size(one.layout)))
    let list = try daemon.ask(own.client.read(.listViewers(.name("talk")))).viewers
    #expect(list.last?.layout == (try Self.size(one.layout)))
    #expect(list.last?.viewport == (try Self.size(one.own)))
    // The size does not change afterwards.
    for _ in 0..<3 {
      daemon.pass(.seconds(1))
      #expect(try Self.moves(daemon.turn(), on: own.attached.streamTopic).isEmpty)
    }
  }

  @Test("a command that depends on a layout applies to the layout that its viewer shows")
  func meaning() throws {
    func scroll(_ fit: Fit, _ size: String) throws -> String {
      var daemon = try SteppedDaemon("talk")
      _ = try Self.guest(1, .relayout, Self.size("80x24"), in: &daemon)
      var own = try Self.guest(2, fit, Self.size(size), in: &daemon)
      for command in [SessionCommand.goTo(3), .screenDown] {
        let viewer = own.attached.viewer
        _ = try daemon.ask(own.client.command(command, in: .name("talk"), viewer: viewer))
      }
      let body = try daemon.ask(
        own.client.read(.takeSnapshot(.name("talk"), Self.size("80x24")))
      )
      guard case .snapshot(_, _, let scene, _) = body else {
        throw SteppedDaemon.Refused(body: body)
      }
      return scene.outline
    }
    let small = try scroll(.relayout, "80x24")
    #expect(try scroll(.letterbox, "200x60") == small)
    #expect(try scroll(.relayout, "200x60") != small)
  }

  // MARK: Moves

  @Test("a viewer sized after another one must move when that one resizes or leaves")
  func moves() throws {
    var daemon = try SteppedDaemon("talk")
    var first = try Self.guest(1, .relayout, Self.size("80x24"), in: &daemon)
    var second = try Self.guest(2, .relayout, Self.size("100x30"), in: &daemon)
    var own = try Self.guest(3, .letterbox, Self.size("200x60"), in: &daemon)
    let viewer = own.attached.viewer
    // The first viewer resizes.
    var topic = own.attached.streamTopic
    let attach = Request.Attach(session: "talk", viewport: try Self.size("90x28"), fit: .relayout)
    daemon.send(first.client.read(.attach(attach)))
    #expect(try Self.moves(daemon.turn(), on: topic) == [viewer])
    #expect(try Self.moves(daemon.turn(), on: topic).isEmpty)
    for _ in 0..<2 {
      daemon.pass(.seconds(1))
      daemon.send(own.client.read(.alive(viewer: viewer)))
      daemon.send(second.client.read(.alive(viewer: second.attached.viewer)))
      daemon.send(first.client.read(.alive(viewer: first.attached.viewer)))
      #expect(try Self.moves(daemon.turn(), on: topic) == [viewer])
    }
    own.attached = try Self.place(&own.client, .letterbox, Self.size("200x60"), in: &daemon)
    #expect(own.attached.viewer == viewer)
    #expect(own.attached.viewport == (try Self.size("90x28")))
    daemon.pass(.seconds(1))
    topic = own.attached.streamTopic
    #expect(try Self.moves(daemon.turn(), on: topic).isEmpty)
    // The first viewer leaves.
    daemon.send(first.client.read(.leave(viewer: first.attached.viewer)))
    #expect(try Self.moves(daemon.turn(), on: topic) == [viewer])
    own.attached = try Self.place(&own.client, .letterbox, Self.size("200x60"), in: &daemon)
    #expect(own.attached.viewport == (try Self.size("100x30")))
    // The last other viewer leaves.
    daemon.send(second.client.read(.leave(viewer: second.attached.viewer)))
    #expect(try Self.moves(daemon.turn(), on: own.attached.streamTopic) == [viewer])
    own.attached = try Self.place(&own.client, .letterbox, Self.size("200x60"), in: &daemon)
    #expect(own.attached.viewport == (try Self.size("200x60")))
  }

  @Test("one message moves 256 viewers, and the next one the rest", arguments: [256, 257])
  func manyMoves(count: Int) throws {
    #expect(DaemonLimits.movesPerBeat == 256)
    var daemon = try SteppedDaemon("talk")
    var first = try Self.guest(1, .relayout, Self.size("80x24"), in: &daemon)
    var guests: [Guest] = []
    for number in 0..<count {
      guests.append(try Self.guest(10 + number, .letterbox, Self.size("200x60"), in: &daemon))
    }
    let topic = guests[0].attached.streamTopic
    daemon.send(first.client.read(.leave(viewer: first.attached.viewer)))
    let told = try Self.moves(daemon.turn(), on: topic)
    // The first of the letterboxed viewers now has its own size, and the others are sized after it.
    #expect(told == guests.prefix(256).map(\.attached.viewer))
    // No viewer is asked twice at the same time, whatever else happens.
    var late = Client(seed: 5_000)
    let attach = Request.Attach(session: "talk", viewport: try Self.size("200x60"), fit: .letterbox)
    daemon.send(late.read(.attach(attach)))
    let more = guests.dropFirst(256).map(\.attached.viewer)
    #expect(try Self.moves(daemon.turn(), on: topic) == Array(more))
    for index in guests.indices where told.contains(guests[index].attached.viewer) {
      let size = try Self.size("200x60")
      guests[index].attached = try Self.place(
        &guests[index].client,
        .letterbox,
        size,
        in: &daemon
      )
      #expect(guests[index].attached.viewport == size)
    }
    daemon.pass(.seconds(1))
    #expect(try Self.moves(daemon.turn(), on: topic) == Array(more))
  }

  // MARK: Too many sizes

  @Test("at the limit of sizes a viewer gets the nearest smaller size until a stream is free")
  func limit() throws {
    var daemon = SteppedDaemon()
    daemon.limits.streamsPerSession = 3
    try daemon.open("talk")
    var guests: [Guest] = []
    for (index, size) in ["80x24", "70x40", "120x20"].enumerated() {
      guests.append(try Self.guest(index + 1, .relayout, Self.size(size), in: &daemon))
    }
    // The largest size that fits; old clients can't show it, and no size fits the smallest viewer.
    for (own, layout) in [("200x60", "70x40"), ("119x30", "80x24"), ("79x60", "70x40")] {
      var late = try Self.guest(9, .relayout, Self.size(own), in: &daemon)
      #expect(late.attached.viewport == (try Self.size(layout)), "\(own)")
      let viewer = late.attached.viewer
      daemon.pass(.seconds(1))
      #expect(try Self.moves(daemon.turn(), on: late.attached.streamTopic).isEmpty)
      _ = try daemon.ask(late.client.read(.leave(viewer: viewer)))
    }
    var old = Client(seed: 20)
    #expect(try daemon.ask(old.attach("talk", 200, 60)).code == .limitReached)
    let tiny = Request.Attach(session: "talk", viewport: try Self.size("60x60"), fit: .relayout)
    #expect(try daemon.ask(old.read(.attach(tiny))).code == .limitReached)
    // Two viewers wait for a free stream; when one is free, one viewer is asked to move, and then gets its own size.
    var waiting = [
      try Self.guest(30, .relayout, Self.size("200x60"), in: &daemon),
      try Self.guest(31, .relayout, Self.size("199x60"), in: &daemon),
    ]
    let topic = waiting[0].attached.streamTopic
    try #require(waiting[1].attached.streamTopic == topic)
    _ = try daemon.ask(guests[0].client.read(.leave(viewer: guests[0].attached.viewer)))
    daemon.unsubscribe(from: guests[0].attached.streamTopic)
    daemon.pass(.seconds(1))
    #expect(try Self.moves(daemon.turn(), on: topic) == [waiting[0].attached.viewer])
    let size = try Self.size("200x60")
    waiting[0].attached = try Self.place(&waiting[0].client, .relayout, size, in: &daemon)
    #expect(waiting[0].attached.viewport == size)
    daemon.pass(.seconds(1))
    #expect(try Self.moves(daemon.turn(), on: topic).isEmpty)
  }

  @Test("a viewer alone in its size can change it at the limit of sizes")
  func alone() throws {
    var daemon = SteppedDaemon()
    daemon.limits.streamsPerSession = 2
    try daemon.open("talk")
    for fit in Fit.allCases {
      var first = try Self.guest(1, .exact, Self.size("80x24"), in: &daemon)
      var own = try Self.guest(2, fit, Self.size("81x24"), in: &daemon)
      if fit == .letterbox {
        _ = try daemon.ask(first.client.read(.leave(viewer: first.attached.viewer)))
      }
      for size in ["90x24", "60x20"] {
        let before = own.attached.streamTopic
        own.attached = try Self.place(&own.client, fit, Self.size(size), in: &daemon)
        #expect(own.attached.viewport == (try Self.size(size)), "\(fit)")
        daemon.unsubscribe(from: before)
      }
      _ = try daemon.ask(own.client.read(.leave(viewer: own.attached.viewer)))
      daemon.unsubscribe(from: own.attached.streamTopic)
    }
  }
}
