import NavWire
import Testing

@Suite("The keys of a daemon as text (proto/README.md: A new key)")
struct ServerKeysTests {
  private static let (first, second) = (
    String(repeating: "A", count: 43), String(repeating: "A", count: 42) + "E"
  )

  @Test("one key, or two with a plus")
  func forms() throws {
    let one = try #require(ServerKeys(Self.first))
    #expect(one.next == nil && one.all == [one.current] && one.description == Self.first)
    let two = try #require(ServerKeys("\(Self.first)+\(Self.second)"))
    #expect(two.current == one.current && two.all.count == 2)
    #expect(two.description == "\(Self.first)+\(Self.second)")
    #expect(ServerKeys(one.current, next: one.current) == one)
  }

  @Test(
    "anything else is refused",
    arguments: [
      "", "+", first + "+", "+" + first, first + " ", "\(first)+\(first)", first + "++" + second,
      "\(first)+\(second)+\(first)", "\(first) \(second)", String(first.dropLast()),
    ]
  )
  func refused(text: String) {
    #expect(ServerKeys(text) == nil)
  }
}

@Suite("The keys of encrypted connections")
struct EncryptionKeysTests {
  private static func key(_ byte: UInt8) -> PeerKey {
    guard let key = PeerKey([UInt8](repeating: byte, count: 32)) else { fatalError("no key") }
    return key
  }

  @Test("a connection expects the key that it is told, known before or not, and keeps its own")
  func expecting() {
    let (first, second, third) = (Self.key(1), Self.key(2), Self.key(3))
    let keys = Endpoints.Encryption(server: first, or: [second], secret: Self.key(9))
    for (key, others) in [(first, [second]), (second, []), (third, [])] {
      let expected = keys.expecting(key)
      #expect(expected.server == key && expected.others == others)
      #expect(expected.secret == Self.key(9))
    }
  }
}
