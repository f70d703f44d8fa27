import NavBase
import NavDaemon
import NavEngine
import NavScene
import NavTestKit
import NavWire
import Testing

@testable import NavHost

@Suite("Streams of those who come over a network (proto/README.md: Sealed streams)")
struct SealedStreamTests {
  /// A room where ada is at the daemon's machine, and eve and bob come over the network.
  private static func room() throws -> ViewsRoom {
    var room = try ViewsRoom("ada")
    (room.principals["eve"], room.principals["bob"]) = (.key(.repeating(5)), .key(.repeating(6)))
    let driver = AuthorizedKeys.Grant(role: .driver)
    room.daemon.authorize([PeerKey.repeating(5): driver, PeerKey.repeating(6): driver])
    return room
  }

  @Test("they have a key and topics of their own, all for one layout that is shared with others")
  func forms() throws {
    var room = try Self.room()
    try room.attach("eve")
    try room.attach("bob")
    let (ada, eve, bob) = (
      try #require(room.attached["ada"]), try #require(room.attached["eve"]),
      try #require(room.attached["bob"])
    )
    #expect(ada.part.streamKey == nil)
    #expect(eve.part.streamKey?.count == 32 && eve.part.streamKey == bob.part.streamKey)
    #expect(eve.streamTopic == bob.streamTopic && eve.streamTopic != ada.streamTopic)
    #expect(eve.readyTopic != bob.readyTopic)
    let turn = try room.turn(of: .forward, by: "ada")
    let updates = turn.published.filter { if case .update = $0.message { true } else { false } }
    #expect(Set(updates.map(\.topic)) == [ada.streamTopic, eve.streamTopic])
    #expect(updates.count == 2 && updates[0].message == updates[1].message)
    for name in ["ada", "eve", "bob"] { #expect(try room.page(of: name) == "Page 2") }
  }

  @Test("nothing is sealed while nobody needs it, and nothing is open while nobody does")
  func onlyWhatIsNeeded() throws {
    var room = try Self.room()
    let first = try room.turn(of: .forward, by: "ada")
    #expect(first.published.count == 1)
    let small = CellSize(columns: 40, rows: 12)
    try room.attach("eve", viewport: small)
    let eve = try #require(room.attached["eve"])
    let turn = try room.turn(of: .forward, by: "ada")
    #expect(turn.published.count == 2)
    #expect(turn.messages(on: eve.streamTopic).count == 1)
  }

  @Test("whoever loses a right has a key that opens nothing of what follows")
  func revoked() throws {
    var room = try Self.room()
    try room.attach("eve")
    try room.attach("bob")
    let before = try #require(room.attached["bob"])
    room.daemon.authorize([PeerKey.repeating(6): AuthorizedKeys.Grant(role: .driver)])
    let turn = try room.daemon.turn()
    #expect(Self.isGone(before.streamTopic, in: turn))
    try room.attach("bob")
    let after = try #require(room.attached["bob"])
    #expect(after.streamTopic != before.streamTopic)
    #expect(after.part.streamKey != before.part.streamKey)
  }

  private static func isGone(_ topic: [UInt8], in turn: SteppedDaemon.Turn) -> Bool {
    turn.messages(on: topic).contains {
      if case .beat(let beat) = $0 { beat.isGone } else { false }
    }
  }

  @Test(
    "a topic is for the sockets of its form, and a sealed one for keys for which its session exists"
  )
  func topics() throws {
    var room = try Self.room()
    let other = try #require(SessionName("other"))
    room.daemon.authorize([
      PeerKey.repeating(5): AuthorizedKeys.Grant(role: .driver),
      PeerKey.repeating(7): AuthorizedKeys.Grant(role: .owner, sessions: [other]),
    ])
    try room.attach("eve")
    let (ada, eve) = (
      try #require(room.attached["ada"]), try #require(room.attached["eve"])
    )
    let (driver, guest) = (Principal.key(.repeating(5)), Principal.key(.repeating(7)))
    let stranger = Principal.key(.repeating(8))
    let table: [(name: String, topic: [UInt8], by: Principal, isPermitted: Bool)] = [
      ("open", ada.streamTopic, .localUser, true), ("open", ada.streamTopic, driver, false),
      ("open", ada.streamTopic, guest, false), ("open, ready", ada.readyTopic, driver, false),
      ("sealed", eve.streamTopic, driver, true), ("sealed", eve.streamTopic, guest, false),
      ("sealed, ready", eve.readyTopic, guest, false),
      ("sealed", eve.streamTopic, stranger, false), ("sealed", eve.streamTopic, .localUser, false),
      ("sealed, ready", eve.readyTopic, .localUser, false),
    ]
    for (name, topic, principal, isPermitted) in table {
      let isTaken = room.daemon.subscribe(to: topic, by: principal)
      #expect(isTaken == isPermitted, "\(name) by \(principal)")
    }
    // The end of a rejected subscription is not that of what others hold.
    room.daemon.unsubscribe(from: ada.streamTopic, by: driver)
    room.daemon.unsubscribe(from: eve.streamTopic, by: .localUser)
    let turn = try room.turn(of: .forward, by: "ada")
    let updates = turn.published.filter { if case .update = $0.message { true } else { false } }
    #expect(Set(updates.map(\.topic)) == [ada.streamTopic, eve.streamTopic])
  }

  @Test("a key without its right reads nothing more, also if its viewer has left before")
  func revokedAfterLeaving() throws {
    var room = try Self.room()
    try room.attach("eve")
    try room.attach("bob")
    let eve = try #require(room.attached["eve"])
    _ = try room.read(.leave(viewer: eve.viewer), by: "eve")
    room.daemon.authorize([PeerKey.repeating(6): AuthorizedKeys.Grant(role: .driver)])
    let turn = try room.daemon.turn()
    #expect(Self.isGone(eve.streamTopic, in: turn))
    try room.attach("bob")
    let bob = try #require(room.attached["bob"])
    #expect(bob.part.streamKey != eve.part.streamKey)
    let isTaken = room.daemon.subscribe(to: bob.streamTopic, by: .key(.repeating(5)))
    #expect(!isTaken)
  }

  @Test(
    "a session that is renamed ends for keys that may see others only; its other viewers attach again"
  )
  func renamed() throws {
    var room = try Self.room()
    let talk = try #require(SessionName("talk"))
    room.daemon.authorize([
      PeerKey.repeating(5): AuthorizedKeys.Grant(role: .driver, sessions: [talk]),
      PeerKey.repeating(6): AuthorizedKeys.Grant(role: .driver),
    ])
    for name in ["eve", "bob"] { try room.attach(name) }
    let bob = try #require(room.attached["bob"])
    let rename = Request.Body.renameSession(.name("talk"), to: "secret")
    #expect(try room.operate(rename, by: "ada").isAccepted)
    let viewers = try room.read(.listViewers(.name("secret")), by: "ada").viewers
    #expect(viewers.count == 2)
    let attach = Request.Attach(session: "secret", viewport: .standardTerminal)
    let again = try room.read(.attach(attach), by: "bob").attached
    #expect(again.part.streamKey != bob.part.streamKey)
    let isTaken = room.daemon.subscribe(to: again.streamTopic, by: .key(.repeating(5)))
    #expect(!isTaken)
  }

  @Test("a viewer that is removed has no key of what follows, in no size that it has seen")
  func kicked() throws {
    var room = try Self.room()
    let small = CellSize(columns: 40, rows: 12)
    for name in ["eve", "bob"] { try room.attach(name, viewport: small) }
    let before = try #require(room.attached["eve"]).part.streamKey
    try room.attach("eve")
    let kick = Request.Control(session: .name("talk"), .kick(ViewerName(known: "eve"), nil))
    #expect(try room.operate(.control(kick), by: "ada").isAccepted)
    try room.attach("bob", viewport: small)
    let after = try #require(room.attached["bob"]).part.streamKey
    #expect(before != nil && after != nil && before != after)
  }

  @Test("another start of the daemon has other keys")
  func restart() throws {
    func streamKey(epoch: UInt64) -> [UInt8]? {
      let authority = TopicAuthority(key: Array(0..<32), hash: Blake2b())
      return authority.sealKey(ofStream: 5, epoch: epoch)
    }
    #expect(streamKey(epoch: 1) == streamKey(epoch: 1))
    #expect(streamKey(epoch: 1) != streamKey(epoch: 2))
  }
}
