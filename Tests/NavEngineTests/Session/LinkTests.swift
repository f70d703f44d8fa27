import NavBase
import NavScene
import NavTestKit
import Testing

@testable import NavEngine

@Suite("Session: links in a book's pages")
struct LinkTests {
  private static let address = TextStyle.pageAddress("b.md")
  private static let size = CellSize.standardTerminal

  private static func chapter(_ title: String, link: String? = address) -> PageContent {
    var text = StyledText("see ")
    text.append("there", style: TextStyle(role: .link, link: link))
    let lines = (0..<60).map { TextBlock.paragraph(StyledText("line \($0)")) }
    return PageContent(title, [.paragraph(text)] + lines)
  }

  private static func session(_ root: PageContent, kind: PageSource.Kind = .docs) -> Session {
    Session(.stack(StackContent(root: .page(root), path: [], source: PageSource(kind))))
  }

  private func page(of session: inout Session) throws -> ContainerID {
    try #require(session.rest(in: Self.size, viewers: 1).active?.id)
  }

  /// Carries out an action; each requested page is a chapter.
  private func perform(
    _ action: SessionAction,
    on session: inout Session,
    start: TextPosition? = nil
  ) throws -> [String] {
    var paths: [String] = []
    try session.performPrepared(action, seenIn: Self.size) { request in
      paths.append(String(decoding: request.path, as: UTF8.self))
      let content = SessionContent.page(Self.chapter("chapter \(paths.count)"))
      return PreparedPage(content, availableSizes: request.availableSizes, start: start)
    }
    return paths
  }

  @Test("a click on a link opens its page on top, the same link again goes there, back returns")
  func clicks() throws {
    var session = Self.session(Self.chapter("a"))
    let root = try page(of: &session)
    let follow = SessionAction.follow(root, link: Self.address)
    #expect(try perform(follow, on: &session) == ["/b.md"])
    #expect(session.position.title == "chapter 1" && session.position.page == 2)
    #expect(try perform(follow, on: &session) == [])
    #expect(session.position.page == 2)
    #expect(
      try perform(.follow(try page(of: &session), link: Self.address), on: &session) == [
        "/b.md/b.md"
      ]
    )
    #expect(try perform(.command(.back), on: &session) == [])
    #expect(try perform(.command(.back), on: &session) == [])
    #expect(session.position.title == "a")
  }

  @Test("a page opens at the place of the link's target")
  func place() throws {
    var session = Self.session(Self.chapter("a"))
    let follow = SessionAction.follow(try page(of: &session), link: Self.address)
    _ = try perform(follow, on: &session, start: TextPosition(block: 20, grapheme: 0))
    let scene = session.rest(in: Self.size, viewers: 1)
    let shown = try #require(scene.active)
    #expect(shown.rows[shown.scroll.y]?.text == "line 19")
  }

  @Test("Enter opens the list of the page's links")
  func enter() throws {
    var session = Self.session(Self.chapter("a"))
    let keys = SessionAction.keys([Key(.enter)])
    #expect(try perform(keys, on: &session) == ["/~links"])
  }

  @Test(
    "missing links, links to elsewhere, and links in other content open nothing"
  )
  func nothing() throws {
    for (link, kind) in [
      ("https://example.org", PageSource.Kind.docs), (Self.address, .files),
      (Self.address, .outline),
    ] {
      var session = Self.session(Self.chapter("a", link: link), kind: kind)
      let root = try page(of: &session)
      #expect(throws: Rejection.self) { try perform(.follow(root, link: link), on: &session) }
      #expect(try perform(.keys([Key(.enter)]), on: &session) == [])
    }
    var session = Self.session(Self.chapter("a"))
    let root = try page(of: &session)
    for link in [
      "", "nav-page:", TextStyle.pageAddress("c.md"), TextStyle.pageAddress("..~1secret"),
    ] {
      #expect(throws: Rejection.self) { try perform(.follow(root, link: link), on: &session) }
    }
    let none = ContainerID(rawValue: 9_999)
    #expect(throws: Rejection.self) {
      try perform(.follow(none, link: Self.address), on: &session)
    }
    #expect(session.position.page == 1)
  }

  @Test("the number of stacked pages has a limit")
  func limit() throws {
    var session = Self.session(Self.chapter("a"))
    for _ in 1..<StackNode.depthLimit {
      _ = try perform(.follow(try page(of: &session), link: Self.address), on: &session)
    }
    #expect(session.position.page == StackNode.depthLimit)
    let top = try page(of: &session)
    #expect(throws: Rejection.self) {
      try perform(.follow(top, link: Self.address), on: &session)
    }
  }
}
