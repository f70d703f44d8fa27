import NavBase
import NavScene
import NavTestKit
import Testing

@testable import NavEngine

@Suite("Session: links from one page of a pager to another")
struct SlideLinkTests {
  private static let size = CellSize.standardTerminal

  private static func session(_ links: [String]) -> Session {
    let pages = (1...4).map { number -> SessionContent in
      var text = StyledText("page \(number) ")
      for link in links { text.append("x", style: TextStyle(role: .link, link: link)) }
      let document = TextDocument(blocks: [.paragraph(text)])
      return .page(PageContent(title: "\(number)", document: document))
    }
    var pager = PagerContent(title: "talk", pages: .listed(pages))
    pager.anchors = ["three": 2, "Four": 3, "gone": 9]
    return Session(.pager(pager))
  }

  private func follow(
    _ address: String,
    in session: inout Session
  ) throws {
    // The page itself: the focused container is the pager.
    let title = session.position.title
    let scene = session.rest(in: Self.size, viewers: 1)
    let page = try #require(
      scene.containers.first { $0.kind == .page && $0.title == title }?.id
    )
    try session.perform(.follow(page, link: address), seenIn: Self.size, at: .zero)
  }

  @Test("a link turns to the page with its name, forward or back")
  func turns() throws {
    let links = ["three", "Four"].map { TextStyle.pageAddress("#" + $0) }
    var session = Self.session(links)
    for (link, title) in [(links[1], "4"), (links[0], "3"), (links[0], "3")] {
      try follow(link, in: &session)
      #expect(session.position.title == title)
    }
  }

  @Test(
    "a link to a missing page changes nothing",
    arguments: ["nav-page:#gone", "nav-page:three", "nav-page:#", "#three", "nav-page:#none", ""]
  )
  func nothing(address: String) throws {
    var session = Self.session([address])
    #expect(throws: Rejection.self) { try follow(address, in: &session) }
    // The name exists, but the link does not.
    #expect(throws: Rejection.self) { try follow("nav-page:#three", in: &session) }
    #expect(session.position.title == "1")
  }
}
