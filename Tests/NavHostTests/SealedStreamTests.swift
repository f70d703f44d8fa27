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
    let gone = turn.messages(on: before.streamTopic).filter {
      if case .beat(let beat) = $0 { beat.isGone } else { false }
    }
    #expect(gone.count == 1)
    try room.attach("bob")
    let after = try #require(room.attached["bob"])
    #expect(after.streamTopic != before.streamTopic)
    #expect(after.part.streamKey != before.part.streamKey)
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
