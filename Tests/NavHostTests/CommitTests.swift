import NavBase
import NavDaemon
import NavScene
import NavTestKit
import NavWire
import Testing

@testable import NavHost

@Suite("A store that answers later (Sources/README.md, decision 6)")
struct CommitTests {
  /// A daemon with the sessions `talk` and `other`, and a commit in flight: that of a step by the viewer of `talk`.
  private struct Room: ~Copyable {
    var daemon: SteppedDaemon
    var viewer: Client
    var guest = Client(seed: 2)
    let attached: Reply.Attached
    var replica: Replica
    let forward: Request

    init() throws {
      var daemon = try SteppedDaemon("talk")
      try daemon.open("other")
      var viewer = Client(seed: 1)
      let joined = try daemon.join(&viewer, to: "talk")
      daemon.pass(.seconds(1))
      _ = try daemon.turn()
      daemon.storesLater = true
      let forward = viewer.command(.forward, in: .name("talk"), viewer: joined.attached.viewer)
      daemon.send(forward)
      let turn = try daemon.turn()
      #expect(turn.replies.isEmpty && turn.updates.isEmpty)
      #expect(daemon.inFlight?.replies.count == 1)
      self.daemon = daemon
      self.viewer = viewer
      self.forward = forward
      (attached, replica) = joined
    }

    /// Sends a request of the guest in a turn of its own, and returns the answer; nil for none.
    mutating func ask(_ body: Request.Body) throws -> Reply.Body? {
      let request = guest.request(body)
      daemon.send(request)
      return try daemon.turn().replies.first { $0.client == guest.id && $0.id == request.id }?.body
    }

    /// Ends the commit in flight, and returns the turn that follows.
    mutating func land() throws -> SteppedDaemon.Turn {
      daemon.land()
      return try daemon.turn()
    }

    /// The names of the sessions that are live for others.
    mutating func names() throws -> [String] {
      var reader = Client(seed: 9)
      daemon.send(reader.read(.listSessions))
      return try #require(try daemon.turn().replies.last).body.sessions
        .filter { $0.title != "is being read" }.map(\.name)
    }

    mutating func version(of session: String) throws -> UInt64? {
      try ask(.getStatus(.name(session)))?.status.session.version
    }
  }

  @Test("what is stored is published and answered in this order, once")
  func order() throws {
    var room = try Room()
    let turn = try room.land()
    let kinds = turn.events.map { event in
      switch event {
      case .published(let topic, .update(let update)) where topic == room.attached.streamTopic:
        "update \(update.version)"
      case .replied(_, let reply): "reply \(reply.body.acceptedVersion ?? 0)"
      case .published, .requested: "other"
      }
    }
    #expect(kinds == ["update 1", "reply 1"])
    #expect(try room.daemon.turn().events.isEmpty)
    #expect(room.daemon.inFlight == nil)
  }

  /// Requests of others that are answered while a commit is in flight.
  private static let reads: [Request.Body] = [
    .listSessions, .getStatus(.name("talk")), .getStatus(.name("other")),
    .listViewers(.name("talk")), .takeSnapshot(.name("talk"), CellSize(columns: 90, rows: 20)),
    .outline(.name("talk"), .standardTerminal), .page(.name("talk"), fromLine: 0),
    .attach(Request.Attach(session: "talk", viewport: .standardTerminal, content: nil)),
    .attach(
      Request.Attach(session: "talk", viewport: CellSize(columns: 90, rows: 20), content: nil)
    ),
  ]

  @Test("reads and joins go on, and see nothing that is not stored", arguments: reads.indices)
  func reading(index: Int) throws {
    var room = try Room()
    let answer = try #require(try room.ask(Self.reads[index]))
    switch answer {
    case .sessions(let sessions): #expect(sessions.map(\.version) == [0, 0])
    case .status(let status): #expect(status.session.version == 0)
    case .snapshot(_, let version, _, _): #expect(version == 0)
    case .outline(let outline): #expect(outline.version == 0)
    case .page(let page): #expect(page.version == 0)
    case .viewers, .attached: break
    default: Issue.record("\(answer)")
    }
    let turn = try room.land()
    #expect(turn.replies.map(\.body) == [.accepted(version: 1)])
    #expect(try room.version(of: "talk") == 1)
  }

