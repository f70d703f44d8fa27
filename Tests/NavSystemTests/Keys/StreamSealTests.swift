import NavSystem
import Testing

@Suite("Sealed messages (proto/README.md: Sealed streams)")
struct StreamSealTests {
  private static let key = [UInt8](repeating: 7, count: 32)
  private static let topic: [UInt8] = Array("s-topic".utf8)

  @Test("whoever has the key opens them, whatever their length")
  func open() {
    var (sealer, opener) = (StreamSealer(), StreamOpener())
    for count in [0, 1, 15, 16, 17, 1_000, 100_000] {
      let message = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
      let sealed = sealer.seal(message, key: Self.key, topic: Self.topic)
      #expect(sealed.count == count + 24)
      #expect(opener.open(sealed, key: Self.key, topic: Self.topic) == message)
    }
  }

  @Test("the form is that of the protocol")
  func form() {
    var sealer = StreamSealer()
    let first = sealer.seal(Array("Hi".utf8), key: Self.key, topic: Self.topic)
    let second = sealer.seal(Array("Hi".utf8), key: Self.key, topic: Self.topic)
    #expect(Array(first[..<8]) == [1, 0, 0, 0, 0, 0, 0, 0])
    #expect(Array(second[..<8]) == [2, 0, 0, 0, 0, 0, 0, 0])
    #expect(first[8...] != second[8...], "the same text is the same bytes")
  }

  @Test("another key, another topic, any changed bit, and a repetition open nothing")
  func refused() {
    var sealer = StreamSealer()
    let message = Array("what the speaker alone reads".utf8)
    let sealed = sealer.seal(message, key: Self.key, topic: Self.topic)
    func open(_ bytes: [UInt8], _ key: [UInt8] = Self.key, _ topic: [UInt8] = Self.topic) -> Bool {
      var opener = StreamOpener()
      return opener.open(bytes, key: key, topic: topic) != nil
    }
    #expect(open(sealed))
    #expect(!open(sealed, [UInt8](repeating: 8, count: 32)))
    #expect(!open(sealed, []))
    #expect(!open(sealed, Self.key, Self.topic + [0]))
    for index in sealed.indices {
      for bit in 0..<8 {
        var changed = sealed
        changed[index] ^= 1 << UInt8(bit)
        #expect(!open(changed))
      }
    }
    for count in sealed.indices { #expect(!open(Array(sealed[..<count]))) }
    var opener = StreamOpener()
    let next = sealer.seal(message, key: Self.key, topic: Self.topic)
    #expect(opener.open(next, key: Self.key, topic: Self.topic) == message)
    #expect(opener.open(next, key: Self.key, topic: Self.topic) == nil)
    #expect(opener.open(sealed, key: Self.key, topic: Self.topic) == nil)
  }
}
