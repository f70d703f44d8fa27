import NavBase
import NavEngine
import NavScene
import NavTestKit
import NavWire
import Testing

@testable import NavHost

@Suite("What peers may do that are known by their keys (proto/README.md: Encryption)")
struct CredentialTests {
  /// A room where eve comes over the network, with a key that has a grant.
  private static func room(_ grant: AuthorizedKeys.Grant?) throws -> ViewsRoom {
    var room = try ViewsRoom("ada")
    room.principals["eve"] = .key(.repeating(5))
    room.daemon.authorize(grant.map { [PeerKey.repeating(5): $0] } ?? [:])
    return room
  }

  private static let talk = SessionReference.name("talk")

  @Test("a key that is not known may do nothing, and is told what to do about it")
  func unknown() throws {
    var room = try Self.room(nil)
    for body in [
      Request.Body.listSessions, .getStatus(Self.talk), .listViewers(Self.talk),
      .outline(Self.talk, .standardTerminal), .leave(viewer: 1),
    ] {
      let answer = try room.read(body, by: "eve", isNew: true)
      #expect(answer.code == .notPermitted)
      #expect(answer.failure?.text.contains("\(PeerKey.repeating(5)) driver") == true)
    }
    #expect(throws: SteppedDaemon.Refused.self) { try room.attach("eve") }
    #expect(!room.daemon.mayWatch(.repeating(5)) && room.daemon.mayWatch(nil))
    let viewers = try room.read(.listViewers(Self.talk), by: "ada").viewers
    #expect(viewers.count == 1)
  }

  @Test("a key that only watches gets no control, not even by a grant or because it is alone")
  func onlyWatches() throws {
    var room = try Self.room(AuthorizedKeys.Grant(role: .viewer))
    let eve = try room.attach("eve")
    #expect(eve == .shared && room.attached["eve"]?.part.name == ViewerName("eve"))
    func change(_ action: Request.Control.Action, by name: String) throws -> Reply.Body {
      let control = Request.Control(session: Self.talk, action)
      return try room.operate(.control(control), by: name)
    }
    #expect(try change(.policy(.request), by: "ada").isAccepted)
    #expect(try change(.request, by: "eve").code == .notPermitted)
    #expect(try change(.grant(ViewerName("eve")), by: "ada").code == .rejected)
    // ada leaves, and attaches to a session that nobody drives.
    let ada = try #require(room.attached["ada"]).viewer
    _ = try room.read(.leave(viewer: ada), by: "ada")
    try room.attach("eve", viewport: CellSize(columns: 40, rows: 12))
    #expect(try room.scene(of: "eve").driver.isEmpty)
  }

  @Test("over the network nobody but an owner begins a session, and none from files or programs")
  func content() throws {
    let tour = ContentSpec.tour(command: "navclient -s new")
    func begin(_ content: ContentSpec, as role: Role) throws -> Reply.Failure.Code? {
      var room = try Self.room(AuthorizedKeys.Grant(role: role))
      try room.attach("eve")
      return try room.performed(.newSession(name: "new", content), by: "eve")?.code
    }
    #expect(try begin(tour, as: .presenter) == .notPermitted)
    #expect(try begin(tour, as: .owner) == nil)
    for content in [
      ContentSpec.deck(path: "/etc/passwd"), .tree(path: "/"), .tabs([tour, .file(path: "/a")]),
    ] {
      #expect(try begin(content, as: .owner) == .notPermitted, "\(content)")
    }
  }

  @Test("sessions that are not granted do not exist")
  func sessions() throws {
    let other = try #require(SessionName("other"))
    var room = try Self.room(AuthorizedKeys.Grant(role: .owner, sessions: [other]))
    try room.daemon.open("other")
    let infos = try room.read(.listSessions, by: "eve", isNew: true).sessions
    #expect(infos.map(\.name) == ["other"])
    #expect(throws: SteppedDaemon.Refused.self) { try room.attach("eve") }
    #expect(try room.page(of: "ada") == "Page 1")
    // It begins the sessions that exist for it, and no other.
    _ = try room.operate(.killSession(.name("other")), by: "eve")
    let codes: [(String, Reply.Failure.Code?)] = [("third", .notPermitted), ("other", nil)]
    for (name, code) in codes {
      let answer = try room.performed(.newSession(name: name, .tour(command: "")), by: "eve")
      #expect(answer?.code == code, "\(name)")
    }
  }

