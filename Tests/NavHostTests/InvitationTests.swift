import NavBase
import NavEngine
import NavScene
import NavTestKit
import NavWire
import Testing

@testable import NavHost

@Suite("Invitations (proto/README.md: Invitations)")
struct InvitationTests {
  private static func token(_ number: UInt8) -> InvitationToken {
    guard let token = InvitationToken([UInt8](repeating: number, count: 16)) else {
      fatalError("no token")
    }
    return token
  }

  private static let talk = SessionReference.name("talk")

  /// A room with ada at the daemon's machine; eve, bob and cyd come over the network.
  private static func room() throws -> ViewsRoom {
    var room = try ViewsRoom("ada")
    for (number, name) in ["eve", "bob", "cyd"].enumerated() {
      room.principals[name] = .key(.repeating(UInt8(number + 5)))
    }
    try room.listen()
    return room
  }

  private static func list(_ body: Reply.Body) throws -> Reply.Invitations {
    try body.invitations
  }

  private static func request(_ action: Request.Invitation.Action) -> Request.Body {
    .invitation(Request.Invitation(session: talk, action))
  }

  /// Invites in the name of ada.
  private static func invite(
    _ room: inout ViewsRoom,
    _ role: Role = .driver,
    token number: UInt8 = 9,
    for validity: Duration = .seconds(3_600),
    uses: Int = 50
  ) throws -> Credential {
    let terms = Request.Invitation.Terms(
      role: role,
      validity: validity,
      uses: uses,
      name: ViewerName("Room 3")
    )
    let answer = try room.operate(request(.create(token(number), terms)), by: "ada")
    let info = try #require(try list(answer).items.first)
    return Credential(invitation: info.id.number, token: token(number))
  }

  @Test("whoever shows an invitation has its role in its session, and there alone")
  func roles() throws {
    for (role, mayMove, mayPresent) in [
      (Role.viewer, false, false), (.driver, true, false), (.presenter, true, true),
    ] {
      var room = try Self.room()
      try room.daemon.open("other")
      let credential = try Self.invite(&room, role)
      #expect(throws: SteppedDaemon.Refused.self) { try room.attach("eve") }
      room.credentials["eve"] = credential
      try room.attach("eve")
      // From here on the key is known.
      room.credentials["eve"] = nil
      #expect(room.daemon.mayWatch(.repeating(5)) && !room.daemon.mayWatch(.repeating(6)))
      #expect(try room.press(.forward, by: "eve").isAccepted == mayMove)
      let sees = (try? room.attach("eve", view: .speaker)) == .speaker
      #expect(sees == mayPresent)
      let invites = try room.read(Self.request(.list), by: "eve")
      #expect((invites.code == nil) == mayPresent)
      for body in [
        Request.Body.getStatus(.name("other")), .page(.name("other"), fromLine: 0),
      ] {
        #expect(try room.read(body, by: "eve").code == .noSuchSession)
      }
      let infos = try room.read(.listSessions, by: "eve").sessions
      #expect(infos.map(\.name) == ["talk"])
      for body in [
        Request.Body.killSession(Self.talk), .renameSession(Self.talk, to: "x"),
        .newSession(name: "new", .tour(command: "")),
      ] {
        #expect(try room.operate(body, by: "eve").code == .notPermitted)
      }
    }
  }

  @Test("refused: no invitation, another secret, expired, revoked, used up: each with its own text")
  func refusals() throws {
    var room = try Self.room()
    let good = try Self.invite(&room, uses: 1)
    func refusal(of name: String, _ credential: Credential?) throws -> String? {
      room.credentials[name] = credential
      return try room.read(.listSessions, by: name, isNew: true).failure?.text
    }
    #expect(try refusal(of: "eve", nil)?.contains("authorized_keys") == true)
    let guess = Credential(invitation: good.invitation, token: Self.token(8))
    let unknown = try #require(try refusal(of: "eve", guess))
    #expect(unknown.contains("does not know your invitation"))
    let other = Credential(invitation: good.invitation ^ 1, token: good.token)
    // Nobody learns whether an id exists.
    #expect(try refusal(of: "eve", other) == unknown)
    #expect(try refusal(of: "eve", good) == nil)
    #expect(try refusal(of: "bob", good)?.contains("as many people") == true)
    // Also where the reply would describe a session.
    let status = try room.read(.getStatus(Self.talk), by: "bob", isNew: true).failure
    #expect(status?.text.contains("as many people") == true)
    #expect(try refusal(of: "eve", good) == nil)
    let short = try Self.invite(&room, token: 7, for: .seconds(60))
    room.daemon.pass(.seconds(61))
    #expect(try refusal(of: "cyd", short)?.contains("has expired") == true)
    let taken = try Self.invite(&room, token: 6)
    #expect(try refusal(of: "cyd", taken) == nil)
    _ = try room.operate(Self.request(.revoke(taken.invitation)), by: "ada")
    #expect(try refusal(of: "cyd", taken)?.contains("was revoked") == true)
    // Without its secret, the key is told the same.
    #expect(try refusal(of: "cyd", nil)?.contains("was revoked") == true)
  }

