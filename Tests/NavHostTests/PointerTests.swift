import NavBase
import NavScene
import NavTestKit
import NavWire
import Testing

@testable import NavHost

@Suite("Pointers and marks (proto/README.md: Pointers)")
struct PointerTests {
  private struct Room: ~Copyable {
    var daemon = SteppedDaemon()
    private var clients: [String: Client] = [:]
    private var viewers: [String: Reply.Attached] = [:]

    init(_ names: String...) throws {
      try daemon.open("talk")
      for name in names { try attach(name) }
    }

    mutating func attach(
      _ name: String,
      _ size: CellSize = .standardTerminal,
      isReadOnly: Bool = false,
      view: ViewChoice = .shared
    ) throws {
      var client = clients[name] ?? Client(seed: name.utf8.reduce(7) { $0 &* 31 &+ UInt64($1) })
      let attach = Request.Attach(
        session: "talk",
        viewport: size,
        name: ViewerName(name),
        isReadOnly: isReadOnly,
        view: view
      )
      let attached = try daemon.ask(client.read(.attach(attach))).attached
      (clients[name], viewers[name]) = (client, attached)
      daemon.subscribe(to: attached.streamTopic)
      _ = try daemon.turn()
    }

    mutating func perform(
      _ body: (Client, Reply.Attached) -> Request.Body,
      by name: String
    ) throws
      -> Reply.Body?
    {
      var client = try #require(clients[name])
      let viewer = try #require(viewers[name])
      let request = client.read(body(client, viewer))
      clients[name] = client
      daemon.send(request)
      return try daemon.turn().replies.first { $0.id == request.id }?.body
    }

    /// Points, and returns why that is refused.
    mutating func point(
      _ kind: Request.Point.Kind,
      by name: String,
      epoch: UInt64? = nil
    ) throws
      -> Reply.Failure.Code?
    {
      let body = try perform(
        { _, viewer in
          .point(
            Request.Point(
              session: .name("talk"),
              viewer: viewer.viewer,
              kind,
              epoch: epoch ?? viewer.epoch
            )
          )
        },
        by: name
      )
      guard let body else { return nil }
      let failure = try #require(body.failure)
      #expect(!failure.text.isEmpty)
      return failure.code
    }

    /// Points, and returns the answer; nil without one.
    mutating func answer(toShowing row: Int, by name: String) throws -> Reply.Body? {
      let place = try self.place(row, 2, by: name)
      return try perform(
        { _, viewer in
          .point(
            Request.Point(
              session: .name("talk"),
              viewer: viewer.viewer,
              .show(place),
              epoch: viewer.epoch
            )
          )
        },
        by: name
      )
    }

    mutating func show(_ row: Int, _ column: Int = 2, by name: String) throws -> Reply.Failure.Code?
    {
      try point(.show(place(row, column, by: name)), by: name)
    }

    mutating func mark(
      _ row: Int,
      isWord: Bool = false,
      by name: String
    ) throws -> Reply.Failure.Code? {
      let place = try self.place(row, 2, by: name)
      return try point(isWord ? .markWord(place) : .mark(place), by: name)
    }

    private mutating func place(
      _ row: Int,
      _ column: Int,
      by name: String
    ) throws
      -> Request.Point.Place
    {
      let page = try #require(scene(of: name).containers.first { $0.kind == .page })
      return Request.Point.Place(page: page.id, row: row, column: column)
    }

    mutating func operate(_ body: Request.Body, by name: String) throws {
      var client = try #require(clients[name])
      _ = try daemon.ask(client.operation(body))
      clients[name] = client
    }

    mutating func turnPage(by name: String) throws {
      let viewer = viewers[name]?.viewer
      try operate(
        .input(Request.Input(session: .name("talk"), viewer: viewer, action: .command(.forward))),
        by: name
      )
    }

    mutating func set(_ policy: ControlPolicy, by name: String) throws {
      let viewer = viewers[name]?.viewer
      try operate(
        .control(Request.Control(session: .name("talk"), viewer: viewer, .policy(policy))),
        by: name
      )
    }

    mutating func leave(_ name: String) throws {
      _ = try perform({ _, viewer in .leave(viewer: viewer.viewer) }, by: name)
    }

    /// The scene of a viewer.
    mutating func scene(of name: String, _ size: CellSize = .standardTerminal) throws -> Scene {
      let body = try perform({ _, _ in .takeSnapshot(.name("talk"), size) }, by: name)
      guard case .snapshot(_, _, let scene, _)? = body else {
        throw SteppedDaemon.Refused(body: .done)
      }
      return scene
    }