  @Test("owners learn the paths of sessions' files, others their names", arguments: Role.allCases)
  func paths(role: Role) throws {
    var room = try Self.room(AuthorizedKeys.Grant(role: role))
    let client = Client(seed: 77)
    try room.daemon.open(
      "deep",
      .deck(path: "/home/a/deep.md"),
      .deck(SteppedDaemon.pages),
      by: client
    )
    try room.attach("eve")
    let isOwner = role == .owner
    let listed = try room.read(.listSessions, by: "eve").sessions
    #expect(
      listed.map(\.content)
        == (isOwner ? ["/home/a/deep.md", "/talk.md"] : ["deep.md", "talk.md"])
    )
    let status = try room.read(.getStatus(.name("deep")), by: "eve").status
    #expect(status.session.content == (isOwner ? "/home/a/deep.md" : "deep.md"))
    let content = try #require(room.attached["eve"]).opened.content
    #expect(content == .deck(path: isOwner ? "/talk.md" : "talk.md"))
    let own = try room.read(.listSessions, by: "ada").sessions
    #expect(own.map(\.content) == ["/home/a/deep.md", "/talk.md"])
  }

  @Test("whoever removes another terminal of the own key is not shut out")
  func ownKey() throws {
    var room = try Self.room(AuthorizedKeys.Grant(role: .presenter))
    room.principals["eve2"] = room.principals["eve"]
    for name in ["eve", "eve2"] { try room.attach(name) }
    let viewer = try #require(room.attached["eve"]).viewer
    let kick = Request.Control(
      session: Self.talk,
      viewer: viewer,
      .kick(ViewerName(known: "eve2"), nil)
    )
    #expect(try room.operate(.control(kick), by: "eve").isAccepted)
    try room.attach("eve")
    #expect(throws: SteppedDaemon.Refused.self) { try room.attach("eve2") }
  }

  @Test("a session from which a key was removed is not in its list for that time")
  func removedFromList() throws {
    var room = try Self.room(AuthorizedKeys.Grant(role: .driver))
    room.principals["eve2"] = room.principals["eve"]
    try room.attach("eve")
    func names(for name: String) throws -> [String] {
      try room.read(.listSessions, by: name, isNew: true).sessions.map(\.name)
    }
    #expect(try names(for: "eve2") == ["talk"])
    let ada = try #require(room.attached["ada"]).viewer
    let kick = ViewerName(known: "eve")
    let control = Request.Control(session: Self.talk, viewer: ada, .kick(kick, .seconds(60)))
    #expect(try room.operate(.control(control), by: "ada").isAccepted)
    #expect(try names(for: "eve") == [] && names(for: "eve2") == [])
    #expect(try names(for: "ada") == ["talk"])
    room.daemon.pass(.seconds(60))
    #expect(try names(for: "eve") == ["talk"])
  }

  @Test("who has lost its rights does not get the reply to an operation again; others do")
  func repetition() throws {
    let other = try #require(SessionName("other"))
    let cases: [(AuthorizedKeys.Grant?, Reply.Failure.Code?)] = [
      (.init(role: .driver), nil), (nil, .notPermitted),
      (.init(role: .driver, sessions: [other]), .noSuchSession),
    ]
    for (grant, code) in cases {
      var room = try Self.room(AuthorizedKeys.Grant(role: .driver))
      try room.attach("eve")
      let session = try #require(room.attached["eve"]).session
      var client = Client(seed: 40)
      let request = client.command(.forward, in: .id(session)).encoded()
      let peer = Peer(envelope: [client.id.bytes, []], principal: .key(.repeating(5)))
      room.daemon.send(request, from: peer)
      #expect(try room.daemon.turn().replies.map(\.body.code) == [nil])
      room.daemon.authorize(grant.map { [PeerKey.repeating(5): $0] } ?? [:])
      _ = try room.daemon.turn()
      room.daemon.send(request, from: peer)
      #expect(try room.daemon.turn().replies.map(\.body.code) == [code])
    }
  }

  @Test("whoever loses a right is removed at once; others stay")
  func revoked() throws {
    var room = try Self.room(AuthorizedKeys.Grant(role: .driver))
    room.principals["bob"] = .key(.repeating(6))
    let driver = AuthorizedKeys.Grant(role: .driver)
    room.daemon.authorize([PeerKey.repeating(5): driver, PeerKey.repeating(6): driver])
    try room.attach("eve")
    try room.attach("bob", viewport: CellSize(columns: 40, rows: 12))
    let eve = try #require(room.attached["eve"])
    room.daemon.authorize([PeerKey.repeating(6): driver])
    let turn = try room.daemon.turn()
    let beats = turn.messages(on: eve.streamTopic).filter {
      if case .beat(let beat) = $0 { beat.isGone } else { false }
    }
    #expect(beats.count == 1)
    #expect(try room.press(.forward, by: "eve").code == .notPermitted)
    #expect(throws: SteppedDaemon.Refused.self) { try room.attach("eve") }
    #expect(try room.press(.forward, by: "bob").isAccepted)
  }

  @Test("nobody with another key speaks for a viewer, not even under its client's id")
  func names() throws {
    var room = try Self.room(AuthorizedKeys.Grant(role: .driver))
    try room.attach("eve")
    let viewer = try #require(room.attached["eve"]).viewer
    room.daemon.authorize([
      PeerKey.repeating(5): AuthorizedKeys.Grant(role: .driver),
      PeerKey.repeating(6): .init(role: .viewer),
    ])
    room.principals["eve"] = .key(.repeating(6))
    #expect(try room.read(.leave(viewer: viewer), by: "eve").code == .unknownViewer)
    #expect(try room.press(.forward, by: "eve").code == .notPermitted)
  }
}
