import NavContent
import Testing

/// Returns the lint messages for a deck of another tool.
@Suite("Mistakes in decks of other tools") struct DeckLintTests {
  private func found(_ text: String, at path: String = "/no/x") -> [String] {
    Lint.findings(in: text, path: path, as: .deck).map {
      "\($0.line):\($0.column) \($0.problem)"
    }
  }

  private func check(_ text: String, _ expected: [String]) {
    let found = found(text)
    #expect(found.count == expected.count, "\(text): \(found)")
    for (line, wanted) in zip(found, expected) {
      let place = wanted.prefix { $0 != " " }
      let words = wanted.dropFirst(place.count + 1)
      #expect(line.hasPrefix(place + " ") && line.contains(words), "\(line), not \(wanted)")
    }
  }

  @Test(
    "slidev: missing files, and components",
    arguments: [
      ("# A\n\n<<< @/gone.ts#part {1}\n", ["6:5 can't include @/gone.ts: there is no such file"]),
      ("# A\n\n---\nclass: x\nsrc: ./gone.md#2\n---\n", ["8:1 can't include ./gone.md"]),
      ("```\n<<< @/gone.ts\n<Counter />\n```\n", []),
      (
        "a <Counter /> <Tweet id=\"1\"/>\n\n<Counter />\n\n<arrow x1=\"1\" />\n<carbon:edit/>\n",
        [
          "4:3 <Counter> is not done", "4:15 <Tweet> is not done", "8:1 <arrow>",
          "9:1 <carbon:edit>",
        ]
      ),
      ("<!-- <Counter /> -->\n\n<!--\n<Tweet/>\n-->\n\n<script>\nlet a: Array<Foo>\n</script>", []),
      (
        "<v-click>\n\na\n\n</v-click>\n\n<Toc/>\n\n<div v-click><b>c</b> <img src=\"a\"></div> `<Foo/>`\n",
        []
      ),
    ] as [(String, [String])]
  )
  func slidev(body: String, expected: [String]) {
    check("---\nhighlighter: shiki\n---\n" + body, expected)
  }

  @Test("slidev: the file of the first slide; existing files")
  func slidevFiles() {
    check("---\nhighlighter: shiki\nsrc: gone.md\n---\n", ["3:1 can't include gone.md"])
    let directory = TemporaryDirectory()
    directory.write(Array("a".utf8), to: "a.ts")
    directory.write(Array("# A".utf8), to: "a.md")
    let text = "---\nhighlighter: shiki\n---\n<<< @/a.ts\n\n---\nsrc: ./a.md\n---\n"
    let path = directory.write(Array(text.utf8), to: "deck.md")
    #expect(found(text, at: path) == [])
    // Outside of slidev decks none of this has a meaning.
    check("<<< gone.ts\n\n<Counter />\n", [])
  }

  @Test(
    "slides: commands",
    arguments: [
      (
        "# A\n\n~~~graph-easy --as=boxart\na\n~~~\n\n~~~xargs cat\nb\n~~~\n",
        ["3:4 'graph-easy --as=boxart' is not run"]
      ),
      ("~~~python\na\n~~~\n", []), ("~~~~xargs cat\na\n~~~~\n", []), ("```xargs cat\na\n```\n", []),
      ("~~~rust {1} x\na\n~~~\n", []), ("---\nstyles: {}\n---\n~~~xargs cat\na\n~~~", []),
    ] as [(String, [String])]
  )
  func commands(text: String, expected: [String]) {
    check(text, expected)
  }

  @Test(
    "patat: unsupported settings",
    arguments: [
      (
        "---\npatat:\n  incrementalLists: true\n  wrap: true\n  slideLevel: 2\n  margins: {left: 1}\n  eval: {}\n---\na",
        ["6:3 'margins' does nothing", "7:3 'eval' does nothing: programs of a deck are never run"]
      ),
      ("---\npatat:\n  slideLevl: 2\n---\na", ["3:3 did you mean slideLevel"]),
      (
        "a\n\n<!--config: margins: {top: 2} -->\n\n<!--config:\nslideNumber: false\ntheme:\n  header: [red]\n-->\n\n<!--config: margins: {top: 1} -->",
        ["3:1 'margins'", "6:1 'slideNumber'", "7:1 'theme'"]
      ),
      (
        "<!--config:\nincrementalLists: true\nmargin: 2\n-->",
        ["2:1 write <!-- incremental_lists: true -->", "3:1 did you mean margins"]
      ),
      ("<!--config: [a -->", ["1:1 no YAML"]),
      ("<!-- config: a comment -->\n\n# A", []),
    ] as [(String, [String])]
  )
  func patat(text: String, expected: [String]) {
    check(text, expected)
  }
}
