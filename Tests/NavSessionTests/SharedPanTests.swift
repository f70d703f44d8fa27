import NavCommands
import NavGeometry
import NavLayout
import NavModel
import NavScene
import NavTestKit
import NavText
import Testing

@testable import NavSession

@Suite("Session: pans of several viewers")
struct SharedPanTests {
  static func text(_ title: String, lines: Int = 100) -> PageContent {
    PageContent(
      title: title,
      document: TextDocument(blocks: [
        .code(language: "", lines: (1...lines).map { "\(title).\($0)" })
      ])
    )
  }

  /// A viewer that is laid out after every event.
  struct Desk {
    var session: Session
    var view: SessionView
    var way: Trajectory
    var startedAt: Duration
    var now = Duration.seconds(100)
    let facts = SessionFacts(name: "x", viewers: 1)

    init(_ content: SessionContent, _ size: CellSize = .standardTerminal) throws {
      try content.check()
      session = Session(content)
      view = session.view(in: size, at: .zero)
      (way, startedAt) = session.layout(&view, facts: facts, at: now)
    }
    var scene: Scene {
      way.scene(atFrame: min(FrameTime.frame(at: now - startedAt), way.length))
    }
    mutating func show() { (way, startedAt) = session.layout(&view, facts: facts, at: now) }
    mutating func perform(_ action: SessionAction, by owner: UInt64 = 1) throws {
      var operation = SessionOperation(action, on: session, seenBy: view, by: owner)
      if case .done(let done) = try operation.run(at: now) { session = done }
      show()
    }
    @discardableResult
    mutating func move(
      _ translation: Int,
      of page: ContainerID,
      _ axis: PanAxis,
      owner: UInt64 = 1,
      gesture: UInt64 = 1
    ) -> Bool {
      let moved = session.move(
        Pan(gesture: gesture, container: page, axis: axis, translation: translation),
        by: owner,
        seenBy: view,
        at: now
      )
      show()
      return moved
    }
    func page(_ title: String) -> Container? {
      scene.containers.first { $0.kind == .page && $0.title == title && !$0.rows.segments.isEmpty }
    }
  }

  static func tabs(_ inner: [SessionContent], attachment: PageContent? = nil) -> SessionContent {
    .tabs(
      TabsContent(
        title: "tabs",
        items: inner.map {
          TabsContent.Item(face: .button(TabButton(title: $0.title, icon: "x")), content: $0)
        },
        attachment: attachment
      )
    )
  }
  static func deck(_ title: String, _ count: Int = 3, lines: Int = 100) -> SessionContent {
    .pager(
      title: title,
      pages: (1...count).map { .page(text("\(title)\($0)", lines: lines)) }
    )
  }

  @Test("a pan ended by another viewer's change of tab leaves the page unpulled")
  func stuckPan() throws {
    var desk = try Desk(Self.tabs([Self.deck("A"), Self.deck("B")]))
    let page = try #require(desk.page("A1"))
    desk.move(9, of: page.id, .vertical)
    #expect(try #require(desk.page("A1")).scroll.y < 0)
    try desk.perform(.command(.nextTab))
    try desk.perform(
      .release(
        PanEnd(
          Pan(gesture: 1, container: page.id, axis: .vertical, translation: 9)
        )
      )
    )
    try desk.perform(.command(.previousTab))
    desk.now += .seconds(60)
    desk.show()
    #expect(desk.session.panOwner == nil)
    #expect(desk.page("A1")?.scroll.y == 0)
  }

  @Test("a pan in a hidden tab does not keep other viewers from panning")
  func hiddenPan() throws {
    var desk = try Desk(Self.tabs([Self.deck("A"), Self.deck("B")]))
    let a = try #require(desk.page("A1"))
    desk.move(-9, of: a.id, .horizontal)
    try desk.perform(.command(.nextTab))
    let b = try #require(desk.page("B1"))
    #expect(desk.session.panOwner == nil)
    let moved = desk.move(-9, of: b.id, .horizontal, owner: 2)
    #expect(moved)
  }

  @Test("a release during another viewer's pan ends the released pan too")
  func releaseBesideAnother() throws {
    var desk = try Desk(Self.deck("A"))
    let page = try #require(desk.page("A1"))
    desk.move(-3, of: page.id, .horizontal, owner: 1)
    let other = Pan(gesture: 5, container: page.id, axis: .horizontal, translation: -9)
    try desk.perform(.release(PanEnd(other)), by: 2)
    #expect(desk.session.panOwner == 1)
    var first = other
    (first.gesture, first.translation) = (1, -3)
    try desk.perform(.release(PanEnd(first)))
    desk.now += .seconds(5)
    desk.show()
    // A late move.
    let moved = desk.move(-9, of: page.id, .horizontal, owner: 2, gesture: 5)
    #expect(!moved && desk.session.panOwner == nil)
  }

  @Test("a late tap on the page control of a hidden tab is refused")
  func staleDots() throws {
    var desk = try Desk(Self.tabs([Self.deck("A"), Self.deck("B")]))
    let dots = try #require(desk.scene.containers.first { $0.kind == .pageControl })
    try desk.perform(.command(.nextTab))
    #expect(throws: Rejection.self) { try desk.perform(.tap(dots.id, row: 1)) }
    try desk.perform(.command(.previousTab))
    desk.now += .seconds(5)
    desk.show()
    #expect(desk.page("A1") != nil)
  }

