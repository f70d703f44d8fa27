import NavBase
import NavScene
import NavTestKit
import Testing

@testable import NavEngine

@Suite("Session: the selected entry beside its list")
struct PreviewTests {
  private static let wide = CellSize(columns: 120, rows: 30)
  private static let narrow = CellSize.standardTerminal

  private static var session: Session {
    var session = Tree.session
    _ = session.watchPreviews(from: [wide], at: .zero)
    return session
  }

  /// Delivers the requested preview, as a daemon does.
  private static func read(_ session: inout Session) throws -> PageRequest {
    let request = try #require(session.previewRequest)
    #expect(request.isPreview)
    let page = PreparedPage(.page(Tree.page(request)), availableSizes: [])
    let isShown = session.showPreview(page, for: request)
    #expect(isShown)
    return request
  }

  private static func titles(_ session: inout Session, in size: CellSize = wide) -> [String] {
    session.rest(in: size, viewers: 1).titles
  }

  @Test("the preview is beside the list where there is space, and follows the selection")
  func selected() throws {
    var session = Self.session
    _ = try Self.read(&session)
    #expect(Self.titles(&session) == ["root", "d0"])
    #expect(session.previewRequest == nil)
    try session.type("j", in: Self.wide)
    let request = try Self.read(&session)
    #expect(request.path == Array("/root/f1".utf8))
    let scene = session.rest(in: Self.wide, viewers: 1)
    #expect(scene.titles == ["root", "f1"])
    // The list has the focus.
    #expect(scene.active?.title == "root" && scene.focusKind == .list)
    let pane = try #require(scene.containers.last { $0.title == "f1" })
    #expect(pane.frame == CellRect(x: 60, y: 0, width: 60, height: pane.frame.height))
    #expect(pane.rows[0]?.text == "f1 line 1")
    // The page beside the preview does not count as covered.
    #expect(scene.active?.overlay == 0)
  }

  @Test("a narrow terminal has no preview, and none is requested for it")
  func room() throws {
    var session = Self.session
    for sizes in [[], [Self.narrow], [Self.narrow, CellSize(columns: 119, rows: 30)]] {
      _ = session.watchPreviews(from: sizes, at: .zero)
      #expect(session.previewRequest == nil)
    }
    let hasCome = session.watchPreviews(from: [Self.narrow, Self.wide], at: .zero)
    #expect(hasCome)
    _ = try Self.read(&session)
    #expect(Self.titles(&session, in: Self.narrow) == ["root"])
    #expect(Self.titles(&session, in: CellSize(columns: 119, rows: 30)) == ["root"])
    #expect(Self.titles(&session, in: Self.wide) == ["root", "d0"])
  }

  @Test("`p` hides and shows the preview, in any terminal with space for both")
  func toggle() throws {
    var session = Self.session
    _ = try Self.read(&session)
    try session.type("p", in: Self.wide)
    #expect(session.preview.mode == .off && Self.titles(&session) == ["root"])
    #expect(session.previewRequest == nil)
    try session.type("p", in: Self.wide)
    #expect(session.preview.mode == .auto)
    #expect(Self.titles(&session) == ["root", "d0"])
    // On a narrower terminal a preview has to be requested; then every viewer with space shows it.
    try session.type("p", in: Self.narrow)
    #expect(session.preview.mode == .on)
    #expect(Self.titles(&session, in: Self.narrow) == ["root", "d0"])
    let small = CellSize(columns: 59, rows: 20)
    #expect(Self.titles(&session, in: small) == ["root"])
    try session.perform(.view(.preview(.auto)), seenIn: Self.wide, at: .zero)
    #expect(throws: Rejection.self) { try session.type("p", in: small) }
  }

