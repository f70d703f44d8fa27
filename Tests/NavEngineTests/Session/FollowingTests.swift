import NavBase
import NavScene
import NavTestKit
import Testing

@testable import NavEngine

@Suite("Reloaded content, at the same place")
struct FollowingTests {
  private static let size = CellSize(columns: 40, rows: 12)

  private static func slide(_ title: String, paragraphs: Int = 1) -> SessionContent {
    let text = (1...paragraphs).map { TextBlock.paragraph(StyledText("\(title) text \($0)")) }
    return .page(
      PageContent(title, [.heading(level: 1, StyledText(title))] + text)
    )
  }

  private static func deck(_ titles: [String]) -> SessionContent {
    .pager(title: "deck", pages: titles.map { slide($0) })
  }

  private static func follow(
    _ old: Session,
    with content: SessionContent,
    pages: [[UInt8]: SessionContent] = [:],
    places: [PageReference: SourcePlace] = [:]
  ) -> Session? {
    let content = PreparedContent(content, viewports: [size], places: places)
    return Session(content, following: old) { request in
      pages[request.path].map { PreparedPage($0, availableSizes: request.availableSizes) }
    }
  }

  @Test(
    "a deck stays on the current slide, whatever is inserted before it",
    arguments: [
      (["a", "b", "c"], 2, ["x", "a", "b", "c"], "b"),
      (["a", "b", "c"], 2, ["b", "c"], "b"),
      (["a", "b", "c"], 3, ["c", "b", "a"], "c"),
      // If the current slide is removed, its position is kept.
      (["a", "b", "c"], 2, ["a", "c"], "c"),
      (["a", "b", "c"], 3, ["a"], "a"),
      // A renamed slide stays between its neighbors.
      (["a", "b", "c", "d"], 3, ["a", "x", "b", "c2", "d"], "c2"),
    ]
  )
  func deck(old: [String], page: Int, new: [String], title: String) throws {
    var session = Session(Self.deck(old))
    try session.perform(.command(.goTo(page)), seenIn: Self.size, at: .zero) { _ in
      Issue.record("a deck reads no pages")
      return PageContent("", [])
    }
    let followed = try #require(Self.follow(session, with: Self.deck(new)))
    #expect(followed.position.title == title)
    #expect(followed.version == session.version)
  }

  @Test(
    "a stored place in a deck is that of the slide with its title, else between its neighbors",
    arguments: [
      (["a", "b", "c"], "b"), (["x", "y", "a", "b", "c"], "b"), (["b"], "b"),
      (["b", "c", "b"], "b"), (["x", "a", "c"], "c"), (["x"], "x"),
      // A renamed slide, moved.
      (["x", "a", "b2", "c"], "b2"), (["b2", "c"], "b2"), (["x", "y", "a", "b2"], "b2"),
    ]
  )
  func storedDeck(new: [String], title: String) throws {
    func deck(_ titles: [String]) -> SessionContent {
      .pager(title: "deck", pages: titles.map { Self.slide($0, paragraphs: 20) })
    }
    func anchor(_ session: Session) -> ScrollAnchor? {
      session.tree.front.last.flatMap { session.tree[$0]?.rows?.anchor }
    }
    var session = Session(deck(["a", "b", "c"]))
    for command in [SessionCommand.goTo(2), .lineDown, .lineDown] {
      try session.perform(command, seenIn: Self.size, at: .zero)
    }
    #expect(anchor(session) != .top)
    let place = session.navigationState
    let restored = Session(deck(new), at: place, version: 1) { _, _ in deck(new) }
    #expect(restored.position.title == title)
    #expect(!title.hasPrefix("b") || anchor(restored) == anchor(session))
  }

