import NavContent
import NavTestKit
import NavText
import Testing

/// Whatever the bytes of a file are, it becomes rows that are safe and fit.
@Suite struct FuzzTests {
  @Test(arguments: wanted(0..<300))
  func anyBytesAreADeck(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let bytes = seed % 3 == 0 ? randomBytes(using: &random) : randomMarkdown(using: &random)
    let deck = Deck(markdown: String(decoding: bytes, as: UTF8.self), name: "fuzz")
    let columns = Int.random(in: 1...100, using: &random)
    #expect(!deck.slides.isEmpty, "seed \(seed)")
    for slide in deck.slides {
      #expect(!slide.title.isEmpty && sanitized(slide.title) == slide.title, "seed \(seed)")
      for row in FlowedText(slide.document, columns: columns).rows.map(\.row) {
        #expect(row.columns <= columns, "seed \(seed)")
        #expect(sanitized(row.text) == row.text, "seed \(seed)")
        for link in row.runs.compactMap(\.style.link) {
          #expect(sanitized(link) == link, "seed \(seed)")
        }
      }
    }
  }

  private func randomBytes(using random: inout SeededGenerator) -> [UInt8] {
    (0..<Int.random(in: 0...400, using: &random)).map { _ in .random(in: 0...255, using: &random) }
  }

  /// Pieces that mean something to a Markdown parser or to a terminal, in any order.
  private func randomMarkdown(using random: inout SeededGenerator) -> [UInt8] {
    let pieces =
      [
        "\n", "\n", "\n\n", " ", "    ", "\t", "\r", "#", "# ", "---", "***", "> ", "- ", "1. ",
        "[x] ",
        "[ ] ", "```", "~~~", "`", "*", "**", "~~", "_", "|", "|---|:-:|", "| a | b |\n|---|---|\n",
        "[a](", "<http://",
        "https://x.org/", ")", "![", "]", "<!--", "-->", "<!-- end_slide -->", "<div>", "<br>",
        "<script>",
        "</", ">", "<", "&#27;", "&#x202E;", "&amp;", "\\", "title: x", "text", "日本語", "👩\u{200D}👧",
        "🇩", "\u{301}",
        "\u{202E}", "\u{1B}]8;;", "\u{7}", "\u{0}", "\u{FEFF}", "\u{2028}", "\u{600}",
      ].map { Array($0.utf8) } + [[0xFF], [0xC3], [0xE2, 0x80], [0x9B]]
    return (0..<Int.random(in: 0...120, using: &random)).flatMap { _ in
      pieces.randomElement(using: &random) ?? []
    }
  }
}

/// A small generator of numbers that are the same for the same seed.
private struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