  @Test("without a wide terminal a session is the same as without previews")
  func undisturbed() throws {
    var session = Tree.session
    var plain = Tree.session
    for keys in ["j", "k", "Enter", "j", "Enter", "h", "h"] {
      _ = session.watchPreviews(from: [Self.narrow], at: .zero)
      try session.type(keys, in: Self.narrow)
      try plain.type(keys, in: Self.narrow)
      #expect(session.rest(in: Self.narrow, viewers: 1) == plain.rest(in: Self.narrow, viewers: 1))
    }
  }

  @Test(
    "a previewed list becomes the page when opened, and is the preview again after back"
  )
  func page() throws {
    var session = Self.session
    _ = try Self.read(&session)
    let scene = session.rest(in: Self.wide, viewers: 1)
    let pane = try #require(scene.containers.last { $0.title == "d0" })
    try session.type("Enter", in: Self.wide)
    #expect(session.rest(in: Self.wide, viewers: 1).active?.id == pane.id)
    try session.type("h", in: Self.wide)
    #expect(Self.titles(&session) == ["root", "d0"] && session.previewRequest == nil)
  }

  @Test("a drag moves list and preview; they return, or the page below becomes active")
  func pan() throws {
    var session = Self.session
    _ = try Self.read(&session)
    try session.type("Enter", in: Self.wide)
    _ = try Self.read(&session)
    var view = session.view(in: Self.wide, at: .zero)
    func places() -> [Int] {
      let facts = SessionFacts(name: "talk", viewers: 1)
      let scene = session.layout(&view, facts: facts, at: .seconds(9)).trajectory.start
      return scene.containers.filter { $0.kind == .page && !$0.isHidden }.map(\.frame.x)
    }
    let before = places()
    let scene = session.rest(in: Self.wide, viewers: 1)
    let list = try #require(scene.active?.id)
    func drag(_ gesture: UInt64, by cells: Int) -> Pan {
      Pan(gesture: gesture, container: list, axis: .horizontal, translation: cells)
    }
    let hasMoved = session.move(drag(1, by: 5), seenBy: view, at: .seconds(9))
    #expect(hasMoved && places().last == before.last.map { $0 + 5 })
    session.release(PanEnd(drag(1, by: 5)), seenBy: view, at: .seconds(9))
    var rest = session.rest(in: Self.wide, viewers: 1)
    #expect(rest.active?.id == list && rest.containers.last?.frame.x == before.last)
    // The list below is nearer: it becomes active, and has no preview while another page lies on
    // it.
    _ = places()
    _ = session.move(drag(2, by: 110), seenBy: view, at: .seconds(9))
    _ = places()
    session.release(PanEnd(drag(2, by: 110)), seenBy: view, at: .seconds(9))
    rest = session.rest(in: Self.wide, viewers: 1)
    #expect(rest.active?.title == "root" && session.previewRequest == nil)
  }

  @Test("a preview is no page: it is not opened, counted or saved")
  func nothing() throws {
    var session = Self.session
    let before = session.navigationState
    _ = try Self.read(&session)
    #expect(session.navigationState == before && session.top.isEmpty)
    #expect(session.position.pages == 1 && session.version == 0)
    #expect(session.openPages(seenIn: [Self.wide]).isEmpty)
    // At the root, going back does nothing.
    try session.type("h", in: Self.wide)
    #expect(Self.titles(&session) == ["root", "d0"])
  }

  @Test(
    "opening a list previews its own entry; opening a text covers the preview until back"
  )
  func opening() throws {
    var session = Self.session
    _ = try Self.read(&session)
    try session.type("Enter", in: Self.wide)
    _ = try Self.read(&session)
    var scene = session.rest(in: Self.wide, viewers: 1)
    #expect(scene.active?.title == "root/d0")
    #expect(scene.active?.frame.x ?? 99 < 4)
    try session.type("j", "Enter", in: Self.wide)
    scene = session.rest(in: Self.wide, viewers: 1)
    #expect(scene.active?.title == "f1" && scene.focusKind == .text)
    #expect(!scene.titles.contains("d2"))
    try session.type("h", in: Self.wide)
    #expect(Self.titles(&session).contains("f1"))
    #expect(session.previewRequest == nil)
    try session.type("j", in: Self.wide)
    #expect(try Self.read(&session).path == Array("/root/d0/d2".utf8))
  }