  @Test(
    "a stored place in a text is that of the line that was at the top, wherever it is now",
    arguments: [true, false]
  )
  func storedText(isMarkdown: Bool) throws {
    func text(_ lines: [String]) -> SessionContent {
      let lines = lines.map { StyledText($0) }
      let blocks: [TextBlock] = isMarkdown ? lines.map { .paragraph($0) } : [.preformatted(lines)]
      let page = PageContent("text", blocks)
      return .pager(title: "text", pages: [.page(page)])
    }
    func top(_ session: Session) throws -> String {
      var session = session
      let scene = session.rest(in: Self.size, viewers: 1)
      let page = try #require(scene.containers.last { $0.kind == .page && !$0.rows.isEmpty })
      let words = try #require(page.rows[page.scroll.y]).text.split(separator: " ")
      return words.joined(separator: " ")
    }
    let lines = (1...300).map { $0 % 50 == 0 ? "the same" : "row \($0)" }
    let added = (1...20).map { "new \($0)" }
    for row in [100, 201] {
      var session = Session(text(lines))
      for step in 1..<2 * row where try step < row - 5 || top(session) != lines[row - 1] {
        try session.perform(.lineDown, seenIn: Self.size, at: .zero)
      }
      let before = try top(session)
      #expect(before == lines[row - 1])
      for new in [lines, added + lines, Array(lines.dropFirst(30)), lines + added] {
        let place = session.navigationState
        let restored = Session(text(new), at: place, version: 1) { _, _ in text(new) }
        #expect(try top(restored) == before)
        #expect(new != lines || restored.navigationState == place)
      }
    }
  }

  @Test(
    "a stored page of a numbered value is that of the same value or of the one in its place"
  )
  func storedNumbers() {
    func document(_ values: [String]) -> SessionContent {
      let entries = values.enumerated().map { index, value in
        ListEntry(key: Array("\(index)".utf8), label: "\(index): \(value)", opens: .text)
      }
      let list = ListContent(entries: entries, details: .column)
      let root = SessionContent.page(PageContent(title: "document", list: list))
      return .stack(StackContent(root: root, path: [], source: PageSource(.outline)))
    }
    let values = (0..<20).map { "value \($0)" }
    let stack = NavigationState.Stack(keys: [Array("9".utf8)], active: 1, position: .left)
    let opened = Session(
      document(values),
      at: NavigationState(nodes: [[]: .stack(stack)]),
      version: 1
    ) { _, _ in Self.slide("page") }
    #expect(opened.top == "9")
    let edited = values[..<9] + ["other"] + values[10...]
    for (new, top) in [
      (values, "9"), (["x", "y"] + values, "11"), (Array(values.dropFirst(5)), "4"),
      (Array(edited), "9"), (["x", "y"] + edited, "11"), (Array(edited.dropFirst(5)), "4"),
      // Of two equal values, the one with the same neighbors.
      (["value 9"] + values, "10"), ([], "9"),
    ] {
      let place = opened.navigationState
      let restored = Session(document(new), at: place, version: 1) { _, _ in Self.slide("page") }
      #expect(restored.top == top, "\(new)")
      #expect(new != values || restored.navigationState == place)
    }
  }

  @Test("the text of a deck begins at the title of the slide, and the deck is at that slide again")
  func forms() throws {
    let titles = ["One", "Two", "Three", "Four"]
    let lines = titles.flatMap { title in
      ["# \(title)"] + (1...30).map { "line \($0)" } + ["\(title) text 1", "---"]
    }
    let document = TextDocument(blocks: [.preformatted(lines: lines)])
    let text = SessionContent.tree(PageContent(title: "talk.md", document: document), path: "/")
    var deck = Session(Self.deck(titles))
    try deck.perform(.goTo(3), seenIn: Self.size, at: .zero)
    // Another reload does not look for words.
    let unasked = try #require(Self.follow(deck, with: text))
    #expect(unasked.navigationState == Session(text).navigationState)
    deck.awaitsOtherForm = true
    var shown = try #require(Self.follow(deck, with: text))
    var searched = Session(text)
    try searched.perform(.search("Three"), seenIn: .standardTerminal, at: .zero)
    let (place, expected) = (shown.tree.front.last, searched.tree.front.last)
    let anchor = place.flatMap { shown.tree[$0]?.rows?.anchor }
    #expect(anchor == expected.flatMap { searched.tree[$0]?.rows?.anchor } && anchor != .top)
    try shown.perform(.last, seenIn: Self.size, at: .zero)
    // The file is edited meanwhile.
    shown = try #require(Self.follow(shown, with: text))
    shown.awaitsOtherForm = true
    let again = try #require(Self.follow(shown, with: Self.deck(["New"] + titles)))
    #expect(again.position.title == "Three")
    // Other reloads keep the place, and the next text begins at it.
    let kept = try #require(Self.follow(again, with: Self.deck(titles)))
    #expect(kept.position.title == "Three")
  }

