import Foundation
import NavBase
import NavEngine
import NavScene
import NavTestKit
import NavWire
import Testing

@testable import NavContent

@Suite("Content sent with a request, decks as stacks, and coloured code")
struct GivenContentTests {
  private static let size = CellSize.standardTerminal

  private static func given(_ text: String, _ form: GivenText.Form) -> ContentSpec {
    .text(GivenText(name: "", bytes: Array(text.utf8), form: form))
  }

  private func press(
    _ names: [String],
    in session: inout Session,
    _ reader: ContentReader
  ) throws {
    let keys = names.compactMap { Key(name: $0) }
    try session.performPrepared(.keys(keys), seenIn: Self.size) { request in
      PreparedPage(reader.page(request.reference, of: 1), for: request)
    }
  }

  private func rows(_ session: Session) -> [String] {
    var session = session
    let scene = session.rest(in: Self.size, facts: SessionFacts(name: "x", viewers: 1))
    return scene.containers.filter { !$0.isHidden }.flatMap { container in
      (0..<Self.size.rows).compactMap { container.rows[$0]?.text }
    }
  }

  @Test(
    "JSON and YAML become lists of their values",
    arguments: ["{\"a\": {\"b\": [1, 2]}}", "a:\n  b: [1, 2]\n"]
  )
  func outline(text: String) throws {
    let reader = ContentReader()
    var session = Session(try reader.read(Self.given(text, .outline), for: 1))
    #expect(session.position.title == "standard input")
    try press(["Enter", "Enter"], in: &session, reader)
    #expect(session.position.title == "/a/b" && session.position.page == 3)
    // The content belongs to its session only and ends with it.
    let request = try #require(session.openPages(seenIn: []).first)
    func isThere(_ id: UInt64) -> Bool {
      guard case .page(let page) = reader.page(request.reference, of: id).content else {
        return false
      }
      return page.list != nil
    }
    #expect(isThere(1) && !isThere(2))
    reader.close(1)
    #expect(!isThere(1))
  }

  @Test("after a restart a session shows the content again")
  func restart() throws {
    let reader = ContentReader()
    let content = try reader.read(Self.given("[[1]]", .outline), for: 1, .restoration)
    var session = Session(content)
    try press(["Enter"], in: &session, reader)
    #expect(session.position.title == "/0")
  }

  // MARK: Stacks

  private static func deck(_ titles: [String]) -> ContentSpec {
    let slides = titles.map { "# \($0)\n\nfirst\n\n<!-- pause -->\n\nsecond of \($0)\n" }
    return given("---\nmode: stack\n---\n" + slides.joined(separator: "\n---\n\n"), .deck)
  }

  @Test("a list of the slides opens each slide with all its steps")
  func stack() throws {
    let reader = ContentReader()
    var session = Session(try reader.read(Self.deck(["One", "Two", "One"]), for: 1))
    let list = rows(session)
    for entry in ["One", "Two"] { #expect(list.contains { $0.contains(entry) }, "\(list)") }
    try press(["j", "Enter"], in: &session, reader)
    #expect(session.position.title == "Two" && session.position.page == 2)
    #expect(rows(session).contains { $0.contains("second of Two") })
    // Slides with equal titles are distinguished.
    try press(["h", "j", "l"], in: &session, reader)
    #expect(session.position.title == "One" && session.openPages(seenIn: []).isEmpty)
    #expect(session.top != "One")
  }

  @Test("when the deck changes, the open slide stays open, by its title")
  func reload() throws {
    let reader = ContentReader()
    var session = Session(try reader.read(Self.deck(["One", "Two"]), for: 1))
    try press(["j", "Enter"], in: &session, reader)
    for (titles, title) in [
      (["New", "One", "Two"], "Two"), (["Two", "One"], "Two"), (["One"], "standard input"),
    ] {
      let content = try reader.read(Self.deck(titles), for: 1)
      let prepared = PreparedContent(content, viewports: [Self.size])
      let found = try #require(Session(prepared, following: session) { _ in nil })
      #expect(found.position.title == title)
    }
  }

  // MARK: Colours

  /// A highlighter that marks everything as a keyword.
  private static let highlighter = CodeHighlighter { _, input in
    let lines = String(decoding: input, as: UTF8.self).split(separator: "\n")
    return Array(lines.map { "<span class=\"hl kwa\">\($0)</span>\n" }.joined().utf8)
  }

  private static func roles(_ content: SessionContent) -> [TextRole] {
    switch content {
    case .page(let page):
      page.document.blocks.flatMap { block -> [TextRole] in
        guard case .code(let code) = block else { return [] }
        return code.lines.flatMap { $0.runs.map(\.style.role) }
      }
    case .pager(let pager): pager.pages.indices.flatMap { roles(pager.pages[$0]) }
    case .stack(let stack): ([stack.root] + stack.pages.values).flatMap(roles)
    case .tabs(let tabs): tabs.items.map(\.content).flatMap(roles)
    case .split(let split): split.parts.flatMap(roles)
    }
  }

  @Test("code is coloured in scenes, in books and in decks from standard input")
  func colours() throws {
    let directory = try makeTemporaryDirectory("colours")
    let code = "```swift\nlet a\n```\n"
    func write(_ text: String, to name: String) throws -> String {
      let path = directory + "/" + name
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      return path
    }
    _ = try write(code, to: "a.md")
    let reader = ContentReader(highlighter: Self.highlighter) { _ in }
    #expect(Self.roles(try reader.read(Self.given(code, .deck), for: 1)) == [.codeKeyword])
    let nested = """
      tabs:
        items:
          - {title: A, content: {deck: a.md}}
          - {title: B, content: {file: a.md}}
          - {title: C, content: {stack: {root: {list: {entries: [{label: x, open: {file: a.md}}]}}}}}
      """
    let scene = try reader.read(.scene(path: try write(nested, to: "app.yaml")), for: 1)
    #expect(Self.roles(scene) == [.codeKeyword, .codeKeyword, .codeKeyword])
    let summary = try write("# S\n\n- [A](a.md)\n", to: "SUMMARY.md")
    guard case .stack(let book) = try reader.read(.docs(path: summary), for: 1) else {
      Issue.record("no stack")
      return
    }
    let page = reader.page(book.reference(to: Array("/a.md".utf8), label: "A"), of: 1)
    #expect(Self.roles(page.content) == [.codeKeyword])
  }

  @Test("the slides of a deck in a scene keep their footers")
  func footers() throws {
    let deck = "---\nfooter: {left: below}\n---\n```swift\nlet a\n```\n"
    let reader = ContentReader(highlighter: Self.highlighter) { _ in }
    guard case .pager(let pager) = try reader.read(Self.given(deck, .deck), for: 1),
      case .page(let page) = SessionContent.pager(pager).highlightedPage(by: Self.highlighter)
    else {
      Issue.record("no pager")
      return
    }
    #expect(page.footer?.left == "below")
  }
}

extension SessionContent {
  /// Returns the first page with coloured code.
  fileprivate func highlightedPage(by highlighter: CodeHighlighter) -> SessionContent? {
    guard case .pager(let pager) = highlighted(by: highlighter) else { return nil }
    return pager.pages[0]
  }
}