  @Test("a list that opens nothing has no preview: the page below stays visible")
  func empty() throws {
    var session = Self.session
    try session.perform(.command(.forward), seenIn: Self.wide, at: .zero) { _ in
      PageContent(title: "empty", list: ListContent(entries: []))
    }
    #expect(session.previewRequest == nil)
    #expect(Self.titles(&session) == ["root", "d0"])
  }

  @Test("a preview for an entry that is not selected any more is dropped")
  func late() throws {
    var session = Self.session
    let request = try #require(session.previewRequest)
    try session.type("j", in: Self.wide)
    let page = PreparedPage(.page(Tree.page(request)), availableSizes: [])
    let isShown = session.showPreview(page, for: request)
    #expect(!isShown)
    #expect(try Self.read(&session).path == Array("/root/f1".utf8))
  }

  @Test("a click on the preview opens its page")
  func tap() throws {
    var session = Self.session
    try session.type("j", in: Self.wide)
    _ = try Self.read(&session)
    try session.tap("f1", row: 2, in: Self.wide)
    let scene = session.rest(in: Self.wide, viewers: 1)
    #expect(scene.active?.title == "f1" && scene.focusKind == .text)
  }

  @Test("reloaded content keeps the preview until its own is loaded")
  func reload() throws {
    var session = Self.session
    _ = try Self.read(&session)
    let content = PreparedContent(session.content, viewports: [Self.wide])
    var next = try #require(Session(content, following: session) { _ in nil })
    next.keepPreview(of: session, at: .zero)
    #expect(Self.titles(&next) == ["root", "d0"])
    _ = try Self.read(&next)
  }

  @Test("the preview of a long text contains only its beginning")
  func beginning() throws {
    var session = Self.session
    try session.type("j", in: Self.wide)
    let request = try #require(session.previewRequest)
    let lines = (1...10_000).map { "line \($0)" }
    let content = PageContent("f1", [.preformatted(lines: lines)])
    let isShown = session.showPreview(
      PreparedPage(.page(content), availableSizes: []),
      for: request
    )
    #expect(isShown)
    let scene = session.rest(in: Self.wide, viewers: 1)
    let pane = try #require(scene.containers.last { $0.title == "f1" })
    #expect(
      (PageContent.previewLines + 1...PageContent.previewLines + 2).contains(pane.content.height)
    )
  }

  @Test("a preview that leaves something out says so")
  func cut() throws {
    func text(_ lines: Int, length: Int = 1, then blocks: [TextBlock] = []) -> PageContent {
      let lines = Array(repeating: String(repeating: "x", count: length), count: lines)
      let document = TextDocument(blocks: [.preformatted(lines: lines)] + blocks)
      return PageContent(title: "t", document: document)
    }
    func list(_ count: Int) -> PageContent {
      let entries = (0..<count).map { ListEntry(key: [], label: "\($0)", opens: .text) }
      return PageContent(title: "l", list: ListContent(entries: entries))
    }
    let note = TextBlock.paragraph(StyledText("the end"))
    let limit = PageContent.previewLines
    for (page, isCut) in [
      (text(limit), false), (text(limit + 1), true), (text(limit, then: [note]), false),
      (text(limit, length: 200), false), (text(limit, length: 200, then: [note]), true),
      (text(limit + 1, then: [note]), true), (list(limit), false), (list(limit + 7), true),
    ] {
      let beginning = SessionContent.page(page).beginning
      if let list = beginning.list {
        #expect(list.notes == (isCut ? ["7 more entries: open it for them"] : []))
      } else {
        var words = ""
        if case .paragraph(let text)? = beginning.document.blocks.last { words = text.text }
        #expect(words.hasPrefix("Cut off here") == isCut)
        #expect(isCut || beginning.document.blocks == page.document.blocks)
      }
    }
  }
}