  @Test("the text of a tree begins at the selected entry, and the tree has its open pages again")
  func treeForms() throws {
    func list(_ keys: [String]) -> SessionContent { .page(PageContent(list: keys, opens: .list)) }
    let source = PageSource(.outline, at: Array("/d.json".utf8))
    let root = SessionContent.stack(StackContent(root: list(["a", "b"]), path: [], source: source))
    let pages = [Array("/b".utf8): list(["x", "y", "z"])]
    var tree = Session(root)
    for command in [SessionCommand.last, .forward, .lineDown] {
      try tree.perform(.command(command), seenIn: Self.size, at: .zero) { request in
        guard case .page(let page)? = pages[request.path] else { throw Missing() }
        return page
      }
    }
    #expect(tree.entryToShowInText == nil)
    tree.awaitsOtherForm = true
    let entry = try #require(tree.entryToShowInText)
    #expect(entry.path == Array("/b/y".utf8) && entry.source == source)
    let lines = (0..<90).map { "line \($0)" }
    let page = PageContent("d.json", [.preformatted(lines: lines)])
    let text = SessionContent.stack(StackContent(root: .page(page), path: [], source: .nowhere))
    let place = SourcePlace(byte: 0, line: 50, column: 2)
    var shown = try #require(Self.follow(tree, with: text, places: [entry: place]))
    let front = try #require(shown.tree.front.last)
    let above = lines[..<50].reduce(0) { $0 + $1.count + 1 }
    let position = TextPosition(block: 0, grapheme: above + 2)
    #expect(shown.tree[front]?.rows?.anchor.position == position)
    shown.awaitsOtherForm = true
    let requests = shown.pagesToReload(seenIn: [Self.size])
    #expect(requests.map(\.path) == [Array("/b".utf8)])
    // The open page was not read.
    #expect(Self.follow(shown, with: root) == nil)
    let again = try #require(Self.follow(shown, with: root, pages: pages))
    #expect(again.navigationState == tree.navigationState)
  }

  @Test("verbatim lines stay at the line, whatever is inserted above and below it")
  func verbatimLines() throws {
    func document(_ lines: [String]) -> TextDocument {
      TextDocument(blocks: [.preformatted(lines: lines)])
    }
    /// Returns the line, and the column in it, after a change.
    func moved(_ line: Int, column: Int = 0, of old: [String], to new: [String]) -> [Int] {
      let start = old[..<line].reduce(0) { $0 + $1.count + 1 }
      let position = TextPosition(block: 0, grapheme: start + column)
      let reload = TextReload(from: document(old), to: document(new))
      let anchor = reload.anchor(ScrollAnchor(position: position, ratio: 0.25))
      var (found, rest) = (0, anchor.position.grapheme)
      while found < new.count, rest > new[found].count {
        (found, rest) = (found + 1, rest - new[found].count - 1)
      }
      return [found, rest]
    }
    let old = (0..<60).map { $0 % 3 == 2 ? "}" : "line \($0)" }
    let above = (0..<10).map { "new \($0)" }
    #expect(moved(31, column: 3, of: old, to: above + old) == [41, 3])
    #expect(moved(31, column: 3, of: old, to: Array(old[7...])) == [24, 3])
    // Edited at both ends, so that nothing is common to both; one of many equal lines.
    let edited = above + old[1..<59] + ["end"]
    #expect(moved(31, column: 3, of: old, to: edited) == [40, 3])
    #expect(moved(32, of: old, to: edited) == [41, 0])
    // An edited line, and one that was removed.
    let changed = above + Array(old[..<31]) + ["x"] + Array(old[32...])
    #expect(moved(31, column: 3, of: old, to: changed)[0] == 41)
    #expect(moved(31, of: old, to: Array(old[..<31] + old[32...])) == [31, 0])
    // More lines around it were edited than one looks at for a line that was not.
    let rewritten =
      above + old[..<22] + (22..<40).map { $0 % 3 == 2 ? "}" : "other \($0)" } + old[40...]
    #expect(moved(31, of: old, to: rewritten) == [41, 0])
  }

