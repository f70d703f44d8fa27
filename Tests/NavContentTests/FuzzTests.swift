import NavBase
import NavContent
import NavTestKit
import Testing

/// Any bytes of a file become rows that are safe and fit.
@Suite struct FuzzTests {
  @Test(arguments: wanted(0..<300))
  func anyBytesAreADeck(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let bytes = seed % 3 == 0 ? randomBytes(using: &random) : randomMarkdown(using: &random)
    let deck = Deck(markdown: String(decoding: bytes, as: UTF8.self), name: "fuzz")
    let columns = Int.random(in: 1...100, using: &random)
    #expect(!deck.slides.isEmpty, "seed \(seed)")
    for slide in deck.slides {
      for step in 0...slide.document.stepCount {
        _ = FlowedText(slide.document, columns: columns, step: step)
      }
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

  private func randomBytes(using random: inout SplitMix64) -> [UInt8] {
    (0..<Int.random(in: 0...400, using: &random)).map { _ in .random(in: 0...255, using: &random) }
  }

  /// Returns pieces with a meaning for a Markdown parser or a terminal, in any order.
  private func randomMarkdown(using random: inout SplitMix64) -> [UInt8] {
    let pieces =
      [
        "\n", "\n", "\n\n", " ", "    ", "\t", "\r", "#", "# ", "---", "***", "> ", "- ", "1. ",
        "[x] ",
        "[ ] ", "```", "~~~", "`", "*", "**", "~~", "_", "|", "|---|:-:|", "| a | b |\n|---|---|\n",
        "[a](", "<http://",
        "https://x.org/", ")", "![", "]", "<!--", "-->", "<!-- end_slide -->", "<!-- pause -->",
        "<!-- column_layout: [2, 1] -->\n", "<!-- column: 1 -->\n", "<!-- reset_layout -->\n",
        ". . .\n\n", "```swift {1|2-3|all} +line_numbers\n", "---\nlayout: two-cols\n---\n",
        "::right::\n", "::: incremental\n", ":::: columns\n", "::: {.column width=\"999%\"}\n",
        ":::\n",
        "<v-click>\n", "patat:\n", "> [!note] x\n", "author: y\n", "<div>", "<br>",
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
