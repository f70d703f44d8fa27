import NavDaemon
import NavTestKit
import NavWire
import Testing

@testable import NavHost

@Suite("Topics authenticate themselves (proto/README.md: Streams and topics)")
struct TopicTests {
  private let authority = TopicAuthority(key: Array(0..<32), hash: Blake2b())

  @Test("a topic reads back as the one encoded")
  func roundTrip() throws {
    try forSeeds(0..<200) { generator in
      let id: UInt64 = generator.next()
      let generation = UInt32(truncatingIfNeeded: generator.next())
      for topic in [
        TopicAuthority.Topic.stream(id: id, generation: generation),
        .ready(id: id, generation: generation, token: generator.next()),
      ] {
        try demand(authority.topic(of: authority.bytes(of: topic)) == topic)
      }
    }
  }

  @Test("topics have the form described in layout.proto")
  func form() {
    let stream = authority.bytes(of: .stream(id: 0x0102_0304_0506_0708, generation: 0x090a_0b0c))
    #expect(Array(stream.prefix(13)) == [0x73, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
    #expect(stream.count == 29)
    let ready = authority.bytes(of: .ready(id: 1, generation: 2, token: 0x1112_1314_1516_1718))
    let token: [UInt8] = [0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18]
    #expect(ready.count == 37)
    #expect(ready[0] == 0x7a && Array(ready[13..<21]) == token)
    #expect(stream.lexicographicallyPrecedes(ready))
  }

  @Test("a topic with any bit changed, shortened or extended is invalid")
  func forgeries() {
    for topic in [
      TopicAuthority.Topic.stream(id: 5, generation: 1), .ready(id: 5, generation: 1, token: 77),
    ] {
      let genuine = authority.bytes(of: topic)
      for bit in 0..<genuine.count * 8 {
        var forged = genuine
        forged[bit / 8] ^= 1 << UInt8(bit % 8)
        #expect(authority.topic(of: forged) == nil, "bit \(bit)")
      }
      for count in 0..<genuine.count {
        #expect(authority.topic(of: Array(genuine.prefix(count))) == nil)
      }
      #expect(authority.topic(of: genuine + [0]) == nil)
    }
  }

  @Test("another key gives other topics")
  func keys() {
    let other = TopicAuthority(key: Array(1..<33), hash: Blake2b())
    let topic = TopicAuthority.Topic.stream(id: 5, generation: 1)
    #expect(other.bytes(of: topic) != authority.bytes(of: topic))
    #expect(other.topic(of: authority.bytes(of: topic)) == nil)
  }

  @Test("subscriptions to foreign topics are detected, and have no other effect")
  func strangeSubscriptions() throws {
    var daemon = try SteppedDaemon("talk")
    var client = Client(seed: 1)
    let attached = try daemon.join(&client, to: "talk").attached
    var generator = SplitMix64(seed: 1)
    for _ in 0..<100 {
      let topic = generator.oneIn(4) ? [] : generator.bytes(generator.int(in: 1...64))
      try demand(!daemon.subscribe(to: topic))
      // An unsubscription is no offence.
      try demand(daemon.unsubscribe(from: topic))
      #expect(try daemon.turn().events.isEmpty)
    }
    try demand(daemon.subscribe(to: attached.streamTopic))
    // The topic of an ended session is still valid.
    _ = try daemon.ask(client.operation(.killSession(.name("talk"))))
    try demand(daemon.subscribe(to: attached.streamTopic))
  }
}
