import NavBase
import NavScene
import NavTestKit
import Testing

@testable import NavEngine

@Suite("Pages wrapped where they were read")
struct PreparedPageTests {
  private let sizes: Set = [
    CellSize.standardTerminal, CellSize(columns: 200, rows: 60), CellSize(columns: 200, rows: 20),
    CellSize(columns: 39, rows: 10), CellSize(columns: 1, rows: 1),
  ]

  @Test("a text is wrapped once per width, exactly as a viewer of that size needs it")
  func widths() throws {
    var request: PageRequest?
    var prepared = Tree.session
    var operation = SessionOperation(
      .keys([Key(.character("j")), Key(.enter)]),
      on: prepared,
      seenBy: SessionView(viewport: .standardTerminal)
    )
    if case .needs(let needed) = try operation.run(at: .zero) { request = needed }
    let needed = try #require(request)
    let rooms = operation.availableSizes(for: needed, in: sizes)
    let page = PreparedPage(.page(Tree.page(needed)), availableSizes: rooms)
    #expect(page.texts.count == 4)
    #expect(Set(page.texts.map(\.room)).count == 4)
    try operation.supply(page, at: .zero)
    guard case .done(let session) = try operation.run(at: .zero) else {
      Issue.record("another page was asked for")
      return
    }
    prepared = session
    let held = prepared.textsHeld
    for size in sizes {
      var view = prepared.view(in: size, at: .zero)
      let facts = SessionFacts(name: "talk", viewers: 1)
      _ = prepared.layout(&view, facts: facts, at: .seconds(60))
    }
    #expect(prepared.textsHeld == held, "something had to be wrapped once more")
    // It equals a page that is wrapped when it is shown.
    var plain = Tree.session
    try plain.type("j", "Enter")
    for size in sizes {
      #expect(prepared.rest(in: size, viewers: 1) == plain.rest(in: size, viewers: 1))
    }
  }

  @Test("entries need no wrapping")
  func lists() {
    #expect(PreparedPage(.page(Tree.directory("x")), availableSizes: sizes).texts.isEmpty)
  }
}