    mutating func pointers(_ name: String) throws -> [String] {
      try scene(of: name).containers.filter { $0.kind == .pointer }
        .map { "\($0.title) \($0.selection ?? -1) at \($0.frame.x),\($0.frame.y)" }
    }

    mutating func marked(_ name: String) throws -> String? {
      try scene(of: name)[.mark]?.title
    }
  }

  @Test("a pointer is on the same character in every size, and carries name and colour")
  func sizes() throws {
    var room = try Room("ada")
    try room.attach("bob", CellSize(columns: 40, rows: 12))
    #expect(try room.show(2, 3, by: "ada") == nil)
    for (size, name) in [
      (CellSize.standardTerminal, "ada"), (CellSize(columns: 40, rows: 12), "bob"),
      (CellSize(columns: 200, rows: 60), "ada"),
    ] {
      let scene = try room.scene(of: name, size)
      let pointer = try #require(scene[.pointer(0)])
      let page = try #require(pointer.parent.flatMap { scene[$0] })
      #expect(pointer.kind == .pointer && pointer.title == "ada" && pointer.selection == 0)
      #expect(pointer.frame.width == 1 && pointer.frame.y == page.content.y + 2)
      let row = try #require(page.rows[2])
      // The rows are " 1.1" and so on.
      let column = pointer.frame.x - page.content.x
      let cluster = try #require(row.clusters.first { $0.columns.lowerBound == column })
      let text = Array(row.text.utf8)[cluster.bytes]
      #expect(String(decoding: text, as: UTF8.self) == "3")
    }
  }

  @Test("who points at a row that a smaller screen does not show is told so")
  func outOfSight() throws {
    var room = try Room("ada")
    try room.attach("bob", CellSize(columns: 40, rows: 3))
    #expect(try room.answer(toShowing: 0, by: "ada") == nil)
    guard case .accepted(_, .notSeenByAll?)? = try room.answer(toShowing: 3, by: "ada") else {
      Issue.record("not told")
      return
    }
    try room.leave("bob")
    #expect(try room.answer(toShowing: 3, by: "ada") == nil)
  }

  @Test("two viewers have two colours, which stay theirs; a hidden pointer is gone")
  func colors() throws {
    var room = try Room("ada", "bob")
    #expect(try room.show(0, by: "ada") == nil)
    #expect(try room.show(1, by: "bob") == nil)
    #expect(try room.pointers("ada").map { $0.prefix(5) } == ["ada 0", "bob 1"])
    #expect(try room.point(.hide, by: "ada") == nil)
    #expect(try room.pointers("ada").map { $0.prefix(5) } == ["bob 1"])
    #expect(try room.show(0, by: "ada") == nil)
    #expect(try room.pointers("ada").map { $0.prefix(5) } == ["ada 0", "bob 1"])
  }

  @Test("a pointer is gone 3 s after its last move, and the daemon wakes up for that")
  func expiry() throws {
    var room = try Room("ada")
    _ = try room.show(0, by: "ada")
    room.daemon.pass(.milliseconds(2_900))
    _ = try room.show(1, by: "ada")
    room.daemon.pass(.milliseconds(2_900))
    #expect(try room.pointers("ada").count == 1)
    let (wake, now) = (room.daemon.nextWake, room.daemon.now)
    #expect(wake.map { $0 <= now + .milliseconds(100) } == true)
    room.daemon.pass(.milliseconds(100))
    let turn = try room.daemon.turn()
    #expect(!turn.updates.isEmpty)
    #expect(try room.pointers("ada").isEmpty)
  }

  @Test("of moves within 50 ms the newest is shown when they are over")
  func rate() throws {
    var room = try Room("ada")
    _ = try room.show(0, by: "ada")
    let first = try room.pointers("ada")
    _ = try room.show(1, by: "ada")
    _ = try room.show(2, by: "ada")
    #expect(try room.pointers("ada") == first)
    room.daemon.pass(.milliseconds(50))
    _ = try room.daemon.turn()
    let last = try room.pointers("ada")
    #expect(last != first)
    room.daemon.pass(.milliseconds(50))
    _ = try room.show(2, by: "ada")
    #expect(try room.pointers("ada") == last)
  }

  @Test(
    "who may point: by default who may move the session",
    arguments: [
      (PointerRule.driver, ControlPolicy.open, [nil, nil, .notPermitted]),
      (.driver, .request, [nil, .notPermitted, .notPermitted]),
      (.all, .locked, [nil, nil, .notPermitted]),
      (.nobody, .open, [.notPermitted, .notPermitted, .notPermitted]),
    ] as [(PointerRule, ControlPolicy, [Reply.Failure.Code?])]
  )
  func permission(
    rule: PointerRule,
    policy: ControlPolicy,
    expected: [Reply.Failure.Code?]
  ) throws {
    var room = try Room("ada", "bob")
    try room.attach("eve", isReadOnly: true)
    try room.set(policy, by: "ada")
    room.daemon.control.pointers = rule
    for (name, code) in zip(["ada", "bob", "eve"], expected) {
      #expect(try room.show(0, by: name) == code, "\(name)")
      #expect(try room.mark(0, by: name) == code, "\(name)")
      #expect(try room.mark(0, isWord: true, by: name) == code, "\(name)")
      #expect(try room.point(.hide, by: name) == nil)
    }
  }

