import NavBase
import NavProcessKit
import NavWire

extension SeededGenerator {
  mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: 0...UInt8.max, using: &self) }
  }

  /// Returns the bytes of a plausible or corrupt file.
  ///
  /// Three in four files consist of tokens known to readers, in random order, with a few random bytes between them.
  fileprivate mutating func file() -> [UInt8] {
    if Int.random(in: 0..<4, using: &self) == 0 {
      return bytes(Int.random(in: 0...4_096, using: &self))
    }
    var bytes: [UInt8] = []
    for _ in 0..<Int.random(in: 1...120, using: &self) {
      guard Int.random(in: 0..<12, using: &self) > 0 else {
        bytes += self.bytes(Int.random(in: 1...8, using: &self))
        continue
      }
      let piece = Self.pieces.randomElement(using: &self) ?? ""
      let count = Int.random(in: 0..<40, using: &self) == 0 ? 200 : 1
      for _ in 0..<count { bytes += Array(piece.utf8) }
    }
    return bytes
  }

  /// Tokens with a meaning for a reader or a terminal.
  private static let pieces = [
    // Markdown
    "# A title\n", "## B\n\n", "\n---\n", "---\ntitle: x\nmode: stack\n---\n", "- a\n- b\n  - c\n",
    "1. one\n2. two\n", "> quoted\n", "> [!NOTE]\n> mind\n", "| a | b |\n|---|--:|\n| 1 | 2 |\n",
    "```swift {1|2-3|all}\nlet a = 1\nlet b = 2\n```\n", "```\n", "~~~", "<!-- pause -->\n",
    "<!-- column_layout: [2, 1] -->\n", "<!-- column: 0 -->\n", "<!-- column: 99 -->\n",
    "<!-- reset_layout -->\n", "<!-- end_slide -->\n", "<!-- speaker_note: x -->\n", ". . .\n",
    "<!--", "-->", "*em* **strong** `code` ~~gone~~ ", "[link](https://a.b/c) ", "[x](#b) ",
    "[y](../../etc/passwd) ", "<a name=\"x\">", "- [x] done\n", "![image](x.png)\n", "\\", "&amp;",
    "layout: two-cols\n", "::right::\n", "<v-click>\n", "{{#include other.md}}\n",
    // YAML and JSON
    "{", "}", "[", "]", "\"key\": ", "\"value\", ", "null", "true, ", "-1.5e9 ",
    "\"\\u0000\\ud800\"",
    "key: value\n", "- item\n", "&a *a\n", "? x\n: y\n", "|\n  text\n", "  ", "\t",
    "%YAML 1.2\n---\n",
    "tabs:\n", "  - title: A\n    content:\n", "      deck: a.md\n", "stack:\n", "pager:\n",
    "command: [sh]\n", "<<: *a\n", "!!binary aGk=\n",
    // Output of programs
    "\u{1B}[31mred\u{1B}[0m ", "\u{1B}[38;2;1;2;3m", "\u{1B}]8;;https://a.b\u{7}l\u{1B}]8;;\u{7}",
    "\u{1B}]0;owned\u{7}", "\u{1B}[2J", "\u{1B}[9999C", "\u{1B}[", "\u{1B}P", "\u{9B}1m", "\r",
    "\u{8}", "\u{7}",
    "\u{0}", "diff --git a/x b/x\n@@ -1 +1 @@\n-a\n+b\n",
    // Letters
    "word ", "wört ", "中文 ", "\u{202E}evil ", "\u{2066}", "👩‍👩‍👧‍👦", "🇩🇪", "e\u{301}\u{301}", "\u{FEFF}",
    "\u{200B}",
    "\u{E000}", "\n", "\r\n", "\u{2028}", "a-long-word-without-an-end",
  ]
}

/// One pseudo-random file, and all contents that can show it.
struct RandomSources {
  /// The name of each source in failures, and its content specification.
  let all: [(name: String, content: ContentSpec)]

  /// Writes the files into a new directory.
  init(in ground: TemporaryDirectory, _ random: inout SeededGenerator) throws {
    let bytes = random.file()
    let name = "source-\(random.next())"
    let folder = try ground.makeDirectory(name)
    // A file name may contain any byte except a slash and NUL.
    let odd = random.bytes(40).filter { $0 != 0 && $0 != UInt8(ascii: "/") }
    let names = ["a.md", "b.json", "c.yaml", "d.swift", "e.jsonl", "SUMMARY.md", "other.md", "f"]
    for file in names.map({ Array($0.utf8) }) + (odd.isEmpty ? [] : [odd]) {
      try ground.write(bytes, to: Array("\(name)/".utf8) + file)
    }
    let text = { (form: GivenText.Form) in
      ContentSpec.text(GivenText(name: "given", bytes: bytes, form: form))
    }
    all = [
      ("deck", .deck(path: "\(folder)/a.md")), ("tree", .tree(path: folder)),
      ("docs", .docs(path: "\(folder)/SUMMARY.md")), ("directory of docs", .docs(path: folder)),
      ("JSON", .outline(path: "\(folder)/b.json")), ("YAML", .outline(path: "\(folder)/c.yaml")),
      ("JSON lines", .outline(path: "\(folder)/e.jsonl")),
      ("scene", .scene(path: "\(folder)/c.yaml")),
      ("program", .command(CommandLine(.shell, ["cat '\(folder)/f'"], in: folder))),
      ("printed text", text(.printed)), ("deck on standard input", text(.deck)),
      ("document on standard input", text(.outline)),
      (
        "tabs",
        .tabs([.deck(path: "\(folder)/a.md"), .tree(path: folder), .deck(path: "\(folder)/f")])
      ),
    ]
  }
}
