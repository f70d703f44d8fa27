import NavBase
import NavScene
import NavTestKit
import NavWire
import Testing

@testable import NavDaemon
@testable import NavHost

@Suite("How much one key, and one invitation, may have (proto/README.md: Limits)")
struct CredentialLimitTests {
  /// A room where ada is at the daemon's machine; viewers whose names begin with eve, bob and cyd have a key each.
  private static func room(
    viewers: Int = DaemonLimits.credentialViewers,
    streams: Int = DaemonLimits.credentialStreams
  ) throws -> ViewsRoom {
    var room = try ViewsRoom("ada")
    for (number, name) in ["eve", "bob", "cyd"].enumerated() {
      for suffix in ["", "2", "3", "4"] {
        room.principals[name + suffix] = .key(.repeating(UInt8(number + 5)))
      }
    }
    room.daemon.limits.credential.viewers = viewers
    room.daemon.limits.credential.streams = streams
    try room.listen()
    return room
  }

  /// Attaches a viewer, and compares the refusal.
  ///
  /// - Parameters:
  ///   - room: the room.
  ///   - name: the viewer.
  ///   - columns: the width of its terminal.
  ///   - rows: its height.
  ///   - words: a part of the text of the refusal; nil if there must be none.
  ///   - sourceLocation: the caller's location.
  /// - Throws: if the answer is something else.
  private static func check(
    _ room: inout ViewsRoom,
    _ name: String,
    _ columns: Int = 80,
    _ rows: Int = 24,
    refused words: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    var failure: Reply.Failure?
    do {
      try room.attach(name, viewport: CellSize(columns: columns, rows: rows))
    } catch let refused as SteppedDaemon.Refused {
      failure = refused.body.failure
    }
    let isExpected = words.map { failure?.text.contains($0) == true } ?? (failure == nil)
    let text = failure?.text ?? "accepted"
    #expect(isExpected, "\(text)", sourceLocation: sourceLocation)
    #expect(failure == nil || failure?.code == .limitReached, sourceLocation: sourceLocation)
  }

  private static func leave(_ name: String, in room: inout ViewsRoom) throws {
    let viewer = try #require(room.attached[name]).viewer
    _ = try room.read(.leave(viewer: viewer), by: name)
  }

  /// Lets the keys of eve, bob and cyd use one invitation.
  private static func invite(uses: Int, in room: inout ViewsRoom) throws {
    let token = try #require(InvitationToken([UInt8](repeating: 9, count: 16)))
    let terms = Request.Invitation.Terms(role: .driver, validity: .seconds(60), uses: uses)
    let request = Request.Invitation(session: .name("talk"), .create(token, terms))
    let list = try room.operate(.invitation(request), by: "ada").invitations
    let id = try #require(list.items.first).id
    for name in room.principals.keys {
      room.credentials[name] = Credential(invitation: id.number, token: token)
    }
  }

  private static let ofKey = "viewers already (limits.credential_viewers)"
  private static let ofStreams = "1 sizes already (limits.credential_streams)"

  @Test(
    "viewers of an authorised key: at the limit a further one is refused, and told which limit it is"
  )
  func viewersOfKey() throws {
    var room = try Self.room(viewers: 2)
    let grant = AuthorizedKeys.Grant(role: .driver)
    room.daemon.authorize([PeerKey.repeating(5): grant, PeerKey.repeating(6): grant])
    for name in ["eve", "eve2"] { try room.attach(name) }
    try Self.check(
      &room,
      "eve3",
      refused: "ask the owner of this navd: this key has 2 " + Self.ofKey
    )
    // A viewer that attaches again is no further one, and others are not concerned.
    for name in ["eve2", "bob", "ada2", "ada3", "ada4"] { try room.attach(name) }
    try Self.leave("eve", in: &room)
    try Self.check(&room, "eve3")
    // A limit that is raised holds at once.
    try Self.check(&room, "eve4", refused: Self.ofKey)
    room.daemon.limits.credential.viewers = 3
    try Self.check(&room, "eve4")
  }

  @Test("an invitation with more uses than the limit has as many viewers as uses")
  func uses() throws {
    var room = try Self.room(viewers: 1)
    try Self.invite(uses: 3, in: &room)
    for name in ["eve", "bob", "cyd"] { try room.attach(name) }
    try Self.check(
      &room,
      "cyd2",
      refused: "ask whoever invited you: your invitation has 3 " + Self.ofKey
    )
  }

