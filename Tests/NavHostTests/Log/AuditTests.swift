import NavBase
import NavEngine
import NavScene
import NavTestKit
import NavWire
import Testing

@testable import NavHost

@Suite("Who did what, in the log (deploy/README.md: Audit)")
struct AuditTests {
  private static let talk = SessionReference.name("talk")

  /// A room of ada, who is at the daemon's machine; eve has a key with a role, bob one without.
  private static func room(_ role: Role = .driver) throws -> ViewsRoom {
    var room = try ViewsRoom()
    room.principals = [
      "ada": .process(user: 1_000, id: 4_711), "eve": .key(.repeating(5)),
      "bob": .key(.repeating(6)),
    ]
    room.daemon.authorize([PeerKey.repeating(5): AuthorizedKeys.Grant(role: role)])
    try room.listen()
    try room.attach("ada")
    return room
  }

  /// The event and the fields of a line, as `key=value`.
  private static func words(_ entry: LogEntry) -> [String] {
    [entry.event?.rawValue ?? "-"]
      + entry.fields.map { field in
        switch field.value {
        case .text(let text): "\(field.key.rawValue)=\(text)"
        case .number(let number): "\(field.key.rawValue)=\(number)"
        }
      }
  }

  /// Compares the lines since the last comparison.
  private static func check(
    _ room: inout ViewsRoom,
    _ expected: [[String]],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let found = room.takeAudit().map(words)
    #expect(found == expected, sourceLocation: sourceLocation)
  }

  /// Changes the control of the session, which has to be accepted.
  private static func change(
    _ action: Request.Control.Action,
    by name: String,
    in room: inout ViewsRoom
  ) throws {
    let viewer = try #require(room.attached[name]).viewer
    let control = Request.Control(session: talk, viewer: viewer, action)
    let answer = try room.operate(.control(control), by: name)
    try #require(answer.isAccepted, "\(answer)")
  }