  @Test("rows stopped by a drag after the attachment opened follow the drag", arguments: [0, 1])
  func catchAfterBottom(translation: Int) throws {
    var desk = try Desk(
      Self.tabs(
        [.page(Self.text("A")), .page(Self.text("B"))],
        attachment: Self.text("P", lines: 3)
      )
    )
    try desk.perform(.command(.last))
    try desk.perform(.command(.toggleAttachment))
    desk.now += .seconds(5)
    let before = try #require(desk.page("A"))
    desk.move(translation, of: before.id, .vertical)
    let after = try #require(desk.page("A"))
    #expect(after.scroll.y == before.scroll.y - translation)
  }

  @Test("pages popped an hour ago are not kept")
  func poppedMemory() throws {
    let key = Array("d".utf8)
    let root = PageContent(
      title: "root",
      list: ListContent(entries: [ListEntry(key: key, label: "d", opens: .text)])
    )
    var desk = try Desk(
      .stack(
        StackContent(
          root: .page(root),
          path: Array("/r".utf8),
          pages: [Array("/r/d".utf8): Self.deck("D", 1000, lines: 5)]
        )
      )
    )
    try desk.perform(.command(.forward))
    #expect(desk.session.tree.count == 2)
    try desk.perform(.command(.back))
    desk.now += .seconds(3600)
    desk.show()
    try desk.perform(.command(.lineDown))
    desk.now += .seconds(3600)
    desk.show()
    #expect(desk.session.tree.count == 1)
  }

  @Test("rows under a drag stay when the attachment has opened")
  func pulledThroughBottom() throws {
    var desk = try Desk(
      Self.tabs(
        [.page(Self.text("A")), .page(Self.text("B"))],
        attachment: Self.text("P", lines: 3)
      )
    )
    let page = try #require(desk.page("A"))
    desk.move(-7, of: page.id, .vertical)
    #expect(desk.page("A")?.scroll.y == 7)
    try desk.perform(.command(.toggleAttachment))
    #expect(desk.session.panOwner == 1)
    desk.now += .seconds(2)
    #expect(desk.page("A")?.scroll.y == 7)
  }

  @Test("rows moved by a flick continue to their rest while the attachment opens")
  func flickThroughBottom() throws {
    var desk = try Desk(
      Self.tabs(
        [.page(Self.text("A")), .page(Self.text("B"))],
        attachment: Self.text("P", lines: 3)
      )
    )
    let page = try #require(desk.page("A"))
    try desk.perform(
      .release(
        PanEnd(
          Pan(gesture: 1, container: page.id, axis: .vertical, translation: -5),
          velocity: -30
        )
      )
    )
    desk.now += .milliseconds(100)
    try desk.perform(.command(.toggleAttachment))
    var last = desk.page("A")?.scroll.y ?? 0
    for _ in 0..<200 {
      desk.now += FrameTime.start(of: 1)
      let y = desk.page("A")?.scroll.y ?? 0
      #expect(abs(y - last) <= 3, "from \(last) to \(y)")
      last = y
    }
  }

  @Test("running out of IDs is an error, not a trap")
  func ids() async throws {
    await #expect(processExitsWith: .success) {
      let key = Array("d".utf8)
      let root = PageContent(
        title: "root",
        list: ListContent(entries: [ListEntry(key: key, label: "d", opens: .text)])
      )
      var desk = try Desk(
        .stack(
          StackContent(
            root: .page(root),
            path: Array("/r".utf8),
            pages: [Array("/r/d".utf8): SharedPanTests.deck("D", 100, lines: 5)]
          )
        )
      )
      // The IDs left are enough for this deck, but not for the most pages that a page may hold.
      _ = desk.session.tree.takeIDs(Int(UInt32.max) - SessionContent.pageLimit)
      #expect(throws: Rejection.self) { try desk.perform(.command(.forward)) }
    }
  }

  @Test("rows of decks behind tabs also stay when the attachment opens", arguments: [true, false])
  func decks(isPulled: Bool) throws {
    var desk = try Desk(
      Self.tabs([Self.deck("A"), Self.deck("B")], attachment: Self.text("P", lines: 3))
    )
    let page = try #require(desk.page("A1"))
    if isPulled {
      desk.move(-7, of: page.id, .vertical)
      try desk.perform(.command(.toggleAttachment))
      desk.now += .seconds(2)
      #expect(desk.page("A1")?.scroll.y == 7)
    } else {
      for _ in 0..<20 {
        try desk.perform(.command(.screenDown)); if desk.page("A1")?.scroll.y ?? 0 >= 80 { break }
      }
      let end = try #require(desk.page("A1"))
      #expect(end.scroll.y > 0)
      try desk.perform(.command(.toggleAttachment))
      desk.now += .seconds(5)
      let before = try #require(desk.page("A1"))
      desk.move(0, of: before.id, .vertical)
      #expect(desk.page("A1")?.scroll.y == before.scroll.y)
    }
  }
}
