import NavCommands
import NavGeometry
import NavInput
import NavLayout
import NavModel
import NavSession
import NavTestKit
import NavText
import NavWire
import Testing

@testable import NavViewer

@Suite("Search and filter in the viewer")
struct FindTests {
  private func left(_ desk: Desk) -> String { StatusLine(desk.screen()).left.text }

  private func list() throws -> Desk {
    let desk = Desk()
    let entries = ["red", "green", "Red car"].map {
      ListEntry(key: Array($0.utf8), label: $0, opens: .text)
    }
    desk.session = Session(
      root: PageContent(title: "list", list: ListContent(entries: entries)),
      path: [47]
    )
    try desk.join()
    return desk
  }

  @Test("typed words are local until Enter sends them")
  func search() throws {
    let desk = Desk()
    try desk.join()
    try desk.press("/")
    #expect(left(desk) == "/ ")
    // Keys are text meanwhile.
    try desk.press("q", "l", "Backspace", "?")
    #expect(left(desk) == "/q? ")
    #expect(try desk.take() == [])
    desk.core.receive(.paste("a\nb"), at: desk.now)
    #expect(left(desk) == "/q?a b ")
    try desk.press("Ctrl-u", "2", ".", "1", "Enter")
    #expect(try desk.take().commands == [.search("2.1")])
    #expect(desk.screen().prompt == nil)
    try desk.press("l")
    #expect(try desk.take().commands == [.forward])
  }

  @Test("Esc drops the words, and an empty text sends nothing")
  func cancelled() throws {
    let desk = Desk()
    try desk.join()
    for keys in [["/", "a", "Esc"], ["/", "a", "Ctrl-c"], ["/", "Enter"]] {
      for key in keys { try desk.press(key) }
      #expect(try desk.take() == [])
      #expect(desk.screen().prompt == nil)
    }
  }

  @Test("during a search n and N go to matches, and the status line counts them")
  func matches() throws {
    let desk = Desk()
    try desk.join()
    // One row of each page, and 2.10 to 2.19 on the second page.
    try desk.show(.search(".1"))
    #expect(left(desk).contains("/.1 1/15"), "\(left(desk))")
    try desk.press("n", "N")
    #expect(try desk.take().commands == [.nextMatch, .previousMatch])
    // Back from the first match wraps around.
    #expect(desk.screen().message == "search wraps around")
    try desk.press("Esc")
    #expect(try desk.take().commands == [.search("")])
    // An empty text ends the search, too.
    try desk.press("/", "Enter")
    #expect(try desk.take().commands == [.search("")])
    try desk.show(.search(""))
    #expect(!left(desk).contains("/.1"))
    try desk.press("n")
    #expect(try desk.take().commands == [.forward])
  }

  @Test("words without a match show a message")
  func nothing() throws {
    let desk = Desk()
    try desk.join()
    try desk.press("/", "x", "Enter")
    _ = try desk.take()
    try desk.refuse(.rejected, "no match for \"x\"")
    #expect(desk.screen().message == "no match for \"x\"")
  }

  @Test("only lists can be filtered")
  func filter() throws {
    let deck = Desk()
    try deck.join()
    try deck.press("f")
    #expect(deck.screen().message == "there is nothing to filter here")
    #expect(deck.screen().prompt == nil)
    let desk = try list()
    try desk.press("f")
    #expect(left(desk) == "filter  ")
    try desk.press("r", "e", "d", "Enter")
    #expect(try desk.take().commands == [.filter("red")])
    try desk.show(.filter("red"))
    #expect(left(desk).contains("filter red  1/2"), "\(left(desk))")
    try desk.press("Esc")
    #expect(try desk.take().commands == [.filter("")])
    try desk.press("f", "Enter")
    #expect(try desk.take().commands == [.filter("")])
    try desk.show(.search("car"))
    try desk.press("Esc")
    #expect(try desk.take().commands == [.search("")])
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
    let desk = Desk()
    desk.session = Session(pages: [
      PageContent(
        title: "x",
        document: .init(blocks: [.preformatted(lines: [String(repeating: "word ", count: 20)])])
      )
    ])
    try desk.join()
    try desk.show(.search(String(repeating: "word ", count: 8)))
    #expect(left(desk).contains("/word word word word… 1/"), "\(left(desk))")
  }
}