  /// Operations of others that wait for the commit in flight.
  private static let operations: [Request.Body] = [
    input(in: "talk"), input(in: "other"),
    .renameSession(.name("other"), to: "another"), .killSession(.name("other")),
    .killSession(.name("talk")),
    .control(Request.Control(session: .name("talk"), .policy(.locked))),
    .talk(Request.Talk(session: .name("talk"), .startTimer)),
  ]

  private static func input(in session: String) -> Request.Body {
    .input(
      Request.Input(
        session: .name(session),
        viewer: nil,
        viewport: nil,
        action: .command(.forward)
      )
    )
  }

  @Test(
    "operations wait, also those in other sessions, and are the next commit",
    arguments: operations.indices
  )
  func operating(index: Int) throws {
    var room = try Room()
    #expect(try room.ask(Self.operations[index]) == nil)
    #expect(room.daemon.stored.isEmpty)
    #expect(room.daemon.nextWake.map { $0 > room.daemon.now } != false)
    var turn = try room.land()
    #expect(turn.replies.map(\.body) == [.accepted(version: 1)])
    #expect(room.daemon.inFlight?.replies.count == 1)
    #expect(turn.published.allSatisfy { if case .bye = $0.message { false } else { true } })
    #expect(turn.closed.isEmpty)
    // Nobody sees it yet, and no request overtakes an earlier one of its connection.
    #expect(try room.ask(.listSessions) == nil)
    var reader = Client(seed: 9)
    room.daemon.send(reader.read(.listSessions))
    let seen = try #require(try room.daemon.turn().replies.first).body.sessions
    #expect(seen.map(\.name) == ["other", "talk"])
    #expect(seen.map(\.version) == [0, 1])
    turn = try room.land()
    #expect(turn.replies.map(\.body.code) == [nil, nil])
    #expect(turn.replies.first?.seq == 1)
  }

  @Test("all that comes during a commit is one commit, and one update")
  func groupCommit() throws {
    var room = try Room()
    for seed in 10..<15 {
      var client = Client(seed: UInt64(seed))
      room.daemon.send(client.command(.forward, in: .name("talk")))
      #expect(try room.daemon.turn().replies.isEmpty)
    }
    _ = try room.land()
    #expect(room.daemon.inFlight?.replies.count == 5)
    let turn = try room.land()
    #expect(turn.replies.compactMap(\.body.acceptedVersion) == [2, 3, 4, 5, 6])
    #expect(turn.updates.map(\.version) == [6])
    #expect(room.daemon.inFlight == nil)
  }

  @Test("beats and presence go on, and show what is stored")
  func beats() throws {
    var room = try Room()
    for _ in 0..<9 {
      room.daemon.pass(.seconds(1))
      room.daemon.send(room.viewer.read(.alive(viewer: room.attached.viewer)))
      let beats = try room.daemon.turn().messages(on: room.attached.streamTopic)
      #expect(beats.contains { if case .beat(let beat) = $0 { beat.version == 0 } else { false } })
    }
    #expect(room.daemon.viewerCount == 1)
  }

  @Test("a viewer that joins during a commit follows what it stores", arguments: [80, 90])
  func join(columns: Int) throws {
    var room = try Room()
    let joined = try room.daemon.join(&room.guest, to: "talk", columns, 24)
    let attached = joined.attached
    var replica = joined.replica
    #expect(replica.version == 0)
    room.daemon.land()
    for _ in 0..<2 {
      for case .update(let update) in try room.daemon.turn().messages(on: attached.streamTopic) {
        #expect(replica.receive(update, now: room.daemon.now) == .applied)
      }
      room.daemon.pass(.seconds(5))
    }
    #expect(replica.version == 1)
    var late = try room.daemon.join(&room.guest, to: "talk", columns, 24).replica
    #expect(try replica.scene(at: room.daemon.now).digest == late.scene(at: room.daemon.now).digest)
  }

