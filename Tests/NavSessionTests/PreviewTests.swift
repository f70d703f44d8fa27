import NavCommands
import NavGeometry
import NavLayout
import NavScene
import NavTestKit
import NavText
import Testing

@testable import NavSession

@Suite("Session: the selected entry beside its list")
struct PreviewTests {
  private static let wide = CellSize(columns: 120, rows: 30)
  private static let narrow = CellSize.standardTerminal

  private static var session: Session {
    var session = Tree.session
    _ = session.watchPreviews(from: [wide], at: .zero)
    return session
  }

  /// Reads what the preview is to show, as a daemon does.
  private static func read(_ session: inout Session) throws -> PageRequest {
    let request = try #require(session.previewRequest)
    #expect(request.isPreview)
    let page = PreparedPage(.page(Tree.page(request)), rooms: [])
    let isShown = session.showPreview(page, for: request)
    #expect(isShown)
    return request
  }

  private static func titles(_ session: inout Session, in size: CellSize = wide) -> [String] {
    session.rest(in: size, viewers: 1).titles
  }

  @Test("it stands beside the list where there is room, and follows what is selected")
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
    // The keys are the list's.
    #expect(scene.active?.title == "root" && scene.focusKind == .list)
    let pane = try #require(scene.containers.last { $0.title == "f1" })
    #expect(pane.frame == CellRect(x: 60, y: 0, width: 60, height: pane.frame.height))
    #expect(pane.rows[0]?.text == "f1 line 1")
    // What is beside it is no page that is covered.
    #expect(scene.active?.overlay == 0)
  }

  @Test("a narrow terminal has none, and nobody reads for it")
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

  @Test("`p` hides it and shows it again, in any terminal that has room for both")
  func toggle() throws {
    var session = Self.session
    _ = try Self.read(&session)
    try session.type("p", in: Self.wide)
    #expect(session.preview == .off && Self.titles(&session) == ["root"])
    #expect(session.previewRequest == nil)
    try session.type("p", in: Self.wide)
    #expect(session.preview == .auto)
    #expect(Self.titles(&session) == ["root", "d0"])
    // Where there is none by itself it is asked for, and then everybody has it who has room.
    try session.type("p", in: Self.narrow)
    #expect(session.preview == .on)
    #expect(Self.titles(&session, in: Self.narrow) == ["root", "d0"])
    let small = CellSize(columns: 59, rows: 20)
    #expect(Self.titles(&session, in: small) == ["root"])
    try session.perform(.view(.preview(.auto)), seenIn: Self.wide, at: .zero)
    #expect(throws: Rejection.self) { try session.type("p", in: small) }
  }

  @Test("without a terminal that has room a session is as it would be without previews")
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
    "a list that was looked at becomes the page, and whoever goes back has it beside the list at once"
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

  @Test("a finger moves both one to one, and lets go of them where they stood or at the page below")
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
    func drag(_ gesture: UInt64, by cells: Int) -> PanMove {
      PanMove(owner: 1, gesture: gesture, container: list, axis: .horizontal, translation: cells)
    }
    let hasMoved = session.move(drag(1, by: 5), seenBy: view, at: .seconds(9))
    #expect(hasMoved && places().last == before.last.map { $0 + 5 })
    session.release(PanEnd(drag(1, by: 5)), seenBy: view, at: .seconds(9))
    var rest = session.rest(in: Self.wide, viewers: 1)
    #expect(rest.active?.id == list && rest.containers.last?.frame.x == before.last)
    // Nearer to the list below: that is in front, and has no preview while another page lies on it.
    _ = places()
    _ = session.move(drag(2, by: 110), seenBy: view, at: .seconds(9))
    _ = places()
    session.release(PanEnd(drag(2, by: 110)), seenBy: view, at: .seconds(9))
    rest = session.rest(in: Self.wide, viewers: 1)
    #expect(rest.active?.title == "root" && session.previewRequest == nil)
  }

  @Test("it is no page: nothing of it is opened, counted or kept")
  func nothing() throws {
    var session = Self.session
    let before = session.navigationPlace
    _ = try Self.read(&session)
    #expect(session.navigationPlace == before && session.top.isEmpty)
    #expect(session.place.pages == 1 && session.version == 0)
    #expect(session.openPages(seenIn: [Self.wide]).isEmpty)
    // Going back has nothing to go back from.
    try session.type("h", in: Self.wide)
    #expect(Self.titles(&session) == ["root", "d0"])
  }

  @Test(
    "opening a list makes room for its own, opening a text takes its place, and back brings it again"
  )
  func opening() throws {
    var session = Self.session
    _ = try Self.read(&session)
    try session.type("Enter", in: Self.wide)
    _ = try Self.read(&session)
    var scene = session.rest(in: Self.wide, viewers: 1)
    #expect(scene.active?.title == "d0")
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

  @Test("beside a list of which nothing opens there is none: what lies below it is seen")
  func empty() throws {
    var session = Self.session
    try session.perform(.command(.forward), seenIn: Self.wide, at: .zero) { _ in
      PageContent(title: "empty", list: ListContent(entries: []))
    }
    #expect(session.previewRequest == nil)
    #expect(Self.titles(&session) == ["root", "empty"])
  }

  @Test("what was read for an entry that is not selected any more is passed over")
  func late() throws {
    var session = Self.session
    let request = try #require(session.previewRequest)
    try session.type("j", in: Self.wide)
    let page = PreparedPage(.page(Tree.page(request)), rooms: [])
    let isShown = session.showPreview(page, for: request)
    #expect(!isShown)
    #expect(try Self.read(&session).path == Array("/root/f1".utf8))
  }

  @Test("a click on it opens what it shows")
  func tap() throws {
    var session = Self.session
    try session.type("j", in: Self.wide)
    _ = try Self.read(&session)
    try session.tap("f1", row: 2, in: Self.wide)
    let scene = session.rest(in: Self.wide, viewers: 1)
    #expect(scene.active?.title == "f1" && scene.focusKind == .text)
  }

  @Test("content that is read anew keeps it until its own is there")
  func reload() throws {
    var session = Self.session
    _ = try Self.read(&session)
    let content = PreparedContent(session.content, viewports: [Self.wide])
    var next = try #require(Session(content, following: session) { _ in nil })
    next.keepPreview(of: session, at: .zero)
    #expect(Self.titles(&next) == ["root", "d0"])
    _ = try Self.read(&next)
  }

  @Test("a long text is there with its beginning alone")
  func beginning() throws {
    var session = Self.session
    try session.type("j", in: Self.wide)
    let request = try #require(session.previewRequest)
    let lines = (1...10_000).map { "line \($0)" }
    let content = PageContent(
      title: "f1",
      document: TextDocument(blocks: [.preformatted(lines: lines)])
    )
    let isShown = session.showPreview(PreparedPage(.page(content), rooms: []), for: request)
    #expect(isShown)
    let scene = session.rest(in: Self.wide, viewers: 1)
    let pane = try #require(scene.containers.last { $0.title == "f1" })
    #expect(pane.content.height == PageContent.previewLines)
  }
}
