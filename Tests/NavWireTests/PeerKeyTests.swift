import NavTestKit
import NavWire
import Testing

@Suite("Keys as text (proto/README.md: Encryption)")
struct PeerKeyTests {
  @Test("a key is 43 characters that need no quoting, and the text is its own")
  func text() throws {
    var random = SplitMix64(seed: 1)
    for _ in 0..<200 {
      let bytes = (0..<PeerKey.byteCount).map { _ in UInt8.random(in: 0...255, using: &random) }
      let key = try #require(PeerKey(bytes))
      let text = "\(key)"
      #expect(text.utf8.count == 43)
      #expect(text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) })
      #expect(PeerKey(text) == key && key.bytes == bytes)
    }
    #expect("\(try #require(PeerKey([UInt8](repeating: 0, count: 32))))".allSatisfy { $0 == "A" })
    #expect(
      PeerKey("__________________________________________8")?.bytes
        == [UInt8](repeating: 255, count: 32)
    )
  }

  @Test("no other text is a key")
  func others() {
    let valid = String(repeating: "A", count: 43)
    let table = [
      "", "A", valid + "A", valid + "=", String(valid.dropLast()), String(valid.dropLast()) + "+",
      // Its last bits belong to no byte.
      String(valid.dropLast()) + "B", String(valid.dropLast()) + "é", " " + valid.dropLast(),
    ]
    for text in table { #expect(PeerKey(text) == nil, "\(text)") }
    for count in [0, 31, 33] { #expect(PeerKey([UInt8](repeating: 1, count: count)) == nil) }
  }
}