  @Test("moves of a pan wait in a session that the commit changes, and go on in others")
  func pans() throws {
    var room = try Room()
    let scene = try room.replica.scene(at: room.daemon.now)
    let page = try #require(scene.focus)
    var (here, there) = (Client(seed: 3), Client(seed: 4))
    let joined = [
      try room.daemon.join(&here, to: "talk").attached,
      try room.daemon.join(&there, to: "other").attached,
    ]
    for (client, attached) in zip([here, there], joined) {
      var client = client
      let pan = Pan(gesture: 1, container: page, axis: .horizontal, translation: -10)
      let move = Request.PanMove(session: .id(attached.session), viewer: attached.viewer, pan)
      room.daemon.send(client.read(.pan(move)))
    }
    _ = try room.daemon.turn()
    #expect(room.daemon.panOwners == [joined[1].viewer])
    #expect(room.daemon.core.gate.queue.count == 1)
    // The second commit stores that viewers have come.
    for _ in 0..<2 { _ = try room.land() }
    #expect(room.daemon.core.gate.queue.isEmpty)
  }

  @Test("after 10 s operations are refused for the time being, and happen once in the end")
  func silence() throws {
    var room = try Room()
    let next = room.guest.command(.forward, in: .name("talk"))
    room.daemon.send(next)
    _ = try room.daemon.turn()
    #expect(room.daemon.nextWake.map { $0 <= room.daemon.now + .seconds(10) } == true)
    room.daemon.pass(.seconds(10))
    for _ in 0..<3 {
      // At once from the second time on.
      #expect(try room.daemon.turn().replies.map(\.body.code) == [.slowDown, .slowDown])
      room.daemon.send(room.forward)
      room.daemon.send(next)
    }
    _ = try room.daemon.turn()
    #expect(try room.land().replies.map(\.body) == [.accepted(version: 1)])
    room.daemon.send(room.forward)
    room.daemon.send(next)
    #expect(try room.daemon.turn().replies.map(\.body) == [.accepted(version: 1)])
    // The commit before stores that the viewer has been silent for too long.
    let last = try (0..<2).flatMap { _ in try room.land().replies.map(\.body) }
    #expect(last == [.accepted(version: 2)])
    #expect(try room.version(of: "talk") == 2)
  }

  @Test(
    "an operation happens once, whether its commit was stored before the daemon ended or not",
    arguments: [true, false]
  )
  func crash(isStored: Bool) throws {
    var room = try Room()
    room.daemon.storeFlight(isStored ? .stored : .refused)
    room.daemon.restart()
    _ = try room.daemon.finishRestoring()
    if room.daemon.inFlight != nil { _ = try room.land() }
    room.daemon.send(room.forward)
    var replies = try room.daemon.turn().replies
    if !isStored { replies += try room.land().replies }
    #expect(replies.map(\.body) == [.accepted(version: 1)])
  }

  @Test("a session begins, gets its name and ends when that is stored")
  func life() throws {
    var room = try Room()
    _ = try room.land()
    room.daemon.send(room.guest.operation(.newSession(name: "new", .deck(path: "/new.md"))))
    let load = try #require(try room.daemon.turn().loads.first)
    room.daemon.finishLoading(load.ticket, .success(.deck(SteppedDaemon.pages)))
    _ = try room.daemon.turn()
    #expect(room.daemon.inFlight?.heads.map(\.name) == ["new"])
    #expect(try room.names() == ["other", "talk"])
    #expect(try room.land().replies.map(\.body) == [.done])
    #expect(try room.names() == ["new", "other", "talk"])
    #expect(try room.ask(.renameSession(.name("talk"), to: "speech")) == nil)
    #expect(try room.names() == ["new", "other", "talk"])
    #expect(try room.land().updates.map(\.version) == [2])
    #expect(try room.names() == ["new", "other", "speech"])
    #expect(try room.ask(.killSession(.name("speech"))) == nil)
    #expect(try room.names() == ["new", "other", "speech"])
    let turn = try room.land()
    #expect(turn.messages(on: room.attached.streamTopic).count == 1)
    #expect(turn.closed == [room.attached.session])
    #expect(try room.names() == ["new", "other"])
  }
}