  @Test("a text stays at its block, at the heading before an edited block, or at its end")
  func text() throws {
    func page(_ words: [String]) -> SessionContent {
      let blocks = words.map { word -> TextBlock in
        word.hasPrefix("#") ? .heading(level: 2, StyledText(word)) : .paragraph(StyledText(word))
      }
      return .page(PageContent("text", blocks))
    }
    let old = ["#1", "a", "b", "#2", "c", "d"]
    func moved(_ block: Int, to new: [String]) -> Int {
      let anchor = ScrollAnchor(position: TextPosition(block: block, grapheme: 3), ratio: 0.5)
      guard case .page(let before) = page(old), case .page(let after) = page(new),
        case .text(let first) = before.body, case .text(let second) = after.body
      else { return -1 }
      return TextReload(from: first, to: second).anchor(anchor).position.block
    }
    #expect(moved(4, to: old) == 4)
    #expect(moved(4, to: ["#0", "x"] + old) == 6)
    #expect(moved(4, to: ["#1", "b", "#2", "c", "d"]) == 3)
    // `c` was rewritten, and a block was inserted before its heading.
    #expect(moved(4, to: ["#1", "a", "x", "b", "#2", "other", "d"]) == 5)
    // `d` was rewritten, and blocks were inserted behind its heading.
    #expect(moved(5, to: ["#1", "a", "b", "#2", "x", "y", "c", "other"]) == 7)
    #expect(moved(4, to: ["z"]) == 0)
    let document = TextDocument(blocks: [.paragraph(StyledText("x")), .rule])
    let end = TextReload(from: TextDocument(blocks: []), to: document)
    #expect(end.anchor(.end(ofBlock: 0)) == .end(ofBlock: 1))
    #expect(end.anchor(.top) == .top)
  }

  @Test("growing output is followed at its end, unless the session has scrolled elsewhere")
  func growth() throws {
    func output(_ lines: Int, isFollowed: Bool = true) -> SessionContent {
      var page = PageContent("output", [.preformatted(lines: (1...lines).map { "line \($0)" })])
      page.isFollowed = isFollowed
      return .stack(StackContent(root: .page(page), path: [], source: .nowhere))
    }
    // Returns the numbers of the visible lines.
    func shown(_ session: Session) -> ClosedRange<Int> {
      var session = session
      let pages = session.rest(in: Self.size, viewers: 1).containers.filter { $0.kind == .page }
      let lines = pages.flatMap { page in
        page.rows.segments.flatMap { segment in
          segment.rows.enumerated().compactMap { offset, row -> Int? in
            let place = page.content.y + segment.first + offset - page.scroll.y
            return (page.headerHeight..<page.frame.height).contains(place)
              ? Int(row.text.split(separator: " ").last ?? "") : nil
          }
        }
      }
      return (lines.min() ?? 0)...(lines.max() ?? 0)
    }
    func grown(_ session: Session) throws -> Session {
      try #require(Self.follow(session, with: output(90)))
    }
    func after(_ commands: SessionCommand..., in session: Session) throws -> Session {
      var session = session
      for command in commands {
        try session.perform(.command(command), seenIn: Self.size, at: .zero) { _ in
          throw Missing()
        }
      }
      return session
    }
    let short = Session(output(30, isFollowed: false))
    #expect(shown(short).lowerBound == 1)
    // The output is now known to grow.
    let long = try #require(Self.follow(short, with: output(60)))
    #expect(shown(long).upperBound == 60 && shown(long).lowerBound > 1)
    #expect(long.navigationState.nodes.isEmpty)
    #expect(shown(try grown(long)).upperBound == 90)
    // After scrolling elsewhere a session stays there; after going back to the end it follows
    // again.
    let up = try after(.lineUp, in: long)
    #expect(!up.navigationState.nodes.isEmpty)
    #expect(shown(try grown(up)).upperBound == 59)
    let first = try after(.first, in: long)
    #expect(shown(try grown(first)).lowerBound == 1)
    #expect(!first.navigationState.nodes.isEmpty)
    let back = try after(.lineUp, .last, in: long)
    #expect(shown(try grown(back)).upperBound == 90)
    // A match beside the end leads there, too.
    for words in ["line 60", "line 59"] {
      #expect(shown(try grown(after(.search(words), in: long))).upperBound == 90)
    }
    let found = try after(.search("line 12"), in: long)
    #expect(shown(try grown(found)) == shown(found))
    // A session that had scrolled before stays where it is.
    let early = try after(.lineDown, in: short)
    let later = try #require(Self.follow(early, with: output(60)))
    #expect(shown(later) == shown(early) && shown(early) != shown(short))
  }

