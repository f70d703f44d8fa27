import NavBase
import NavScene
import NavTestKit
import Testing

@testable import NavEngine

@Suite("Session: from chapter to chapter, and from file to file")
struct ChapterTests {
  private static let size = CellSize.standardTerminal

  private static func entry(_ key: String, isPage: Bool = true) -> ListEntry {
    ListEntry(
      key: Array(key.utf8),
      label: key,
      opens: isPage ? .text : .nothing,
      isSelectable: isPage
    )
  }

  /// A book of three chapters with a separator before the last one.
  private static var book: Session {
    let list = ListContent(entries: [
      entry("one.md"), entry("two.md"), entry("line", isPage: false), entry("three.md"),
    ])
    return Session(
      .stack(
        StackContent(
          root: .page(PageContent(title: "Book", list: list)),
          path: [],
          source: PageSource(.docs, at: Array("/book".utf8))
        )
      )
    )
  }

  private static func page(_ request: PageRequest) -> PageContent {
    let title = String(decoding: request.path.split(separator: 0x2F).last ?? [], as: UTF8.self)
    if title == "~links" {
      let list = ListContent(entries: [entry("three.md#end"), entry("one.md")])
      return PageContent(title: "Links", list: list)
    }
    var style = TextStyle()
    style.link = TextStyle.pageAddress("three.md")
    let text = StyledText(title, style: style)
    return PageContent(title, [.paragraph(text)])
  }

  private static func perform(_ keys: [String], in session: inout Session) throws {
    let keys = keys.compactMap { Key(name: $0) }
    try session.perform(.keys(keys), seenIn: size, at: .zero, page: page)
  }

  private static func titles(of session: Session) -> [String] {
    for page in session.tree.front.reversed() {
      guard let stack = session.tree.stack(page.container) else { continue }
      return stack.state.pages.map { stack.pages[$0.id]?.title ?? "" }
    }
    return []
  }

  @Test("the next chapter replaces the current one, and separators are skipped")
  func order() throws {
    var session = Self.book
    try Self.perform(["Enter", "]"], in: &session)
    #expect(Self.titles(of: session) == ["Book", "two.md"])
    try Self.perform(["]"], in: &session)
    #expect(Self.titles(of: session) == ["Book", "three.md"])
    try Self.perform(["[", "["], in: &session)
    #expect(Self.titles(of: session) == ["Book", "one.md"])
    // Going back, the chapter is selected in the table of contents.
    try Self.perform(["]", "]", "h", "Enter"], in: &session)
    #expect(Self.titles(of: session) == ["Book", "three.md"])
  }

  @Test("at the ends nothing changes, and a message says so")
  func ends() throws {
    var session = Self.book
    try Self.perform(["Enter"], in: &session)
    #expect(throws: Rejection("this is the first chapter")) {
      try Self.perform(["["], in: &session)
    }
    try Self.perform(["]", "]"], in: &session)
    let version = session.version
    #expect(throws: Rejection("this is the last chapter")) {
      try Self.perform(["]"], in: &session)
    }
    #expect(session.version == version)
    var list = Self.book
    #expect(throws: Rejection("open a chapter or a file from its list first")) {
      try list.perform(.chapter(forward: true), seenIn: Self.size, at: .zero)
    }
  }

  @Test("a chapter opened by a link has its neighbours in the table of contents")
  func links() throws {
    var session = Self.book
    try Self.perform(["Enter", "Enter", "Enter"], in: &session)
    #expect(Self.titles(of: session).last == "three.md#end")
    try Self.perform(["["], in: &session)
    #expect(Self.titles(of: session) == ["Book", "two.md"])
  }

  @Test("files of a directory follow one another, and directories between them stay closed")
  func files() throws {
    var session = Tree.session
    try session.type("j", "Enter", "]")
    #expect(Self.titles(of: session) == ["root", "f3"])
    try session.type("[")
    #expect(Self.titles(of: session) == ["root", "f1"])
    #expect(throws: Rejection("this is the first one of its list")) { try session.type("[") }
  }
}
