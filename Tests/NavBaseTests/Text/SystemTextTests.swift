import NavBase
import Testing

@Suite("Texts of the system") struct SystemTextTests {
  @Test(
    "bytes that are not UTF-8 are kept, and shown as U+FFFD",
    arguments: [
      (Array("caf".utf8), "caf", "caf"), ([], "", ""), (Array("日本".utf8), "日本", "日本"),
      ([0x61, 0xE9, 0x62], "a\u{10FFE9}b", "a\u{FFFD}b"),
      (
        [0x80, 0xBF, 0xC0, 0xFF], "\u{10FF80}\u{10FFBF}\u{10FFC0}\u{10FFFF}",
        "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"
      ),
      ([0xC3, 0xA9, 0xC3], "é\u{10FFC3}", "é\u{FFFD}"),
      ([0xED, 0xA0, 0x80], "\u{10FFED}\u{10FFA0}\u{10FF80}", "\u{FFFD}\u{FFFD}\u{FFFD}"),
      (Array("\u{10FF7F}".utf8), "\u{10FF7F}", "\u{10FF7F}"),
      // A name that contains such a scalar.
      (
        Array("\u{10FFE9}".utf8), "\u{10FFF4}\u{10FF8F}\u{10FFBF}\u{10FFA9}",
        "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"
      ),
    ] as [([UInt8], String, String)]
  )
  func bytes(_ bytes: [UInt8], text: String, shown: String) {
    #expect(Array(String(system: bytes).unicodeScalars) == Array(text.unicodeScalars))
    #expect(SystemText.bytes(text.utf8) == bytes)
    #expect(sanitized(text) == shown)
  }

  @Test("any two bytes, and any byte in a character, come back")
  func pairs() {
    for first in UInt8.min...UInt8.max {
      for second in UInt8.min...UInt8.max {
        for bytes in [[first, second], [0xF4, 0x8F, first, second], [0xE6, first, second]] {
          let text = SystemText.utf8(bytes)
          guard SystemText.bytes(text) == bytes, String(validating: text, as: UTF8.self) != nil
          else {
            Issue.record("\(bytes)")
            continue
          }
        }
      }
    }
  }
}