  @Test("nobody who is invited keeps others out: the key with the most gives one up")
  func shares() throws {
    var room = try Self.room(viewers: 3)
    try Self.invite(uses: 3, in: &room)
    for name in ["eve", "eve2", "eve3"] { try room.attach(name) }
    _ = room.takeAudit()
    try Self.check(&room, "bob")
    let lines = room.takeAudit()
    #expect(lines.map(\.event) == [.invitationUsed, .viewerLeft, .viewerJoined])
    let left = try #require(lines.dropFirst().first).fields
    #expect(
      left.contains(LogField(.viewer, "eve3")) && left.contains(LogField(.reason, "gave_way"))
    )
    // eve has two, bob one: nobody has to give one up for bob.
    try Self.check(&room, "bob2", refused: Self.ofKey)
    // cyd has none, so eve gives one up.
    try Self.check(&room, "cyd")
    try Self.check(&room, "cyd2", refused: Self.ofKey)
    // Those of three keys, and ada.
    #expect(room.daemon.viewerCount == 4)
  }

  @Test("sizes that are laid out for one key alone; those of others are free for it")
  func sizes() throws {
    var room = try Self.room(streams: 1)
    room.daemon.authorize([PeerKey.repeating(5): AuthorizedKeys.Grant(role: .driver)])
    try Self.check(&room, "eve", 100, 30)
    try Self.check(&room, "eve2", 40, 12, refused: Self.ofStreams)
    try Self.check(&room, "eve2", 80, 24)
    try Self.check(&room, "eve2", 100, 30)
    // Both are in the one size, so neither gets another one of its own.
    try Self.check(&room, "eve", 60, 20, refused: Self.ofStreams)
    try Self.leave("eve2", in: &room)
    try room.attach("eve", viewport: CellSize(columns: 100, rows: 30))
    try Self.check(&room, "eve", 60, 20)
    try Self.check(&room, "ada2", 41, 13)
  }

  @Test(
    "who can show a smaller layout gets one at the limit, and is not asked to move over and over"
  )
  func smaller() throws {
    var room = try Self.room(streams: 1)
    room.daemon.authorize([PeerKey.repeating(5): AuthorizedKeys.Grant(role: .driver)])
    try room.attach("eve", viewport: CellSize(columns: 100, rows: 30))
    let attach = Request.Attach(
      session: "talk",
      viewport: CellSize(columns: 90, rows: 26),
      fit: .relayout
    )
    let attached = try room.read(.attach(attach), by: "eve2", isNew: true).attached
    #expect(attached.viewport == .standardTerminal)
    for topic in [attached.streamTopic, attached.readyTopic] {
      room.daemon.subscribe(to: topic, by: .key(.repeating(5)))
    }
    try room.apply(room.daemon.turn())
    for _ in 0..<3 {
      room.daemon.pass(.seconds(1))
      let turn = try room.daemon.turn()
      try room.apply(turn)
      let isAsked = turn.messages(on: attached.streamTopic).contains {
        if case .beat(let beat) = $0 { beat.moves.contains(attached.viewer) } else { false }
      }
      #expect(!isAsked)
    }
  }

  @Test("requests of one key are counted over all its connections")
  func requests() throws {
    var limits = ConfigurableLimits()
    limits.credential.requestsPerSecond = 2
    var gate = RequestGate(hash: Blake2b(), limits: limits)
    func wait(_ connection: UInt8, _ principal: Principal, at time: Duration = .zero) -> Duration? {
      let bytes = Request(id: 1, client: .none, seq: 0, body: .listSessions).encoded()
      let peer = Peer(envelope: [[connection], []], principal: principal)
      let moment = RequestLedger.Moment(time: .seconds(100) + time, unixTime: 1_790_000_000_000)
      switch gate.admit(bytes, from: peer, at: moment) {
      case .dispatch: return nil
      case .answerOnce(_, let failure):
        return failure.code == .slowDown
          && failure.text.contains("2 requests a second with this key (limits.credential_requests")
          ? failure.wait : .zero
      default: return .zero
      }
    }
    let eve = Principal.key(.repeating(5))
    for connection in UInt8(1)...4 { try demand(wait(connection, eve) == nil) }
    try demand(wait(5, eve) == .milliseconds(500))
    try demand(wait(1, eve) == .milliseconds(500))
    try demand(wait(6, .key(.repeating(6))) == nil)
    for _ in 0..<10 { try demand(wait(7, .localUser) == nil) }
    try demand(wait(1, eve, at: .milliseconds(500)) == nil)
    try demand(wait(1, eve, at: .milliseconds(500)) == .milliseconds(500))
    limits.credential.requestsPerSecond = 100
    gate.use(limits)
    try demand(wait(1, eve, at: .milliseconds(500)) == nil)
  }
}