  @Test("whoever came by an invitation is removed at once when it is revoked; others stay")
  func revoked() throws {
    var room = try Self.room()
    room.credentials["eve"] = try Self.invite(&room, token: 1)
    room.credentials["bob"] = try Self.invite(&room, token: 2)
    try room.attach("eve")
    try room.attach("bob", viewport: CellSize(columns: 40, rows: 12))
    let eve = try #require(room.attached["eve"])
    let first = try #require(room.credentials["eve"]).invitation
    let client = try room.operate(Self.request(.revoke(first)), by: "ada")
    #expect(try Self.list(client).items.map(\.isRevoked) == [true])
    let viewers = try room.read(.listViewers(Self.talk), by: "ada").viewers
    #expect(viewers.count == 2)
    #expect(room.daemon.mayWatch(.repeating(5)) == false)
    #expect(try room.press(.forward, by: "eve").code == .notPermitted)
    #expect(throws: SteppedDaemon.Refused.self) { try room.attach("eve") }
    #expect(try room.press(.forward, by: "bob").isAccepted)
    #expect(room.sent["\(eve.streamTopic)"] != nil)
  }

  @Test("a guest who is removed stays out with its other terminals, new clients and scripts")
  func removed() throws {
    var room = try Self.room()
    let credential = try Self.invite(&room)
    for name in ["eve2", "eve3"] { room.principals[name] = room.principals["eve"] }
    for name in ["eve", "eve2", "eve3", "bob"] { room.credentials[name] = credential }
    for name in ["eve", "eve2", "bob"] { try room.attach(name) }
    let ada = try #require(room.attached["ada"]).viewer
    let kick = Request.Control(
      session: Self.talk,
      viewer: ada,
      .kick(ViewerName(known: "eve"), nil)
    )
    #expect(try room.operate(.control(kick), by: "ada").isAccepted)
    let viewers = try room.read(.listViewers(Self.talk), by: "ada").viewers
    #expect(viewers.compactMap(\.name?.description).sorted() == ["ada", "bob"])
    for name in ["eve", "eve2", "eve3"] {
      #expect(throws: SteppedDaemon.Refused.self) { try room.attach(name) }
    }
    let input = Request.Input(session: Self.talk, action: .command(.forward))
    #expect(try room.operate(.input(input), by: "eve3", isNew: true).code == .notPermitted)
    #expect(
      try room.read(.getStatus(Self.talk), by: "eve3", isNew: true).failure?.text
        == "ask whoever invited you, or come back in 10 minutes: you were removed from session 'talk'"
    )
    try room.attach("bob")
  }

  @Test("a guest who is a presenter removes no owner")
  func removedOwner() throws {
    var room = try Self.room()
    room.credentials["eve"] = try Self.invite(&room, .presenter)
    try room.attach("eve")
    let eve = try #require(room.attached["eve"]).viewer
    let kick = Request.Control(
      session: Self.talk,
      viewer: eve,
      .kick(ViewerName(known: "ada"), nil)
    )
    #expect(try room.operate(.control(kick), by: "eve").code == .notPermitted)
    #expect(try room.press(.forward, by: "ada").isAccepted)
  }

  @Test(
    "a guest's refusals begin with what a guest can do",
    arguments: [Role.viewer, .driver]
  )
  func remedies(role: Role) throws {
    var room = try Self.room()
    room.credentials["eve"] = try Self.invite(&room, role)
    try room.attach("eve")
    let eve = try #require(room.attached["eve"]).viewer
    let changes: [Request.Control.Action] = [
      .take, .policy(.open), .kick(ViewerName(known: "ada"), nil), .grant(nil),
    ]
    let ada = try #require(room.attached["ada"]).viewer
    let policy = Request.Control(session: Self.talk, viewer: ada, .policy(.locked))
    #expect(try room.operate(.control(policy), by: "ada").isAccepted)
    var refusals = [try room.read(Self.request(.list), by: "eve").failure]
    for body in [
      Request.Body.killSession(Self.talk), .renameSession(Self.talk, to: "x"),
      .newSession(name: "new", .tour(command: "")),
    ] + changes.map({ .control(Request.Control(session: Self.talk, viewer: eve, $0)) }) {
      refusals.append(try room.operate(body, by: "eve").failure)
    }
    for refusal in refusals {
      #expect(refusal?.code == .notPermitted && refusal?.text.hasPrefix("ask ") == true)
    }
    let words = role == .viewer ? "ask whoever invited you" : "locked; ask whoever invited you"
    #expect(try room.press(.forward, by: "eve").failure?.text.contains(words) == true)
  }

  @Test("an invitation that ends ends the viewers that came by it, within a beat")
  func expires() throws {
    var room = try Self.room()
    room.credentials["eve"] = try Self.invite(&room, for: .seconds(60))
    try room.attach("eve")
    try room.pass(59, alive: ["ada", "eve"])
    #expect(try room.press(.forward, by: "eve").isAccepted)
    try room.pass(2, alive: ["ada"])
    let viewers = try room.read(.listViewers(Self.talk), by: "ada").viewers
    #expect(viewers.compactMap(\.name?.description) == ["ada"])
  }

  @Test("a key in authorized_keys keeps its rights, and an invitation may add some")
  func together() throws {
    var room = try Self.room()
    let other = try #require(SessionName("other"))
    room.daemon.authorize([PeerKey.repeating(5): .init(role: .owner, sessions: [other])])
    #expect(throws: SteppedDaemon.Refused.self) { try room.attach("eve") }
    room.credentials["eve"] = try Self.invite(&room, .viewer)
    try room.attach("eve")
    #expect(try room.press(.forward, by: "eve").code == .notPermitted)
    // It owns another session, and not this one.
    for body in [Request.Body.killSession(Self.talk), .renameSession(Self.talk, to: "other")] {
      #expect(try room.operate(body, by: "eve").code == .notPermitted)
    }
    room.daemon.authorize([PeerKey.repeating(5): .init(role: .driver)])
    _ = try room.daemon.turn()
    try room.attach("eve")
    #expect(try room.press(.forward, by: "eve").isAccepted)
  }

  @Test("they survive the daemon, with the keys that have used them; a session takes its own along")
  func restart() throws {
    var room = try Self.room()
    let credential = try Self.invite(&room, uses: 1)
    room.credentials["eve"] = credential
    try room.attach("eve")
    let written = room.sent["ada", default: []] + [room.daemon.stored.invitations.flatMap(\.bytes)]
    for bytes in written {
      #expect(!bytes.contains(credential.token.bytes), "the secret left the daemon")
    }
    room.daemon.restart()
    _ = try room.daemon.turn()
    #expect(room.daemon.mayWatch(.repeating(5)) == true)
    room.credentials["bob"] = credential
    let late = try room.read(.listSessions, by: "bob", isNew: true)
    #expect(late.failure?.text.contains("as many people") == true)
    var ended = try Self.room()
    ended.credentials["eve"] = try Self.invite(&ended)
    _ = try ended.read(.listSessions, by: "eve", isNew: true)
    #expect(ended.daemon.mayWatch(.repeating(5)) == true)
    _ = try ended.operate(.killSession(Self.talk), by: "ada")
    #expect(ended.daemon.mayWatch(.repeating(5)) == false)
    #expect(ended.daemon.stored.invitations.map(\.bytes) == [[]])
  }

  @Test("who may not invite is refused, and so is everybody where no other machine can come")
  func inviting() throws {
    var room = try Self.room()
    room.daemon.authorize([
      PeerKey.repeating(5): .init(role: .driver), PeerKey.repeating(6): .init(role: .presenter),
    ])
    let terms = Request.Invitation.Terms(role: .presenter, validity: .seconds(60), uses: 1)
    let create = Self.request(.create(Self.token(3), terms))
    #expect(try room.operate(create, by: "eve", isNew: true).code == .notPermitted)
    let made = try Self.list(try room.operate(create, by: "bob", isNew: true))
    #expect(made.server == ServerKeys(.repeating(1)) && made.addresses.map(\.port) == [7100])
    let revoke = Self.request(.revoke(77))
    #expect(try room.operate(revoke, by: "bob").code == .rejected)
    room.daemon.network = nil
    let refused = try room.operate(create, by: "ada")
    #expect(refused.failure?.text.contains("navd --listen") == true)
  }

  @Test(
    "the string joins its session under another name, unless that name is of another one for its owner"
  )
  func renamed() throws {
    var room = try Self.room()
    room.credentials["eve"] = try Self.invite(&room)
    let rename = Request.Body.renameSession(Self.talk, to: "lecture")
    _ = try room.operate(rename, by: "ada")
    let lecture = try #require(room.attached["ada"]).session
    try room.attach("eve")
    let joined = try #require(room.attached["eve"]).session
    #expect(joined == lecture)
    // Another session of that name does not exist for eve.
    try room.daemon.open("other")
    _ = try room.operate(.renameSession(.name("other"), to: "talk"), by: "ada")
    try room.attach("eve")
    let again = try #require(room.attached["eve"]).session
    #expect(again == lecture)
    room.daemon.authorize([PeerKey.repeating(5): .init(role: .viewer)])
    try room.attach("eve")
    let other = try #require(room.attached["eve"]).session
    #expect(other != lecture)
  }

  @Test("a wait that was begun with a right is not answered without it")
  func lateAnswer() throws {
    var room = try Self.room()
    room.daemon.authorize([
      PeerKey.repeating(5): .init(role: .driver), PeerKey.repeating(6): .init(role: .driver),
    ])
    let wait = Request.Wait(session: Self.talk, condition: .version(1), timeout: .seconds(60))
    var requests: [Request] = []
    for number: UInt8 in 5...6 {
      var client = Client(seed: UInt64(number))
      let request = client.read(.wait(wait))
      requests.append(request)
      let peer = Peer(envelope: [request.client.bytes, []], principal: .key(.repeating(number)))
      room.daemon.send(request.encoded(), from: peer)
    }
    let early = try room.daemon.turn().replies
    #expect(early.isEmpty)
    room.daemon.authorize([PeerKey.repeating(6): .init(role: .driver)])
    var replies = try room.turn(of: .goTo(3), by: "ada").replies
    replies += try room.daemon.turn().replies
    let bodies = requests.map { request in
      replies.first { $0.id == request.id && $0.client == request.client }?.body
    }
    #expect(bodies[0].flatMap { $0.code } == .notPermitted)
    #expect(bodies[1] == .waited(version: 1))
  }

  @Test("the first ones that have ended make room for others")
  func limit() throws {
    var room = try Self.room()
    let first = try Self.invite(&room, for: .seconds(60))
    for _ in 1..<Invitations.limit {
      _ = try Self.invite(&room)
      // Within the rate of requests.
      room.daemon.pass(.milliseconds(10))
    }
    let terms = Request.Invitation.Terms(role: .viewer, validity: .seconds(60), uses: 1)
    let create = Self.request(.create(Self.token(3), terms))
    #expect(try room.operate(create, by: "ada").code == .limitReached)
    room.daemon.pass(.seconds(61))
    _ = try room.daemon.turn()
    try room.attach("ada")
    #expect(try room.operate(create, by: "ada").code == nil)
    let rest = try Self.list(try room.read(Self.request(.list), by: "ada"))
    #expect(rest.items.count == Invitations.limit)
    #expect(!rest.items.contains { $0.id.number == first.invitation })
  }

  @Test("whoever was invited invites for no longer than it may come itself, and not without end")
  func guests() throws {
    var room = try Self.room()
    room.credentials["eve"] = try Self.invite(&room, .presenter)
    let list = try Self.list(try room.read(Self.request(.list), by: "ada"))
    let end = try #require(list.items.first).expires
    let terms = Request.Invitation.Terms(role: .viewer, validity: .seconds(86_400), uses: 1)
    let create = Self.request(.create(Self.token(3), terms))
    var last: UInt64 = 0
    for _ in 0..<Invitations.guestLimit {
      let made = try Self.list(try room.operate(create, by: "eve", isNew: true))
      let item = try #require(made.items.first)
      try #require(item.expires == end)
      last = item.id.number
      room.daemon.pass(.milliseconds(10))
    }
    let refused = try room.operate(create, by: "eve")
    #expect(refused.code == .limitReached)
    #expect(refused.failure?.text.contains("--revoke") == true)
    // Neither limit is one of others.
    let made = try Self.list(try room.operate(create, by: "ada"))
    let item = try #require(made.items.first)
    #expect(item.expires > end)
    _ = try room.operate(Self.request(.revoke(last)), by: "eve")
    #expect(try room.operate(create, by: "eve").code == nil)
    #expect(try room.operate(create, by: "eve").code == .limitReached)
    room.daemon.authorize([PeerKey.repeating(5): .init(role: .presenter)])
    #expect(try room.operate(create, by: "eve").code == nil)
  }

  @Test("the stored form is read again as it was, and damage is an error")
  func storedForm() throws {
    try forSeeds(0..<300) { random in
      let uses = random.int(in: 1...5)
      let invitation = Invitation(
        id: random.next(),
        session: random.next(),
        tokenHash: random.bytes(32),
        Invitation.Terms(
          role: random.pick([.viewer, .driver, .presenter]),
          expires: Int64(bitPattern: random.next()),
          uses: uses,
          name: random.oneIn(2) ? ViewerName("Room 3") : nil
        ),
        keys: (0..<random.int(in: 0...uses)).compactMap { _ in PeerKey(random.bytes(32)) },
        isRevoked: random.oneIn(2)
      )
      let bytes = invitation.encoded()
      try demand(try Invitation(decoding: bytes, id: invitation.id) == invitation)
      var changed = bytes
      changed[random.int(in: 0...bytes.count - 1)] = UInt8(random.int(in: 0...255))
      if let damaged = try? Invitation(decoding: changed, id: 1) {
        try demand(damaged.keys.count <= damaged.terms.uses && damaged.terms.role <= .presenter)
      }
    }
  }
}
