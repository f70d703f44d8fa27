import NavBase
import NavScene
import NavTestKit
import Testing

@testable import NavEngine

@Suite("Session: visiting a place in a stack by its path")
struct VisitTests {
  private static let size = CellSize.standardTerminal

  private func visit(_ visit: Visit, in session: inout Session) throws {
    try session.perform(.visit(visit), seenIn: Self.size, at: .zero, page: Tree.page)
  }

  private func keys(_ names: String...) -> [[UInt8]] { names.map { Array($0.utf8) } }

  private func titles(_ session: Session) -> [String] {
    guard let stack = session.innermostStack.flatMap({ session.tree.stack($0) }) else {
      return []
    }
    return stack.state.pages.map { stack.pages[$0.id]?.title ?? "" }
  }

  @Test("the directories of the path are opened, with the next one selected in each")
  func path() throws {
    var session = Tree.session
    try visit(Visit(keys("d2", "d4", "f7")), in: &session)
    #expect(titles(session) == ["root", "d2", "d4", "f7"])
    #expect(session.version == 1)
    try session.type("h")
    var scene = session.rest(in: Self.size, viewers: 1)
    #expect(scene.active?.title == "root/d2/d4" && scene.active?.selection == 7)
    try session.type("h")
    scene = session.rest(in: Self.size, viewers: 1)
    #expect(scene.active?.title == "root/d2" && scene.active?.selection == 4)
  }

  @Test("open pages of the path stay, and pages above them are closed")
  func common() throws {
    var session = Tree.session
    try visit(Visit(keys("d2", "d4", "f7")), in: &session)
    var read = 0
    try session.perform(.visit(Visit(keys("d2", "f9"))), seenIn: Self.size, at: .zero) { request in
      read += 1
      return Tree.page(request)
    }
    #expect(titles(session) == ["root", "d2", "f9"] && read == 1)
    try visit(Visit(keys("d2", "f9")), in: &session)
    #expect(titles(session) == ["root", "d2", "f9"])
    try visit(Visit([]), in: &session)
    #expect(titles(session) == ["root"])
  }

  @Test("an entry can be selected without opening it, also one hidden by a filter")
  func selecting() throws {
    var session = Tree.session
    try session.perform(.filter("f3"), seenIn: Self.size, at: .zero)
    try visit(Visit(keys("d6"), selects: true), in: &session)
    let scene = session.rest(in: Self.size, viewers: 1)
    #expect(titles(session) == ["root"] && scene.active?.selection == 6)
  }

  @Test("the words are searched for in the visited page, and the chosen match is shown")
  func search() throws {
    var session = Tree.session
    try visit(Visit(keys("f7"), search: "line 9", match: 3), in: &session)
    #expect(session.searchState.search == "line 9")
    // The first matches are the lines 9, 90, 91 and 92.
    #expect(session.searchState.match == 4)
    try session.type("n")
    #expect(session.searchState.match == 5)
  }

  @Test("a session without lists refuses a visit")
  func refusal() throws {
    var session = Session(pages: [PageContent("p", [])])
    #expect(throws: Rejection("no list is open here: go to one first")) {
      try visit(Visit(keys("a")), in: &session)
    }
    #expect(throws: Rejection.self) { try session.findScope() }
  }

  @Test("the search scope is the current directory, or the directory of the current file")
  func scope() throws {
    var session = Tree.session
    #expect(try session.findScope().path == Array("/root".utf8))
    try session.type("Enter")
    #expect(try session.findScope().path == Array("/root/d0".utf8))
    try session.type("j", "Enter")
    let scope = try session.findScope()
    #expect(scope.path == Array("/root/d0".utf8) && scope.keys == keys("d0"))
  }
}
