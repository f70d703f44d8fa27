import NavInput
import NavTerminal
import Testing

@Suite("The terminal's clipboard")
struct ClipboardTests {
  @Test(
    "a text is encoded in base64",
    arguments: [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
      ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"), ("\u{1B}\u{FF}?>", "G8O/Pz4="),
    ]
  )
  func sequence(text: String, encoded: String) {
    #expect(
      String(decoding: Clipboard.sequence(for: text), as: UTF8.self)
        == "\u{1B}]52;c;\(encoded)\u{07}"
    )
  }

  @Test("the longest text has 500,000 bytes")
  func limit() {
    let text = String(repeating: "a", count: Clipboard.byteLimit)
    #expect(Clipboard.byteLimit == 500_000)
    #expect(Clipboard.sequence(for: text).count == 7 + 666_668 + 1)
  }
}
