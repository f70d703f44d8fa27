import NavBase
import NavEngine
import NavTestKit
import NavWire
import Testing

@testable import NavViewer

@Suite("Search and filter in the viewer")
struct SearchPromptTests {
  private func left(_ viewer: SteppedViewer) -> String { StatusLine(viewer.screen()).left.text }

  @Test("typed words are local until Enter sends them")
  func search() throws {
    let viewer = try SteppedViewer().joined()
    try viewer.press("/")
    #expect(left(viewer) == "/ ")
    // Keys are text meanwhile.
    try viewer.press("q", "l", "Backspace", "?")
    #expect(left(viewer) == "/q? ")
    #expect(try viewer.take() == [])
    viewer.core.receiveEvent(.paste("a\nb"), at: viewer.now)
    #expect(left(viewer) == "/q?a b ")
    try viewer.press("Ctrl-u", "2", ".", "1", "Enter")
    #expect(try viewer.take().commands == [.search("2.1")])
    #expect(viewer.screen().typing.prompt == nil)
    try viewer.press("l")
    #expect(try viewer.take().commands == [.forward])
  }

  @Test("Esc drops the words, and an empty text sends nothing")
  func cancelled() throws {
    let viewer = try SteppedViewer().joined()
    for keys in [["/", "a", "Esc"], ["/", "a", "Ctrl-c"], ["/", "Enter"]] {
      for key in keys { try viewer.press(key) }
      #expect(try viewer.take() == [])
      #expect(viewer.screen().typing.prompt == nil)
    }
  }

  @Test("during a search n and N go to matches, and the status line counts them")
  func matches() throws {
    let viewer = try SteppedViewer().joined()
    // One row of each page, and 2.10 to 2.19 on the second page.
    try viewer.show(.search(".1"))
    #expect(left(viewer).contains("/.1 1/15"), "\(left(viewer))")
    try viewer.press("n", "N")
    #expect(try viewer.take().commands == [.nextMatch, .previousMatch])
    // Back from the first match wraps around.
    #expect(viewer.screen().notice.text == "search wraps around")
    try viewer.press("Esc")
    #expect(try viewer.take().commands == [.search("")])
    // An empty text ends the search, too.
    try viewer.press("/", "Enter")
    #expect(try viewer.take().commands == [.search("")])
    try viewer.show(.search(""))
    #expect(!left(viewer).contains("/.1"))
    try viewer.press("n")
    #expect(try viewer.take().commands == [.forward])
  }

  @Test("a sign behind the number of matches says that further ones are not found")
  func manyMatches() throws {
    for (count, shown) in [(9_999, "/x 1/9999"), (10_001, "/x 1/10000+")] {
      let viewer = SteppedViewer()
      let text = TextBlock.paragraph(StyledText(String(repeating: "x", count: count)))
      let page = PageContent("x", [text])
      viewer.session = Session(pages: [page])
      try viewer.join()
      try viewer.show(.search("x"))
      #expect(left(viewer).contains(shown) && !left(viewer).contains("9999+"), "\(left(viewer))")
    }
  }

  @Test("only lists can be filtered")
  func filter() throws {
    let deck = try SteppedViewer().joined()
    try deck.press("f")
    #expect(deck.screen().notice.text == "there is nothing to filter here")
    #expect(deck.screen().typing.prompt == nil)
    let viewer = try SteppedViewer.withList()
    try viewer.press("f")
    #expect(left(viewer) == "filter  ")
    try viewer.press("r", "e", "d", "Enter")
    #expect(try viewer.take().commands == [.filter("red")])
    try viewer.show(.filter("red"))
    #expect(left(viewer).contains("filter red  1/2"), "\(left(viewer))")
    try viewer.press("Esc")
    #expect(try viewer.take().commands == [.filter("")])
    try viewer.press("f", "Enter")
    #expect(try viewer.take().commands == [.filter("")])
    try viewer.show(.search("car"))
    try viewer.press("Esc")
    #expect(try viewer.take().commands == [.search("")])
  }

  @Test("the prompt fits every width", arguments: [10, 12, 20, 40])
  func narrow(columns: Int) throws {
    var prompt = Prompt(.filter)
    for length in 0..<60 {
      let line = prompt.line(columns: columns)
      #expect(line.text.count <= max(columns, prompt.label.count + 1), "\(length)")
      _ = prompt.receive(Key(.character("x")))
    }
  }

  @Test("long words are cut in the status line")
  func longWords() throws {
    let viewer = SteppedViewer()
    viewer.session = Session(pages: [
      PageContent("x", [.preformatted(lines: [String(repeating: "word ", count: 20)])])
    ])
    try viewer.join()
    try viewer.show(.search(String(repeating: "word ", count: 8)))
    #expect(left(viewer).contains("/word word word word… 1/"), "\(left(viewer))")
  }
}
