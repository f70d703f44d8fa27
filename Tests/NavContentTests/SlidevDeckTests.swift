import NavBase
import NavContent
import Testing

/// Keys, pictures and the table of contents of slidev decks.
@Suite("Decks of slidev") struct SlidevDeckTests {
  private func slides(_ body: String) -> [Slide] {
    Deck(markdown: "---\nhighlighter: shiki\nlayout: default\n---\n" + body, name: "x").slides
  }

  private func rows(_ slide: Slide, step: Int? = nil) -> [String] {
    FlowedText(slide.document, columns: 50, step: step).rows
      .map { String(repeating: " ", count: $0.row.indent) + $0.row.text }
      .map { $0.replacing("\u{A0}", with: " ") }
  }

  @Test("two adjacent keys are two")
  func keys() {
    let slide = slides("<kbd>shift</kbd><kbd>space</kbd> a<kbd>b</kbd>c <kbd>d</kbd> <kbd>e</kbd>")[
      0
    ]
    let row = FlowedText(slide.document, columns: 50).rows[0].row
    #expect(row.text == "shift space abc d e")
    #expect(row.runs[0].length == 5 && row.runs[0].style.role == .codeSpan)
    #expect(row.runs[1].length == 1 && row.runs[1].style.role == .plain)
  }

  @Test(
    "pictures as tags are shown like those of Markdown",
    arguments: [
      ("<img src=\"a.png\" alt=\"An *a*\">", "![An *a*](a.png)"),
      ("a <img\n  class=\"x\"\n  src=\"a.png\"\n/> b", "a ![](a.png) b"),
      ("<div>\n    <img src=\"a.png\"/>\n    text\n</div>", "![](a.png)\n\ntext"),
      ("<div><img src=\"a b.png\" alt=\"[b]\"></div>", "![\\[b\\]](<a b.png>)"),
      ("<img :src=\"x\">\n\na", "a"), ("`<img src=\"a.png\">`", "`<img src=\"a.png\">`"),
    ]
  )
  func pictures(tag: String, markdown: String) {
    #expect(rows(slides(tag)[0]) == rows(slides(markdown)[0]), "\(tag)")
  }

  @Test(
    "an entry of a list with a click is a step",
    arguments: [
      ("- a\n- <v-click>b</v-click>\n- <span v-click>c</span>", 2, "• a"),
      ("1. a\n2. <v-click>b</v-click>\n3. c", 1, "1. a"),
      ("- a\n  - <v-click>b</v-click>\n  - c", 1, "• a"), ("- 1 <b>a</b>", 0, "• 1 a"),
      // In the text of an entry, whose list goes on behind it.
      ("- a\n  <v-click>b</v-click>\n  - c", 1, "• a"),
      ("- a\n\n  <v-click at=\"2\">\n\n  b\n\n  </v-click>\n\n  c", 1, "• a"),
      ("- a\n- [ ] <v-click>b</v-click>", 1, "• a"),
      ("1. a\n2. <v-click>\n\n   b\n\n   </v-click>", 1, "1. a"),
      ("- a <v-click>b</v-click> c", 0, "• a b c"),
    ]
  )
  func entries(list: String, steps: Int, first: String) {
    let slide = slides(list)[0]
    #expect(slide.document.stepCount == steps)
    #expect(rows(slide, step: 0).filter { !$0.isEmpty } == [first])
    #expect(!rows(slide, step: steps).joined().contains("<"))
    #expect(slide.document.blocks.count == 1)
  }

  @Test("a picture with a click delays the content after it")
  func clicks() {
    let slide = slides(
      "a\n\n<img\n  v-click\n  src=\"b.png\"\n/>\n<p v-after class=\"c\">Here!</p>\n"
    )[0]
    #expect(slide.document.stepCount == 1)
    #expect(rows(slide, step: 0).filter { !$0.isEmpty } == ["a"])
    #expect(rows(slide, step: 1).filter { !$0.isEmpty } == ["a", "(b.png)", "Here!"])
  }

  @Test("the table of contents has the numbers of slides, and their levels")
  func contents() {
    let text = """
      # One

      ---
      level: 2
      ---

      # Two

      ---

      No heading

      ---
      hide: true
      ---

      # Hidden

      ---
      title: 'Other'
      ---

      # Four

      ---

      <Toc minDepth="1" maxDepth="2"></Toc>
      """
    let all = slides(text)
    #expect(rows(all[4]) == ["1. One", "   2. Two", "4. Other"])
    let links = FlowedText(all[4].document, columns: 50).rows.flatMap(\.row.runs)
      .compactMap(\.style.link)
    #expect(links.count == 3)
    #expect(
      rows(slides(text.replacing("maxDepth=\"2\"", with: "maxDepth=\"1\""))[4]) == [
        "1. One", "4. Other",
      ]
    )
    let many = (1...12).map { "# S\($0)\n\n---\n\n" }.joined() + "<Toc />"
    #expect(rows(slides(many)[12]).prefix(1) == [" 1. S1"])
    #expect(rows(slides(many)[12]).last == "12. S12")
  }

  @Test(
    "nothing is left of a page counter, and of other expressions what stands beside them",
    arguments: [
      ("{{ $page }} of {{ $nav.total }}", ""),
      (
        "<div class=\"abs-br\">Page {{ $slidev.nav.currentPage }} / {{ $slidev.nav.total }}</div>",
        ""
      ),
      ("- Slide {{$page}}", ""), ("See page {{ $page }} for more", "See page for more"),
      ("1 of {{ count }}", "1 of"), ("Page {{ count }}", "Page"),
    ]
  )
  func counters(line: String, shown: String) {
    let found = rows(slides("# A\n\n\(line)\n\nend")[0]).filter { !["", "━"].contains($0) }
      .map { $0.split(separator: " ").joined(separator: " ") }
    #expect(found == (["A", shown, "end"].filter { !$0.isEmpty }), "\(line)")
  }

  @Test("addresses in brackets are no components")
  func addresses() {
    #expect(
      rows(slides("a <https://a.org/b> <me@a-b.org> <Counter/>")[0]) == [
        "a https://a.org/b me@a-b.org"
      ]
    )
  }
}
