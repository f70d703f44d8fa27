import NavBase
import NavScene
import NavTestKit
import Testing

@testable import NavEngine

private let wide = CellSize(columns: 200, rows: 60)
private let narrow = CellSize(columns: 30, rows: 10)

@Suite("Session: a stack over a tree")
struct StackSessionTests {
  @Test(
    "keys and their results: the active page, its position, and the selection",
    arguments: [
      ([], "root", 1, 0), (["j"], "root", 1, 1), (["j", "j", "k"], "root", 1, 1),
      (["k"], "root", 1, 0), (["G"], "root", 1, 59), (["G", "j"], "root", 1, 59),
      (["G", "g g"], "root", 1, 0), (["7 G"], "root", 1, 6), (["Enter"], "d0", 2, 0),
      (["j", "Enter"], "f1", 2, nil), (["Enter", "Backspace"], "root", 1, 0),
      (["l", "l", "l"], "d0", 4, 0), (["l", "l", "h"], "d0", 2, 0),
      (["l", "l", "h", "h", "h", "h"], "root", 1, 0), (["j", "l", "l"], "f1", 2, nil),
      (["PageDown"], "root", 1, 21), (["PageDown", "PageUp"], "root", 1, 0),
      (["Space", "Space", "Space"], "root", 1, 59),
    ] as [([String], String, Int, Int?)]
  )
  func keys(_ names: [String], title: String, depth: Int, selection: Int?) throws {
    var session = Tree.session
    let requests = names.map { $0.split(separator: " ").compactMap { Key(name: String($0)) } }
    for keys in requests {
      try session.perform(
        .keys(keys),
        seenIn: .standardTerminal,
        at: .zero,
        page: Tree.page
      )
    }
    #expect(session.position.title == title)
    #expect(session.position.page == depth)
    #expect(session.position.pages == depth)
    #expect(session.version == UInt64(names.count))
    let scene = session.rest(in: .standardTerminal, viewers: 1)
    #expect(scene.active?.name == title)
    #expect(scene.active?.selection == selection)
    #expect(scene.focusKind == (selection == nil ? .text : .list))
    // The same keys in one operation have the same result.
    var atOnce = Tree.session
    try atOnce.perform(
      .keys(Array(requests.joined())),
      seenIn: .standardTerminal,
      at: .zero,
      page: Tree.page
    )
    #expect(atOnce.rest(in: wide, viewers: 1) == session.rest(in: wide, viewers: 1))
    #expect(atOnce.version == 1)
  }

  @Test("the header of a directory shows its path, shortened inside where it is too long")
  func header() throws {
    var session = Tree.session
    try session.type("l", "l", "l", "l")
    let path = "root/d0/d0/d0/d0"
    #expect(session.rest(in: wide, viewers: 1).active?.title == path)
    #expect(session.position.title == "d0")
    let narrow = CellSize(columns: 14, rows: 9)
    let title = try #require(session.rest(in: narrow, viewers: 1).active?.title)
    #expect(title.hasPrefix("root".prefix(3)) && title.contains("…") && title.hasSuffix("/d0"))
    #expect((8...14).contains(columnWidth(of: title)))
    try session.type("j", "l")
    #expect(session.rest(in: wide, viewers: 1).active?.title == "f1")
    var system = Session(root: Tree.directory("/"), path: Array("/".utf8))
    try system.type("l")
    #expect(system.rest(in: wide, viewers: 1).active?.title == "/d0")
  }

  @Test("NC-9: keys and commands move along a stack, which keeps its pages")
  func along() throws {
    var session = Tree.session
    try session.type("l", "l", "j", "l")
    let open = session.position
    #expect(open.title == "f1" && open.page == 4)
    for (title, page) in [("d0", 3), ("d0", 2), ("root", 1)] {
      try session.type("{")
      #expect(session.position.title == title && session.position.page == page)
      #expect(session.position.pages == 4)
    }
    let bottom = session.rest(in: .standardTerminal, viewers: 1)
    #expect(bottom.active?.title == "root" && bottom.active?.frame.x == 0)
    try session.type("{")
    #expect(session.position.page == 1)
    #expect(session.noEffect(of: .along(forward: false)) == .rootPage)
    for page in 2...4 {
      try session.type("}")
      #expect(session.position.page == page)
    }
    #expect(session.position == open)
    #expect(session.rest(in: .standardTerminal, viewers: 1).active?.title == "f1")
  }