  @Test(
    "a stack reopens its pages by their keys, and selections stay with their entries"
  )
  func stack() throws {
    func list(_ keys: [String]) -> SessionContent { .page(PageContent(list: keys, opens: .list)) }
    func root(_ keys: [String]) -> SessionContent {
      .stack(StackContent(root: list(keys), path: Array("/r".utf8)))
    }
    var session = Session(root(["a", "b", "c"]))
    for command in [SessionCommand.lineDown, .forward, .last] {
      try session.perform(.command(command), seenIn: Self.size, at: .zero) { request in
        #expect(request.path == Array("/r/b".utf8))
        guard case .page(let page) = list(["x", "y", "z"]) else { throw Missing() }
        return page
      }
    }
    let requests = session.openPages(seenIn: [Self.size])
    #expect(requests.map(\.path) == [Array("/r/b".utf8)])
    #expect(requests.map(\.availableSizes.count) == [1])
    // The open page was not read, so the session can't continue.
    #expect(Self.follow(session, with: root(["a", "b", "c"])) == nil)
    let pages = [Array("/r/b".utf8): list(["w", "x", "y", "z"])]
    let followed = try #require(Self.follow(session, with: root(["0", "a", "b"]), pages: pages))
    #expect(followed.top == session.top)
    let place = followed.navigationState
    let selected = place.nodes.values.compactMap { node -> String? in
      guard case .rows(let rows) = node else { return nil }
      return rows.selection.map { String(decoding: $0.key, as: UTF8.self) }
    }
    #expect(selected.sorted() == ["b", "z"])
  }

  private struct Missing: Error {}

  @Test("the same content changes nothing, at any place")
  func same() throws {
    var moved = 0
    try forSeeds(0..<100) { generator in
      let content = generator.sessionContent()
      guard (try? content.check()) != nil else { return }
      var session = Session(content)
      var pages: [[UInt8]: SessionContent] = [:]
      for step in 0..<generator.int(in: 0...20) {
        let command = generator.pick(Self.commands)
        try? session.perform(
          .command(command),
          seenIn: Self.size,
          at: .seconds(10 * step)
        ) { request in
          let page = generator.oneIn(2) ? generator.listPage() : generator.textPage()
          pages[request.path] = .page(page)
          return page
        }
      }
      let followed = Self.follow(session, with: content, pages: pages)
      var again = try #require(followed)
      if !session.navigationState.nodes.isEmpty { moved += 1 }
      try demand(again.navigationState == session.navigationState)
      try demand(again.version == session.version)
      let before = session.rest(in: Self.size, viewers: 1).shown
      let after = again.rest(in: Self.size, viewers: 1).shown
      try demand(after == before, "\(after) instead of \(before)")
    }
    try demand(moved >= expected(30), "only \(moved) sessions moved")
  }

  private static let commands: [SessionCommand] = [
    .forward, .back, .lineDown, .lineUp, .screenDown, .first, .last, .goTo(2), .nextTab,
    .previousTab, .tab(2), .toggleAttachment, .search("e"), .nextMatch, .filter("1"), .filter(""),
  ]
}
