import NavContent
import NavModel
import NavTestKit
import NavText
import Testing

@Suite("Memory of Markdown") struct MarkdownMemoryTests {
  /// Texts that are hard to parse or to keep.
  private static let hostile: [(name: String, text: String)] = [
    ("nested quotes", String(repeating: ">", count: 50_000) + " a"),
    ("nested lists", (0..<500).map { String(repeating: " ", count: $0) + "- a\n" }.joined()),
    ("nested brackets", String(repeating: "[", count: 50_000)),
    ("nested emphasis", String(repeating: "*a_", count: 30_000)),
    ("one long line", String(repeating: "word ", count: 200_000)),
    ("links", String(repeating: "[a](b) ", count: 20_000)),
    ("references", (0..<5_000).map { "[\($0)]: /a\n" }.joined() + "[1] [2] [3]"),
    ("footnotes", (0..<2_000).map { "[^\($0)]: a\n\n[^\($0)]\n\n" }.joined()),
    (
      "a wide table",
      String(repeating: "|a", count: 500) + "|\n" + String(repeating: "|-", count: 500) + "|\n"
    ),
    ("empty items", String(repeating: "- a\n", count: 100_000)),
    ("short slides", String(repeating: "a\n\n---\n\n", count: 20_000)),
    (
      "NULs and broken UTF-8",
      String(decoding: [0, 0x80, 0xFF, 0xE4] + Array("a\n".utf8), as: UTF8.self)
    ),
  ]

  @Test("hostile texts are read, or given up as too large; texts after them are read as ever")
  func hostileTexts() throws {
    let plain = "# A\n\n~~gone~~ www.example.com\n\n|a|\n|-|\n|b|\n"
    let expected = Deck(markdown: plain, name: "plain")
    for (name, text) in Self.hostile {
      for budget in [256 << 10, 1 << 20, 4 << 20, 16 << 20, 256 << 20] {
        let deck = ReadingBudget.use(budget) { Deck(markdown: text, name: name) }
        #expect(!deck.slides.isEmpty, "\(name)")
        #expect(deck.isComplete || deck.slides.count == 1, "\(name)")
        #expect(deck.isComplete || budget < 256 << 20, "\(name)")
        #expect(Deck(markdown: plain, name: "plain") == expected, "after \(name)")
      }
    }
  }

  @Test("a text that needs more memory than there is says so")
  func tooLarge() throws {
    let directory = TemporaryDirectory()
    let text = String(repeating: "- a\n", count: 50_000)
    let path = directory.write(Array(text.utf8), to: "list.md")
    #expect(throws: ContentError.needsMemory(path: path)) {
      try ReadingBudget.use(4 << 20) { () throws(ContentError) in try loadDeck(path: path) }
    }
    #expect(throws: ContentError.needsMemory(path: path)) {
      try ReadingBudget.use(100_000) { () throws(ContentError) in try loadDeck(path: path) }
    }
    #expect(try loadDeck(path: path).isComplete)
  }

  @Test("held content takes at most 10 times its bytes")
  func held() throws {
    let prose = "The quick *brown* fox `jumps` over [a](http://example.com) lazy dog. "
    let code = "```swift\nlet a = 1\nprint(a)\n```\n\n"
    let slide = "# Title\n\n" + prose + "\n\n- one\n- two\n- three\n\n" + code + "---\n\n"
    let texts = Self.hostile.map(\.text) + [String(repeating: slide, count: 500)]
    for text in texts where text.utf8.count > 100_000 {
      let reader = ContentReader()
      let given = GivenText(
        name: "deck",
        bytes: Array(text.utf8.prefix(GivenText.byteLimit)),
        form: .deck
      )
      let content = try reader.read(.text(given), for: 1)
      #expect(content.memorySize < 10 * given.bytes.count)
    }
    let lines = Array(String(repeating: "a\n", count: 50_000).utf8)
    let printed = GivenText(name: "lines", bytes: lines, form: .printed)
    let content = try ContentReader().read(.text(printed), for: 2)
    #expect(content.memorySize < 10 * lines.count)
  }
}
