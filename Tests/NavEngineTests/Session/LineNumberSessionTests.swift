import NavBase
import NavScene
import NavTestKit
import Testing

@testable import NavEngine

@Suite("Session: line numbers and the current line")
struct LineNumberSessionTests {
  private static let size = CellSize.standardTerminal

  private static func session(_ lines: FileLines) throws -> Session {
    var session = Tree.session
    try session.perform(
      .keys([Key(.character("j")), Key(.enter)]),
      seenIn: size,
      at: .zero,
      page: { request in
        var page = Tree.page(request)
        page.lines = lines
        return page
      }
    )
    return session
  }

  private static func firstRow(_ session: inout Session) -> String? {
    session.rest(in: size, viewers: 1).active?.rows[0]?.text
  }

  @Test("`#` switches line numbers for all viewers; reloads and other files keep the setting")
  func switching() throws {
    for (lines, before) in [(FileLines.code, true), (.text, false)] {
      var session = try Self.session(lines)
      #expect(Self.firstRow(&session)?.hasPrefix("  1 ") == before)
      try session.type("#")
      #expect(Self.firstRow(&session)?.hasPrefix("  1 ") == !before)
      try session.type("#")
      #expect(Self.firstRow(&session)?.hasPrefix("  1 ") == before)
      try session.perform(.view(.numbers(true)), seenIn: Self.size, at: .zero)
      #expect(Self.firstRow(&session)?.hasPrefix("  1 ") == true)
      let request = try session.request(of: .command(.chapter(forward: true)), seenIn: Self.size)
      #expect(request.numbers == true)
    }
  }

  @Test("the setting is part of the place, and survives a restart")
  func restart() throws {
    for isOn in [nil, true, false] {
      var session = try Self.session(.code)
      if let isOn { try session.perform(.view(.numbers(isOn)), seenIn: Self.size, at: .zero) }
      let place = session.navigationState
      #expect(place.numbers.isOn == isOn)
      var again = Session(session.content, at: place, version: session.version) { request, _ in
        var page = Tree.page(request)
        page.lines = .code
        return .page(page)
      }
      #expect(again.navigationState == place)
      #expect(Self.firstRow(&again) == Self.firstRow(&session))
      #expect(Self.firstRow(&again)?.hasPrefix("  1 ") == (isOn != false))
    }
  }

  @Test("a page that is not a file has no line numbers, and says so")
  func refusal() throws {
    var session = try Self.session(.none)
    #expect(throws: Rejection("only the lines of a file have numbers: open one")) {
      try session.type("#")
    }
  }

  @Test("the scene contains the number of lines and the first visible line")
  func place() throws {
    var session = try Self.session(.text)
    var page = try #require(session.rest(in: Self.size, viewers: 1).active)
    #expect(page.pageCount == 100 && page.currentPage == 0)
    try session.type("j", "j", "j")
    page = try #require(session.rest(in: Self.size, viewers: 1).active)
    #expect(page.pageCount == 100 && page.currentPage == 3)
    // A motion contains its final line from its first frame on.
    try session.type("PgDn")
    let trajectory = session.layout(in: Self.size, viewers: 1, at: .zero).trajectory
    #expect(trajectory.scene(atFrame: 0).active?.currentPage == trajectory.end.active?.currentPage)
    var other = try Self.session(.none)
    let none = try #require(other.rest(in: Self.size, viewers: 1).active)
    #expect(none.pageCount == 0 && none.currentPage == 0)
  }
}
