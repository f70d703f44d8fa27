import NavBase
import NavEngine
import NavScene
import NavTestKit
import Testing

@Suite("Session: nested containers")
struct CompositionTests {
  @Test("after any operations, every size comes to rest where a new viewer would begin")
  func convergence() throws {
    try forSeeds(0..<60) { generator in
      var world = try CompositionWorld(&generator)
      for _ in 0..<40 { try world.step() }
      try world.rest()
      var session = world.session
      for viewer in world.viewers {
        let size = viewer.view.viewport
        try demand(viewer.trajectory.length == 0, "something still moves in \(size)")
        let new = session.rest(in: size, facts: SessionFacts(name: "x", viewers: 1))
        let end = viewer.trajectory.end
        try demand(
          end.withOrderedCells == new.withOrderedCells,
          "\(size) does not rest where it should"
        )
      }
    }
  }

  @Test("tabs of stacks of pagers: the innermost container that handles a key does so")
  func responderChain() throws {
    var session = Session(.tabs(Self.library))
    let steps: [(SessionCommand, title: String, page: Int)] = [
      (.first, "albums", 1), (.forward, "deck", 1), (.forward, "two", 2), (.forward, "three", 3),
      // After the last slide there is nothing to turn, and a stack opens nothing from a pager.
      (.forward, "three", 3), (.back, "two", 2), (.back, "one", 1),
      // Before the first slide the stack goes back.
      (.back, "albums", 1), (.lineDown, "albums", 1), (.forward, "notes", 2), (.back, "albums", 1),
      (.nextTab, "slide", 1), (.forward, "slide 2", 2), (.nextTab, "albums", 1),
      (.previousTab, "slide 2", 2), (.tab(1), "albums", 1), (.tab(2), "slide 2", 2),
      // Selecting the same tab again goes to its root (ST-5).
      (.tab(2), "slide", 1), (.tab(9), "slide", 1),
    ]
    for (number, step) in steps.enumerated() {
      try session.perform(step.0, seenIn: .standardTerminal, at: .seconds(number))
      let place = session.position
      let isDeck = step.title == "deck"
      #expect(place.title == (isDeck ? "one" : step.title), "step \(number)")
      #expect(place.page == step.page, "step \(number)")
    }
  }

  @Test("ST-5: selecting a tab again pops its stack to the root, then scrolls the root to its top")
  func retap() throws {
    var session = Session(.tabs(Self.library))
    try session.perform(.last, seenIn: .standardTerminal, at: .zero)
    try session.perform(.forward, seenIn: .standardTerminal, at: .zero)
    #expect(session.position.title == "notes")
    try session.perform(.tab(1), seenIn: .standardTerminal, at: .zero)
    #expect(session.position.title == "albums")
    #expect(session.rest(in: .standardTerminal, viewers: 1).active?.selection == 1)
    try session.perform(.tab(1), seenIn: .standardTerminal, at: .zero)
    #expect(session.rest(in: .standardTerminal, viewers: 1).active?.selection == 0)
  }

  @Test("ST-2: the attachment opens and closes; content above it is laid out for the space left")
  func attachment() throws {
    var session = Session(.tabs(Self.library))
    var view = session.view(in: .standardTerminal, at: .zero)
    let facts = SessionFacts(name: "x", viewers: 1)
    let before = session.layout(&view, facts: facts, at: .zero).trajectory.end
    try session.perform(.toggleAttachment, seenIn: .standardTerminal, at: .zero)
    let trajectory = session.layout(&view, facts: facts, at: .zero).trajectory
    #expect(trajectory.length > 0)
    let height = { (scene: Scene) in scene.containers.first { $0.kind == .stack }?.frame.height }
    #expect(height(trajectory.start) == height(before))
    #expect(height(trajectory.end) == height(before).map { $0 - 3 })
    #expect(trajectory.end.containers.contains { $0.title == "now playing" })
    try session.perform(.toggleAttachment, seenIn: .standardTerminal, at: .seconds(9))
    #expect(session.layout(&view, facts: facts, at: .seconds(18)).trajectory.end == before)
  }