  @Test("at most 16 point; the 17th is refused until one of them has ended")
  func limit() throws {
    var room = try Room("v0")
    for number in 1...16 { try room.attach("v\(number)") }
    for number in 0..<16 { #expect(try room.show(0, by: "v\(number)") == nil) }
    #expect(try room.show(0, by: "v16") == .limitReached)
    #expect(try room.pointers("v0").count == 16)
    _ = try room.point(.hide, by: "v3")
    #expect(try room.show(0, by: "v16") == nil)
    #expect(try room.pointers("v0").count == 16)
  }

  @Test("what a viewer points at is gone with it")
  func leaving() throws {
    var room = try Room("ada", "bob")
    _ = try room.show(0, by: "ada")
    _ = try room.mark(1, by: "ada")
    _ = try room.show(0, by: "bob")
    try room.leave("ada")
    #expect(try room.pointers("bob").map { $0.prefix(3) } == ["bob"])
    #expect(try room.marked("bob") == nil)
  }

  @Test("a mark has the line's text; the same line again takes it away, another one has it instead")
  func mark() throws {
    var room = try Room("ada")
    _ = try room.mark(1, by: "ada")
    #expect(try room.marked("ada") == "1.2")
    _ = try room.mark(2, by: "ada")
    #expect(try room.marked("ada") == "1.3")
    _ = try room.mark(2, by: "ada")
    #expect(try room.marked("ada") == nil)
    _ = try room.mark(2, by: "ada")
    room.daemon.pass(.seconds(5))
    #expect(try room.marked("ada") == "1.3")
    // The word is another mark, with its columns.
    _ = try room.mark(2, isWord: true, by: "ada")
    #expect(try room.scene(of: "ada")[.mark]?.markLength != 0)
    _ = try room.mark(2, isWord: true, by: "ada")
    #expect(try room.marked("ada") == nil)
    _ = try room.mark(2, by: "ada")
    _ = try room.point(.unmark, by: "ada")
    #expect(try room.marked("ada") == nil)
  }

  @Test("a mark ends with the page in front")
  func turning() throws {
    var room = try Room("ada")
    _ = try room.mark(1, by: "ada")
    try room.turnPage(by: "ada")
    room.daemon.pass(.seconds(2))
    #expect(try room.marked("ada") == nil)
    // Nor is it there again.
    let back = Request.Input(session: .name("talk"), action: .command(.back))
    try room.operate(.input(back), by: "ada")
    room.daemon.pass(.seconds(2))
    #expect(try room.marked("ada") == nil)
  }

  @Test("a pointer in a private view is shown there alone, whatever the policy is")
  func privateView() throws {
    var room = try Room("ada", "bob")
    try room.set(.locked, by: "ada")
    try room.attach("bob", view: .own(0))
    #expect(try room.show(0, by: "bob") == nil)
    #expect(try room.pointers("bob").count == 1)
    #expect(try room.pointers("ada").isEmpty)
    #expect(try room.show(1, by: "ada") == nil)
    #expect(try room.pointers("bob").map { $0.prefix(3) } == ["bob"])
  }

  @Test("a page that is gone, and a scene of another epoch, are refused")
  func stale() throws {
    var room = try Room("ada")
    let nowhere = Request.Point.Place(page: ContainerID(rawValue: 999), row: 0, column: 0)
    #expect(try room.point(.show(nowhere), by: "ada") == .rejected)
    #expect(try room.point(.mark(nowhere), by: "ada") == .rejected)
    #expect(try room.point(.unmark, by: "ada", epoch: 1) == .staleView)
  }

  @Test("pointers are not stored, and do not count as operations")
  func passing() throws {
    var room = try Room("ada")
    let before = room.daemon.places
    _ = try room.show(0, by: "ada")
    _ = try room.mark(0, by: "ada")
    let (isStored, places) = (!room.daemon.stored.isEmpty, room.daemon.places)
    #expect(!isStored && places == before)
    let body = try room.perform({ _, _ in .getStatus(.name("talk")) }, by: "ada")
    let status = try #require(body).status
    #expect(status.session.version == 0)
  }
}
