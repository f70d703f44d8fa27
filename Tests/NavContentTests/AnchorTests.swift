import NavBase
import NavTestKit
import Testing

@testable import NavContent

@Suite("Named anchors in texts, the targets of links")
struct AnchorTests {
  private let directory = TemporaryDirectory()

  @Test(
    "names in HTML",
    arguments: [
      ("<a name=\"x\">", ["x"]), ("<a id='x'></a>", ["x"]), ("<A NAME=x>", ["x"]),
      ("<span id=x class=y>", ["x"]), ("<h2 class=\"a b\" id = \"x y\">", ["x y"]),
      ("<span name=\"x\">", []), ("<a href=\"#x\">", []), ("a < b id=x>", []), ("</a id=x>", []),
      ("<a id=\"x\"/><p id=\"y\">z</p>", ["x", "y"]), ("<a id=\"\">", []), ("<a id>", []),
      ("<a id=x/><b", ["x/"]), ("<a id=\"never closed", ["never closed"]),
      ("<a title=\"id='no'\" id=yes>", ["yes"]), ("<a ==>", []), ("<", []), ("", []),
    ] as [(String, [String])]
  )
  func names(html: String, names: [String]) {
    #expect(HTMLAnchor.names(in: html) == names)
  }

  @Test("a name at the limit is valid, a longer one is not")
  func limit() {
    for (length, isName) in [(HTMLAnchor.byteLimit, true), (HTMLAnchor.byteLimit + 1, false)] {
      let html = "<a id=\"\(String(repeating: "x", count: length))\">"
      #expect(HTMLAnchor.names(in: html).isEmpty != isName)
    }
  }

  @Test("any HTML gives only names that it contains", arguments: 1...200)
  func anything(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    let pieces = ["<", "a", " ", "id", "=", "\"", "'", ">", "/", "x", "é", "\n"]
    let html = (0..<40).map { _ in
      pieces[Int.random(in: 0..<pieces.count, using: &generator)]
    }.joined()
    for name in HTMLAnchor.names(in: html) {
      #expect(html.contains(name) && !name.isEmpty, "seed \(seed)")
    }
  }

  @Test(
    "attributes of headings",
    arguments: [
      ("Title {#x}", "Title", "x"), ("Title { #x .a b=c }", "Title", "x"),
      ("Title {.a}", "Title", nil), ("Title {#x .}", "Title {#x .}", nil),
      ("Title {x}", "Title {x}", nil), ("Title {}", "Title {}", nil), ("{#x}", "{#x}", nil),
      ("Title{#x}", "Title{#x}", nil), ("a {#x} b", "a {#x} b", nil), ("a {b} {#x}", "a {b}", "x"),
      ("}", "}", nil), ("", "", nil), ("é 语 {#ü}", "é 语", "ü"),
    ] as [(String, String, String?)]
  )
  func headings(written: String, text: String, name: String?) {
    let found = HeadingAttributes(StyledText(written, style: TextStyle(role: .heading1)))
    #expect(found.text.text == text && found.name == name)
    #expect(found.text.runs.reduce(0) { $0 + $1.length } <= text.utf8.count)
  }

  @Test("links of books lead to the blocks that contain the names")
  func places() throws {
    let chapter = """
      # A {#top}

      text <a name="mid"></a>more

      <a id="before"></a>

      ## After

      - one
      - two <span id="item">x</span>
        > inner <a id="quoted"></a>
      -
      - last <i id="last">y</i>

      | <b id="cell">a</b> |
      |---|
      | 1 |

      ## After {#after-all}

      <a id="top">the second of that name</a>
      """
    directory.write(Array("# S\n\n- [A](a.md)\n".utf8), to: "SUMMARY.md")
    directory.write(Array(chapter.utf8), to: "a.md")
    func block(_ fragment: String) throws -> Int? {
      let path = "/a.md#\(fragment)"
      guard
        case (let document, let start)? = try Docs(path: directory.root).text(at: path)
      else { return nil }
      let leaves = document.leaves
      #expect(start.map { leaves.indices.contains($0.block) } ?? true)
      return start?.block
    }
    let places: [(String, Int?)] = [
      ("top", 0), ("a", 0), ("mid", 1), ("before", 2), ("after", 2), ("item", 4), ("quoted", 5),
      ("last", 7), ("cell", 8), ("after-all", 9), ("after-1", 9), ("none", nil), ("", nil),
    ]
    for (fragment, expected) in places { #expect(try block(fragment) == expected, "\(fragment)") }
  }

  @Test("attributes of a heading are not shown")
  func shown() {
    let deck = Deck(markdown: "# Title {#x}\n\ntext", name: "x")
    #expect(deck.slides.map(\.title) == ["Title"])
  }

  @Test("headings are counted as leaf blocks are")
  func counted() {
    let text = TextBlock.paragraph(StyledText("x"))
    func heading(_ title: String) -> TextBlock { .heading(level: 2, StyledText(title)) }
    let list = TextList(
      start: nil,
      isTight: true,
      items: [TextListItem(blocks: []), TextListItem(blocks: [text, heading("b")])]
    )
    let document = TextDocument(blocks: [
      text, .pause, heading("a"), .list(list), .quote([heading("c")]),
      .columns([TextColumn(blocks: [text]), TextColumn(blocks: [heading("d\ne")])]), .rule,
    ])
    let found = document.headings(limit: 9)
    #expect(found.map(\.title) == ["a", "b", "c", "d e"])
    #expect(found.map(\.position.block) == [1, 4, 5, 7])
    #expect(document.headings(limit: 2).map(\.title) == ["a", "b"])
    #expect(document.headings(limit: 0).isEmpty)
  }
}