  @Test("a viewer that joins, attaches again, and leaves: one line each, none for the second")
  func presence() throws {
    var room = try Self.room()
    Self.check(
      &room,
      [
        ["viewer.joined", "session=talk", "viewer=ada", "role=owner", "user=1000", "process=4711"]
      ]
    )
    try room.attach("eve")
    try room.attach("eve", viewport: CellSize(columns: 40, rows: 12))
    let joined = room.takeAudit()
    #expect(
      joined.map(Self.words) == [
        [
          "viewer.joined", "session=talk", "viewer=eve", "role=driver",
          "key=\(PeerKey.repeating(5))",
        ]
      ]
    )
    #expect(joined.first?.message == "'eve' joins 'talk' as driver: key \(PeerKey.repeating(5))")
    let eve = try #require(room.attached["eve"]).viewer
    _ = try room.read(.leave(viewer: eve), by: "eve")
    Self.check(
      &room,
      [
        ["viewer.left", "session=talk", "viewer=eve", "key=\(PeerKey.repeating(5))", "reason=left"]
      ]
    )
    _ = try room.attach("eve", isReadOnly: true)
    let readOnly = room.takeAudit().map(Self.words)
    #expect(readOnly.first?.contains("role=viewer") == true)
    room.daemon.authorize([:])
    try room.apply(room.daemon.turn())
    Self.check(
      &room,
      [
        [
          "viewer.left", "session=talk", "viewer=eve", "key=\(PeerKey.repeating(5))",
          "reason=lost_rights",
        ]
      ]
    )
    // Nothing is heard of ada.
    try room.pass(8, alive: [])
    let silent = room.takeAudit().map(Self.words)
    #expect(silent.first?.last == "reason=silent")
  }

  @Test("control that is taken, granted, given up and passed on; a viewer that is removed")
  func control() throws {
    var room = try Self.room()
    try room.attach("eve")
    _ = room.takeAudit()
    let eve = "key=\(PeerKey.repeating(5))"
    let ada = ["user=1000", "process=4711"]
    try Self.change(.policy(.request), by: "ada", in: &room)
    Self.check(
      &room,
      [
        ["control.policy", "session=talk"] + ada + ["policy=request"],
        ["control.gained", "session=talk", "viewer=ada"] + ada + ["reason=policy"],
      ]
    )
    // To ask changes nothing yet.
    try Self.change(.request, by: "eve", in: &room)
    Self.check(&room, [])
    try Self.change(.grant(nil), by: "ada", in: &room)
    Self.check(
      &room,
      [
        ["control.lost", "session=talk", "viewer=ada"] + ada + ["reason=granted"],
        ["control.gained", "session=talk", "viewer=eve", eve, "reason=granted"],
      ]
    )
    try Self.change(.request, by: "ada", in: &room)
    try Self.change(.release, by: "eve", in: &room)
    Self.check(
      &room,
      [
        ["control.lost", "session=talk", "viewer=eve", eve, "reason=released"],
        ["control.gained", "session=talk", "viewer=ada"] + ada + ["reason=next"],
      ]
    )
    let kick = Request.Control.Action.kick(try #require(ViewerName("eve")), nil)
    try Self.change(kick, by: "ada", in: &room)
    Self.check(
      &room,
      [
        [
          "viewer.kicked", "session=talk", "viewer=eve", eve, "by=process 4711 of user 1000",
          "seconds=600",
        ],
        ["viewer.left", "session=talk", "viewer=eve", eve, "reason=kicked"],
      ]
    )
  }

  @Test("scripts of a key that take control are named by their key")
  func scripts() throws {
    var room = try Self.room(.presenter)
    try Self.change(.policy(.request), by: "ada", in: &room)
    _ = room.takeAudit()
    let control = Request.Control(session: Self.talk, .take)
    let answer = try room.operate(.control(control), by: "eve", isNew: true)
    try #require(answer.isAccepted, "\(answer)")
    let gained = room.takeAudit().filter { $0.event == .controlGained }.map(Self.words)
    let eve = "key=\(PeerKey.repeating(5))"
    #expect(
      gained == [["control.gained", "session=talk", "viewer=a script", eve, "reason=taken"]]
    )
  }

  @Test("scripts of this machine that take and lose control are named by their process")
  func localScripts() throws {
    var room = try Self.room()
    room.principals["cyd"] = .process(user: 1_001, id: 4_712)
    try Self.change(.policy(.request), by: "ada", in: &room)
    let control = Request.Control(session: Self.talk, .take)
    let answer = try room.operate(.control(control), by: "cyd", isNew: true)
    try #require(answer.isAccepted, "\(answer)")
    try Self.change(.take, by: "ada", in: &room)
    let lines = room.takeAudit().map(Self.words)
    let script = ["session=talk", "viewer=a script", "user=1001", "process=4712", "reason=taken"]
    for event in ["control.gained", "control.lost"] { #expect(lines.contains([event] + script)) }
  }

  @Test("sessions that begin, get another name, and end")
  func sessions() throws {
    var room = try Self.room()
    _ = room.takeAudit()
    let ada = ["user=1000", "process=4711"]
    let content = ContentSpec.deck(path: "/new.md")
    let early = try room.performed(.newSession(name: "new", content), by: "ada")
    #expect(early == nil)
    Self.check(&room, [])
    let load = room.lastLoad
    let ticket = try #require(load)
    room.daemon.finishLoading(ticket, .success(.deck(SteppedDaemon.pages)))
    try room.apply(room.daemon.turn())
    _ = try room.operate(.renameSession(.name("new"), to: "newer"), by: "ada")
    _ = try room.operate(.killSession(.name("newer")), by: "ada")
    let lines = room.takeAudit()
    #expect(
      lines.map(Self.words) == [
        ["session.created", "session=new"] + ada, ["session.renamed", "session=newer"] + ada,
        ["session.ended", "session=newer"] + ada,
      ]
    )
    #expect(lines[1].message.hasPrefix("session 'new' is renamed to 'newer', by process 4711"))
  }

  @Test("the viewers of a session that ends leave, each by name and with its invitation")
  func ended() throws {
    var room = try Self.room()
    let credential = try Self.invite(&room)
    room.credentials["bob"] = credential
    try room.attach("bob")
    _ = room.takeAudit()
    _ = try room.operate(.killSession(Self.talk), by: "ada")
    let ada = ["user=1000", "process=4711"]
    let bob = ["key=\(PeerKey.repeating(6))", "invitation=\(InvitationID(credential.invitation))"]
    Self.check(
      &room,
      [
        ["session.ended", "session=talk"] + ada,
        ["viewer.left", "session=talk", "viewer=ada"] + ada + ["reason=ended"],
        ["viewer.left", "session=talk", "viewer=bob"] + bob + ["reason=ended"],
      ]
    )
  }

  @Test("an invitation that is made, used and revoked; its secret is in no line")
  func invitations() throws {
    var room = try Self.room()
    _ = room.takeAudit()
    let bytes: [UInt8] = Array("0123456789abcdef".utf8)
    let token = try #require(InvitationToken(bytes))
    let terms = Request.Invitation.Terms(
      role: .driver,
      validity: .seconds(60),
      uses: 3,
      name: ViewerName("Room 3")
    )
    func request(_ action: Request.Invitation.Action) -> Request.Body {
      .invitation(Request.Invitation(session: Self.talk, action))
    }
    let list = try room.operate(request(.create(token, terms)), by: "ada").invitations
    let id = try #require(list.items.first).id
    let credential = Credential(invitation: id.number, token: token)
    room.credentials["bob"] = credential
    try room.attach("bob")
    _ = try room.operate(request(.revoke(id.number)), by: "ada")
    let lines = room.takeAudit()
    let (ada, bob) = (["user=1000", "process=4711"], "key=\(PeerKey.repeating(6))")
    let part = ["session=talk", "role=driver"]
    #expect(
      lines.map(Self.words) == [
        ["invitation.made"] + part + ada + ["invitation=\(id)", "uses=3", "count=0"],
        ["invitation.used"] + part + [bob, "invitation=\(id)", "uses=3", "count=1"],
        ["viewer.joined", "session=talk", "viewer=bob", "role=driver", bob, "invitation=\(id)"],
        [
          "viewer.left", "session=talk", "viewer=bob", bob, "invitation=\(id)",
          "reason=lost_rights",
        ],
        ["invitation.revoked"] + part + ada + ["invitation=\(id)", "uses=3", "count=1"],
      ]
    )
    for bytes in room.sent["log"] ?? [] {
      let line = String(decoding: bytes, as: UTF8.self)
      // The token itself, and as text.
      #expect(!line.contains("0123456789abcdef") && !line.contains("MDEyMzQ1Njc4OWFiY2RlZg"))
    }
  }

  /// Invites three keys to the session in the name of ada.
  private static func invite(_ room: inout ViewsRoom) throws -> Credential {
    let bytes: [UInt8] = Array("0123456789abcdef".utf8)
    let token = try #require(InvitationToken(bytes))
    let terms = Request.Invitation.Terms(role: .driver, validity: .seconds(3_600), uses: 3)
    let invitation = Request.Invitation(session: talk, .create(token, terms))
    let list = try room.operate(.invitation(invitation), by: "ada").invitations
    return Credential(invitation: try #require(list.items.first).id.number, token: token)
  }

  @Test("keys that are in by one invitation are one peer, which its id names")
  func guests() throws {
    var room = try Self.room()
    let credential = try Self.invite(&room)
    room.principals["cyd"] = .key(.repeating(7))
    let names = ["bob", "cyd"]
    for name in names { room.credentials[name] = credential }
    _ = room.takeAudit()
    for name in names {
      for _ in 0..<40 { _ = try room.operate(.killSession(Self.talk), by: name, isNew: true) }
    }
    let refused = room.takeAudit().filter { $0.event == .refused }
    #expect(refused.count == AuditRate.perMinute)
    try room.pass(61, alive: ["ada"])
    let id = InvitationID(credential.invitation)
    Self.check(&room, [["audit.shortened", "by=keys of invitation \(id)", "count=20"]])
  }

  @Test("a refusal names the operation, its code, why, and who it was")
  func refusals() throws {
    var room = try Self.room(.viewer)
    try room.attach("eve")
    _ = room.takeAudit()
    _ = try room.press(.forward, by: "eve")
    let moved = room.takeAudit()
    #expect(moved.count == 1 && moved.first?.level == .info)
    let words = moved.first.map(Self.words) ?? []
    #expect(
      words.prefix(5) == [
        "request.refused", "session=talk", "key=\(PeerKey.repeating(5))", "operation=input",
        "code=not_permitted",
      ]
    )
    #expect(words.last?.hasPrefix("reason=ask the owner of this navd for the role driver") == true)
    // A stranger, and a name that is none.
    _ = try room.read(.getStatus(.name("a\nb")), by: "bob", isNew: true)
    let stranger = room.takeAudit()
    #expect(stranger.count == 1 && stranger.first?.level == .warning)
    #expect(
      stranger.first.map { Self.words($0).prefix(4) } == [
        "request.refused", "key=\(PeerKey.repeating(6))", "operation=get_status",
        "code=not_permitted",
      ]
    )
    // A refusal that has nothing to do with rights makes no line.
    _ = try room.read(.getStatus(.name("nothing")), by: "ada")
    Self.check(&room, [])
  }

  @Test("content that may not be read is refused without its name in the log")
  func content() throws {
    var room = try Self.room()
    _ = room.takeAudit()
    let content = ContentSpec.deck(path: "/secret/talk.md")
    _ = try room.performed(.newSession(name: "new", content), by: "ada")
    let load = room.lastLoad
    let ticket = try #require(load)
    let failure = ContentFailure("/secret/talk.md may not be read", .forbidden)
    room.daemon.finishLoading(ticket, .failure(failure))
    try room.apply(room.daemon.turn())
    let lines = room.takeAudit()
    #expect(
      lines.map(Self.words) == [
        [
          "request.refused", "session=new", "user=1000", "process=4711", "operation=new_session",
          "code=not_permitted",
        ]
      ]
    )
    #expect(lines.first?.message.contains("secret") == false)
  }

  @Test(
    "a peer that is refused without end fills no log: 60 lines, and one with the number of the others"
  )
  func flood() throws {
    var room = try Self.room()
    _ = room.takeAudit()
    for _ in 0..<200 { _ = try room.read(.listSessions, by: "bob", isNew: true) }
    let refused = room.takeAudit()
    #expect(refused.count == AuditRate.perMinute)
    // Others are heard meanwhile.
    try room.attach("cyd")
    let joined = room.takeAudit()
    #expect(joined.count == 1)
    try room.pass(61, alive: ["ada", "cyd"])
    let lines = room.takeAudit()
    #expect(
      lines.map(Self.words) == [["audit.shortened", "by=peers with unknown keys", "count=140"]]
    )
    #expect(lines.first?.level == .warning)
  }
}
