import NavBase
import Testing

@testable import NavContent

@Suite("Links from one slide to another")
struct SlideNameTests {
  private static let markdown = """
    # One

    [two](#two) [same](#two-1) [named](#n%61me) [place](#here) [none](#nowhere) [out](https://x.org/#two)
    [forged](nav-page:x)

    ---

    ## Two

    ---

    <!-- end of nothing -->

    ---

    ## Two

    text <a id="here"></a>

    ---

    # Three {#name}
    """

  private static func addresses(_ deck: Deck) -> [String] {
    deck.slides.flatMap { $0.document.blocks }.flatMap { block -> [String] in
      guard case .paragraph(let text) = block else { return [] }
      return text.runs.compactMap(\.style.link)
    }
  }

  @Test("names refer to existing slides, numbered as shown")
  func names() {
    let deck = Deck(markdown: Self.markdown, name: "x")
    #expect(deck.slides.map(\.title) == ["One", "Two", "Two", "Three"])
    #expect(
      deck.anchors == ["one": 0, "two": 1, "two-1": 2, "here": 2, "three": 3, "name": 3]
    )
    #expect(
      Self.addresses(deck) == [
        "nav-page:#two", "nav-page:#two-1", "nav-page:#name", "nav-page:#here",
        "https://x.org/#two",
      ]
    )
    let cover = "---\ntitle: Talk\nauthor: me\n---\n"
    let covered = Deck(markdown: cover + Self.markdown, name: "x")
    #expect(covered.slides.first?.title == "Talk" && covered.anchors["name"] == 4)
  }

  @Test("omitted slides are no targets, nor is any slide of a deck that is a stack")
  func targets() {
    let skipped = Deck(markdown: "# A\n\n---\n\n<!-- skip_slide -->\n\n# B\n", name: "x")
    #expect(skipped.slides.count == 1 && skipped.anchors == ["a": 0])
    let stack = Deck(markdown: "---\nmode: stack\n---\n# A\n\n[a](#a)\n", name: "x")
    #expect(Self.addresses(stack).isEmpty)
  }

  @Test("the limit of names, and one past it")
  func limit() {
    for count in [SlideNames.limit, SlideNames.limit + 1] {
      let anchors = (1...count).map { "<a id=\"n\($0)\"></a>\n\n" }.joined()
      let deck = Deck(markdown: anchors + "text", name: "x")
      #expect(deck.anchors.count == SlideNames.limit)
    }
  }

  @Test("in HTML the links lead to sections")
  func html() {
    let html = ContentExport(Deck(markdown: Self.markdown, name: "x")).written(as: .html)
    for link in ["#slide-2\">two", "#slide-3\">same", "#slide-4\">named", "#slide-3\">place"] {
      #expect(html.contains("<a href=\"\(link)</a>"), "\(html)")
    }
    #expect(!html.contains("nav-page:"))
  }

  @Test("decks in scenes have such links, too")
  func scenes() throws {
    let directory = TemporaryDirectory()
    directory.write(Array(Self.markdown.utf8), to: "a.md")
    let scene = try SceneFile.parse("deck: a.md", path: directory.path("app.yaml"))
    let content = try scene.content { _ throws(ContentFailure) in
      throw ContentFailure("the scene refers to nothing else")
    }
    guard case .pager(let pager) = content else {
      Issue.record("no pager")
      return
    }
    #expect(pager.anchors["name"] == 3)
  }
}