  @Test("a list lies beside the list that opened it, a text fills the stack")
  func sizes() throws {
    var session = Tree.session
    try session.type("l")
    let two = session.rest(in: .standardTerminal, viewers: 1)
    #expect(two.titles == ["root", "d0"])
    #expect(two.containers.suffix(2).map(\.frame.x) == [0, 40])
    try session.type("l", "j", "l")
    let text = session.rest(in: .standardTerminal, viewers: 1)
    #expect(text.titles == ["d0", "d0", "f1"])
    #expect(text.active?.frame.width == 80)
    // Below 40 columns every page is full (D-4).
    let alone = session.rest(in: narrow, viewers: 1)
    #expect(alone.titles == ["f1"])
    #expect(alone.active?.frame == CellRect(x: 0, y: 0, width: 30, height: 9))
  }

  @Test("a page to be read is identified by the keys of the entries that lead to it")
  func requests() throws {
    var requests: [PageRequest] = []
    var session = Tree.session
    let keys = ["l", "j", "j", "l", "j", "l"].compactMap { Key(name: $0) }
    try session.perform(.keys(keys), seenIn: .standardTerminal, at: .zero) { request in
      requests.append(request)
      return Tree.page(request)
    }
    let text = { (bytes: [UInt8]) in String(decoding: bytes, as: UTF8.self) }
    #expect(requests.map { text($0.path) } == ["/root/d0", "/root/d0/d2", "/root/d0/d2/f1"])
    #expect(requests[2].ancestors.map(text) == ["/root", "/root/d0", "/root/d0/d2"])
    #expect(requests.map(\.label) == ["d0/", "d2/", "f1"])
    // Below the file system's root no slash is doubled.
    var root = Session(root: Tree.directory("/"), path: Array("/".utf8))
    try root.perform(.command(.forward), seenIn: .standardTerminal, at: .zero) { request in
      #expect(text(request.path) == "/d0")
      return Tree.page(request)
    }
  }

  @Test("PG-5: a tap on a covered page brings it back; its entry there opens anew")
  func taps() throws {
    var session = Tree.session
    try session.type("l")
    try session.tap("root")
    #expect(session.position.title == "root")
    #expect(session.position.pages == 2)
    // The page above belongs to the selected entry: it is only activated.
    try session.type("l")
    #expect(session.position.title == "d0")
    #expect(session.position.pages == 2)
    try session.tap("root", row: 4)
    #expect(session.position.title == "d4")
    #expect(session.position.pages == 2)
    #expect(session.rest(in: wide, viewers: 1).titles == ["root", "d4"])
    // A tap on the active page's margin changes nothing; a row below the entries is margin.
    let before = session.rest(in: wide, viewers: 1)
    try session.tap("d4")
    try session.tap("d4", row: Tree.entries)
    #expect(session.rest(in: wide, viewers: 1) == before)
  }

  @Test("a tap on a removed page is refused and changes nothing")
  func tapOnNothing() throws {
    var session = Tree.session
    try session.type("l")
    let gone = try #require(session.rest(in: wide, viewers: 1).focus)
    try session.type("h")
    let version = session.version
    let error = #expect(throws: Rejection.self) {
      try session.perform(.tap(gone, row: 0), seenIn: wide, at: .zero)
    }
    #expect(error?.description == "that page is no longer there: look again")
    #expect(session.version == version)
  }

  @Test("back from a page that is not the topmost goes to the one below it")
  func backFromBelow() throws {
    var session = Tree.session
    try session.type("l", "j", "j", "l")
    try session.tap("d0")
    try session.type("h")
    #expect(session.position.title == "root")
    #expect(session.position.pages == 1)
  }

  @Test("a stack has a limit, and the error there says what to do")
  func depth() throws {
    var session = Tree.session
    for _ in 1..<StackNode.depthLimit { try session.type("l") }
    #expect(session.position.pages == StackNode.depthLimit)
    let error = #expect(throws: Rejection.self) { try session.type("l") }
    #expect(error?.description.contains("go back first") == true)
    #expect(session.position.pages == StackNode.depthLimit)
    // If one of several keys is refused, none has an effect.
    let version = session.version
    #expect(throws: Rejection.self) { try session.type("j", "k", "l", "h") }
    #expect(session.version == version)
    try session.type("h")
    #expect(session.position.pages == StackNode.depthLimit - 1)
  }

  @Test("a missing row is refused")
  func goToNothing() throws {
    var session = Tree.session
    for number in [0, 61, -1] {
      #expect(throws: Rejection.self) {
        try session.perform(.goTo(number), seenIn: wide, at: .zero)
      }
    }
    #expect(session.version == 0)
  }

  @Test("an empty list has no selection, and nothing in it can be opened")
  func emptyList() throws {
    let empty = PageContent(title: "void", list: ListContent(entries: [], notes: ["empty"]))
    var session = Session(root: empty, path: Array("/void".utf8))
    for key in ["j", "k", "l", "G", "PageDown", "h"] { try session.type(key) }
    let scene = session.rest(in: .standardTerminal, viewers: 1)
    #expect(scene.active?.selection == nil)
    #expect(scene.active?.rows[0]?.text == "empty")
    #expect(session.position.pages == 1)
  }
}

