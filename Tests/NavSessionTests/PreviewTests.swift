import NavCommands
import NavGeometry
import NavLayout
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
    session.beginPreviews(at: .zero)
    return session
  }

  /// Reads what the preview is to show, as a daemon does.
  private static func read(_ session: inout Session) throws -> PageRequest {
    let request = try #require(session.previewRequest(seenIn: [wide]))
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
    #expect(session.previewRequest(seenIn: [Self.wide]) == nil)
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
    #expect(session.previewRequest(seenIn: [Self.narrow]) == nil)
    #expect(session.previewRequest(seenIn: [CellSize(columns: 119, rows: 30)]) == nil)
    #expect(session.previewRequest(seenIn: []) == nil)
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
    #expect(session.previewRequest(seenIn: [Self.wide]) == nil)
    try session.type("p", in: Self.wide)
    #expect(session.preview == .auto)
    _ = try Self.read(&session)
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

  @Test("opening a list makes room for its own, opening a text takes its place, and back brings it again")
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
    #expect(try Self.read(&session).path == Array("/root/d0/f1".utf8))
  }

  @Test("what was read for an entry that is not selected any more is passed over")
  func late() throws {
    var session = Self.session
    let request = try #require(session.previewRequest(seenIn: [Self.wide]))
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
    next.beginPreviews(following: session, at: .zero)
    #expect(Self.titles(&next) == ["root", "d0"])
    _ = try Self.read(&next)
  }

  @Test("a long text is there with its beginning alone")
  func beginning() throws {
    var session = Self.session
    try session.type("j", in: Self.wide)
    let request = try #require(session.previewRequest(seenIn: [Self.wide]))
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
