import NavBase
import NavScene
import NavTestKit
import NavWire
import Testing

@testable import NavHost

@Suite("The announcement of a daemon's next key (proto/README.md: A new key)")
struct ServerKeyAnnouncementTests {
  @Test(
    "viewers over a network are asked to attach again, and learn it; those of this machine are not"
  )
  func announcement() throws {
    var room = try ViewsRoom("ada")
    room.principals["eve"] = .key(.repeating(5))
    try room.listen()
    room.daemon.authorize([PeerKey.repeating(5): .init(role: .driver)])
    try room.attach("eve")
    let (ada, eve) = (try #require(room.attached["ada"]), try #require(room.attached["eve"]))
    #expect(eve.part.nextServerKey == nil)
    room.daemon.use(ServerKeys(.repeating(1), next: .repeating(2)))
    let moves = try room.daemon.turn().published.flatMap { published -> [UInt64] in
      if case .beat(let beat) = published.message { beat.moves } else { [] }
    }
    #expect(Set(moves) == [eve.viewer])
    try room.attach("eve")
    let learned = try #require(room.attached["eve"]).part.nextServerKey
    #expect(learned == PeerKey.repeating(2))
    try room.attach("ada")
    let local = try #require(room.attached["ada"]).part.nextServerKey
    #expect(local == nil)
    #expect(ada.session == eve.session)
    // After the switch there is none, and nobody has to attach again.
    room.daemon.use(ServerKeys(.repeating(2)))
    let after = try room.daemon.turn().published.contains { published in
      if case .beat(let beat) = published.message { !beat.moves.isEmpty } else { false }
    }
    #expect(!after)
    try room.attach("eve")
    let last = try #require(room.attached["eve"]).part.nextServerKey
    #expect(last == nil)
  }

  @Test("a viewer that misses it is asked at each beat, until it has attached or the key is gone")
  func repeated() throws {
    var room = try ViewsRoom("ada")
    room.principals = ["eve": .key(.repeating(5)), "bob": .key(.repeating(6))]
    try room.listen()
    room.daemon.authorize([
      PeerKey.repeating(5): .init(role: .driver), PeerKey.repeating(6): .init(role: .driver),
    ])
    for name in ["eve", "bob"] { try room.attach(name) }
    room.daemon.use(ServerKeys(.repeating(1), next: .repeating(2)))
    // Nobody reads what is published now.
    _ = try room.daemon.turn()
    for _ in 0..<2 {
      let isAsked = try room.isAskedToMove("eve")
      #expect(isAsked)
    }
    try room.attach("eve")
    let isEveAsked = try room.isAskedToMove("eve")
    #expect(!isEveAsked)
    let isBobAsked = try room.isAskedToMove("bob")
    #expect(isBobAsked)
    room.daemon.use(ServerKeys(.repeating(1)))
    let isStillAsked = try room.isAskedToMove("bob")
    #expect(!isStillAsked)
  }
}

@Suite("Peers without rights")
struct StrangersTests {
  private static func peer(_ number: UInt8) throws -> Strangers.Peer {
    let key = try #require(PeerKey([UInt8](repeating: number, count: 32)))
    return Strangers.Peer(key: key, address: "192.0.2.7")
  }

  @Test("whoever shows an invitation in time is none, and a stranger is named once")
  func grace() throws {
    var strangers = Strangers()
    let (guest, stranger) = (try Self.peer(1), try Self.peer(2))
    for _ in 0..<2 {
      strangers.connected(guest, at: .zero)
      strangers.connected(stranger, at: .zero)
    }
    #expect(strangers.nextLook == Strangers.grace)
    #expect(strangers.due(at: .seconds(1)) { _ in false } == [])
    #expect(strangers.due(at: Strangers.grace) { $0 == guest.key } == [stranger])
    #expect(strangers.nextLook == nil)
    strangers.connected(stranger, at: .seconds(10))
    #expect(strangers.nextLook == nil)
    strangers.connected(stranger, at: .seconds(70))
    #expect(strangers.due(at: .seconds(80)) { _ in false } == [stranger])
  }

  @Test("many are neither all awaited nor all named")
  func limits() throws {
    var strangers = Strangers()
    for number in 0..<200 { strangers.connected(try Self.peer(UInt8(number)), at: .zero) }
    #expect(strangers.due(at: .seconds(5)) { _ in false }.count == Strangers.perMinute)
    for number in 200..<250 { strangers.connected(try Self.peer(UInt8(number)), at: .seconds(6)) }
    #expect(strangers.due(at: .seconds(20)) { _ in false } == [])
    strangers.connected(try Self.peer(251), at: .seconds(100))
    #expect(strangers.due(at: .seconds(110)) { _ in false }.count == 1)
  }
}