  @Test("a tap on a covered page brings every stack around it to the front (PG-5)")
  func taps() throws {
    var session = Session(.tabs(Self.library))
    let wide = CellSize(columns: 200, rows: 60)
    let root = try #require(session.rest(in: wide, viewers: 1).focus)
    try session.perform(.forward, seenIn: wide, at: .zero)
    let deck = session.rest(in: wide, viewers: 1)
    #expect(deck.focusKind == .pager)
    try session.perform(.tap(root, row: nil), seenIn: wide, at: .zero)
    #expect(session.position.title == "albums")
    let slide = try #require(deck.containers.last { $0.kind == .page }).id
    try session.perform(.tap(slide, row: nil), seenIn: wide, at: .zero)
    #expect(session.position.title == "one")
    let dots = try #require(deck.containers.first { $0.kind == .pageControl }).id
    try session.perform(.tap(dots, row: 1), seenIn: wide, at: .zero)
    #expect(session.position.title == "two", "PI-6: a tap on the dots turns by one page, by side")
    try session.perform(.tap(dots, row: 0), seenIn: wide, at: .zero)
    #expect(session.position.title == "one")
  }

  @Test("a tap selects a tab; the item at the bottom opens the attachment")
  func tabTaps() throws {
    var session = Session(.tabs(Self.library))
    let scene = session.rest(in: .standardTerminal, viewers: 1)
    let items = scene.containers.filter { $0.kind == .tabItem }
    #expect(items.map(\.title) == ["Albums", "Talk", "Info"])
    try session.perform(.tap(items[1].id, row: nil), seenIn: .standardTerminal, at: .zero)
    #expect(session.position.title == "slide")
    try session.perform(.tap(items[2].id, row: nil), seenIn: .standardTerminal, at: .zero)
    let later = session.rest(in: .standardTerminal, viewers: 1)
    #expect(later.containers.contains { $0.title == "now playing" })
    #expect(later.containers.filter(\.isSelected).map(\.title) == ["Talk"])
  }

  @Test("ST-8: an item with a view of its own does not respond to taps")
  func viewTap() throws {
    var tabs = Self.library
    tabs.items[1].face = .view([StyledText("12:00")])
    var session = Session(.tabs(tabs))
    let scene = session.rest(in: .standardTerminal, viewers: 1)
    let items = scene.containers.filter { $0.kind == .tabItem }
    try session.perform(.tap(items[1].id, row: nil), seenIn: .standardTerminal, at: .zero)
    #expect(session.position.title == "albums")
    try session.perform(.tap(items[2].id, row: nil), seenIn: .standardTerminal, at: .zero)
    let later = session.rest(in: .standardTerminal, viewers: 1)
    #expect(later.containers.contains { $0.title == "now playing" })
  }

  @Test("content with too many containers, or none, is refused with a message")
  func limits() {
    var deep = SessionContent.page(Self.text("x"))
    for _ in 0..<SessionContent.depthLimit { deep = .pager(title: "p", pages: [deep]) }
    #expect(throws: Never.self) { try deep.check() }
    #expect(throws: Rejection.self) { try SessionContent.pager(title: "p", pages: [deep]).check() }
    #expect(throws: Rejection.self) { try SessionContent.pager(title: "p", pages: []).check() }
    let pager = SessionContent.pager(title: "p", pages: [.page(Self.text("x"))])
    let most = Array(repeating: pager, count: SessionContent.containerLimit - 1)
    #expect(throws: Never.self) { try SessionContent.pager(title: "p", pages: most).check() }
    #expect(throws: Rejection.self) {
      try SessionContent.pager(title: "p", pages: most + [pager]).check()
    }
    for count in [0, TabBarState.mostItems + 1] {
      let items = (0..<count).map { _ in TabsContent.Item(face: nil, content: pager) }
      let tabs = SessionContent.tabs(TabsContent(title: "t", items: items))
      #expect(throws: Rejection.self) { try tabs.check() }
    }
  }

  // MARK: A library

  /// A stack whose list opens a deck and a text, beside a pager.
  private static let library: TabsContent = {
    let albums = StackContent(
      root: .page(PageContent(list: ["deck", "notes"], title: "albums")),
      path: Array("/a".utf8),
      pages: [
        Array("/a/deck".utf8): .pager(
          title: "deck",
          pages: ["one", "two", "three"].map { .page(text($0)) }
        ),
        Array("/a/notes".utf8): .page(text("notes")),
      ]
    )
    return TabsContent(
      title: "library",
      items: [
        TabsContent.Item(
          face: .button(TabButton(title: "Albums", badge: TabBadge("2"))),
          content: .stack(albums)
        ),
        TabsContent.Item(
          face: .button(TabButton(title: "Talk")),
          content: .pager(title: "talk", pages: [.page(text("slide")), .page(text("slide 2"))])
        ),
      ],
      additionalItems: [
        TabsContent.AdditionalItem(
          face: .button(TabButton(title: "Info")),
          command: .toggleAttachment
        )
      ],
      attachment: text("now playing")
    )
  }()

  private static func text(_ title: String) -> PageContent {
    PageContent(title, [.paragraph(StyledText(title))])
  }
}