@Suite("Session: a stack in different sizes")
struct StackSessionViewTests {
  @Test("a text scrolls by rows and screens, and its end is the end on every size")
  func scrolling() throws {
    var session = Tree.session
    try session.type("j", "l")
    let offset = { (session: inout Session, size: CellSize) in
      session.rest(in: size, viewers: 1).active?.scroll.y
    }
    try session.type("j", "j")
    #expect(offset(&session, .standardTerminal) == 2)
    try session.type("PageDown")
    #expect(offset(&session, .standardTerminal) == 2 + 20)
    try session.type("PageUp", "k")
    #expect(offset(&session, .standardTerminal) == 1)
    try session.type("G")
    for size in [wide, narrow, .standardTerminal] {
      let page = try #require(session.rest(in: size, viewers: 1).active)
      let rows = page.frame.height - page.content.y
      #expect(page.scroll.y == page.content.height - rows, "\(size)")
    }
    try session.type("g", "g")
    #expect(offset(&session, .standardTerminal) == 0)
  }

  @Test("a view follows pushes and pops; so does one made during the motion")
  func views() throws {
    var session = Tree.session
    let facts = SessionFacts(name: "talk", viewers: 2)
    var seen = [session.view(in: .standardTerminal, at: .zero), session.view(in: wide, at: .zero)]
    for index in seen.indices { _ = session.layout(&seen[index], facts: facts, at: .zero) }
    try session.type("l", at: .seconds(1))
    for index in seen.indices {
      let (trajectory, startedAt) = session.layout(&seen[index], facts: facts, at: .seconds(1))
      #expect(startedAt == .seconds(1))
      #expect((5...60).contains(trajectory.length))
      #expect(trajectory.end == session.rest(in: seen[index].viewport, facts: facts))
      #expect(trajectory.start.titles == ["root", "d0"])
    }
    var late = session.view(in: wide, at: .zero)
    let joined = Duration.seconds(1) + .milliseconds(50)
    #expect(
      session.layout(&late, facts: facts, at: joined)
        == session.layout(&seen[1], facts: facts, at: joined)
    )
    // A pop during the push: the page continues from its position.
    let middle = Duration.seconds(1) + .milliseconds(170)
    let before = session.layout(&seen[0], facts: facts, at: middle).trajectory.start
    try session.type("h", at: middle)
    let (trajectory, _) = session.layout(&seen[0], facts: facts, at: middle)
    #expect(trajectory.start.titles == ["root", "d0"])
    #expect(trajectory.start.containers.map(\.frame.x) == before.containers.map(\.frame.x))
    #expect(trajectory.end.titles == ["root"])
    // Popped pages are dropped some time after they are out of sight, not before.
    try session.type("j", at: .seconds(60))
    #expect(
      session.layout(&seen[0], facts: facts, at: .seconds(60)).trajectory.end.titles == ["root"]
    )
  }

  @Test("a motion interrupted again and again keeps no page forever")
  func endlessMotion() throws {
    var session = Tree.session
    var view = session.view(in: .standardTerminal, at: .zero)
    let facts = SessionFacts(name: "talk", viewers: 1)
    var now = Duration.zero
    // Every tenth of a second a text or a list opens or closes.
    for _ in 0..<50 {
      for keys in [["j", "l"], ["h"], ["k", "l"], ["h"]] {
        for key in keys { try session.type(key, at: now) }
        let trajectory = session.layout(&view, facts: facts, at: now).trajectory
        try #require(trajectory.start.containers.count <= 50)
        now += .milliseconds(100)
      }
    }
    now += .seconds(5)
    #expect(session.layout(&view, facts: facts, at: now).trajectory.end.titles == ["root"])
  }
}
