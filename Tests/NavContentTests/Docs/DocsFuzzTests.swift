import NavBase
import NavContent
import NavTestKit
import Testing

/// Any bytes of a summary and its chapters become safe pages.
@Suite struct DocsFuzzTests {
  @Test(arguments: wanted(0..<200))
  func anyBytesAreABook(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let directory = TemporaryDirectory()
    directory.write(bytes(using: &random), to: "SUMMARY.md")
    directory.write(bytes(using: &random), to: "a.md")
    directory.write(bytes(using: &random), to: "book.toml")
    let book = try Docs(path: directory.root)
    #expect(isSafe(book.title), "seed \(seed)")
    var paths = ["", "/a.md", "/a.md/~links", "/~links", "/..", "/~1~2#x", "/%00"]
    paths += (book.contents.list?.entries ?? []).prefix(10).map {
      "/" + String(decoding: $0.key, as: UTF8.self)
    }
    for path in paths {
      guard case .page(let page) = book.page(at: path.utf8).content else {
        Issue.record("seed \(seed): no page")
        continue
      }
      #expect(isSafe(page.title), "seed \(seed)")
      if let list = page.list {
        for entry in list.entries {
          #expect(isSafe(entry.label) && isSafe(entry.detail), "seed \(seed)")
          #expect(!entry.key.isEmpty && !entry.key.contains(0x2F), "seed \(seed)")
        }
        #expect(Set(list.entries.map(\.key)).count == list.entries.count, "seed \(seed)")
        for text in list.sections.map(\.title) + list.notes {
          #expect(isSafe(text), "seed \(seed)")
        }
      } else {
        for row in FlowedText(page.document, columns: 40).rows.map(\.row) {
          #expect(isSafe(row.text), "seed \(seed)")
          #expect(row.runs.compactMap(\.style.link).allSatisfy(isSafe), "seed \(seed)")
        }
      }
    }
  }

  private func isSafe(_ text: String) -> Bool { sanitized(text) == text }

  private func bytes(using random: inout SplitMix64) -> [UInt8] {
    let pieces =
      [
        "# S\n\n", "- [a](a.md)\n", "  - [b](b.md#x)\n", "[c](<d e.md>)\n", "- [d]()\n", "---\n",
        "\n", "# Part\n",
        "1. x\n", "{{#include a.md}}", "{{#include ../x}}", "{{#", "}}", ":", "[x](#s)", "[x](/)",
        "[x](..)",
        "[x](%2e%2e/%00)", "[x](nav-page:a)", "title = \"", "\"\n", "[book]\n", "src = \"..\"\n",
        "<", ">", "ä",
        "\u{1B}[31m", "\u{202E}", "~", "    ", "*", "`",
      ].map { Array($0.utf8) } + [[0xFF], [0x00], [0x9B]]
    return (0..<Int.random(in: 0...40, using: &random)).flatMap { _ in
      pieces.randomElement(using: &random) ?? []
    }
  }
}
