import NavBase
import NavScene
import NavTestKit
import Testing

@testable import NavEngine

@Suite("Saving and restoring the place of a session")
struct PlaceTests {
  private static let sizes = [
    CellSize(columns: 24, rows: 7), CellSize(columns: 80, rows: 24),
    CellSize(columns: 132, rows: 43),
  ]

  private static let commands: [SessionCommand] = [
    .forward, .back, .lineDown, .lineUp, .screenDown, .screenUp, .first, .last, .goTo(2), .goTo(30),
    .nextTab, .previousTab, .tab(2), .tab(3), .toggleAttachment, .nextPart, .search("e"),
    .search(""),
    .nextMatch, .previousMatch, .filter("1"), .filter("entry 2"), .filter(""), .toggleBlank,
    .theme(.night), .theme(nil),
  ]

  @Test("a session restored at another one's place shows the same on every size")
  func roundTrip() throws {
    var moved = 0
    try forSeeds(0..<150) { generator in
      let content = generator.sessionContent()
      guard (try? content.check()) != nil else { return }
      var session = Session(content)
      var pages: [[UInt8]: SessionContent] = [:]
      for step in 0..<generator.int(in: 0...25) {
        let command = generator.pick(Self.commands)
        let viewport = generator.pick(Self.sizes)
        let now = Duration.seconds(10 * step)
        // Commands that are refused here are skipped.
        try? session.perform(.command(command), seenIn: viewport, at: now) { request in
          let page = generator.oneIn(2) ? generator.listPage() : generator.textPage()
          pages[request.path] = .page(page)
          return page
        }
      }
      let place = session.navigationState
      if !place.nodes.isEmpty { moved += 1 }
      var again = Session(content, at: place, version: session.version) { request, _ in
        pages[request.path] ?? .page(PageContent(title: "none", document: TextDocument(blocks: [])))
      }
      try demand(again.navigationState == place)
      try demand(again.version == session.version)
      try demand(again.top == session.top, "\(again.top) instead of \(session.top)")
      for size in Self.sizes {
        let shown = session.rest(in: size, viewers: 1).shown
        let led = again.rest(in: size, viewers: 1).shown
        try demand(led == shown, "in \(size): \(led) instead of \(shown)")
      }
    }
    try demand(moved > expected(50), "only \(moved) sessions moved")
  }

  @Test("a place of other content is restored to a valid place")
  func strangePlace() throws {
    try forSeeds(0..<300) { generator in
      let content = generator.sessionContent()
      guard (try? content.check()) != nil else { return }
      var place = generator.place()
      // Places near the existing content reach deeper.
      if generator.oneIn(2) {
        for (path, node) in Session(generator.sessionContent()).navigationState.nodes {
          place.nodes[path] = node
        }
      }
      var session = Session(content, at: place, version: 7) { _, _ in .page(generator.textPage()) }
      for size in Self.sizes { _ = session.rest(in: size, viewers: 1) }
      for (step, command) in Self.commands.enumerated() {
        let now = Duration.seconds(10 * step)
        try? session.perform(.command(command), seenIn: Self.sizes[1], at: now) { _ in
          generator.listPage()
        }
        _ = session.rest(in: Self.sizes[0], viewers: 1)
      }
      let own = session.navigationState
      let again = Session(content, at: own, version: 7) { _, _ in .page(generator.textPage()) }
      try demand(again.top == session.top)
    }
  }

  @Test("entries of a changed directory are found by their keys, or else the nearest one")
  func entries() throws {
    var rows = ScrollablePage(PageContent(list: ["a", "b", "c", "d"]))
    rows.selection = 2
    let place = try #require(rows.place)
    // The present keys, and the entry that is selected.
    let table: [(keys: [String], selected: Int?)] = [
      (["a", "b", "c", "d"], 2), (["c"], 0), (["x", "a", "b", "d", "c"], 4), (["a", "b", "d"], 2),
      (["a"], 0), ([], nil), (["c", "b", "c"], 2),
    ]
    for (keys, selected) in table {
      var other = ScrollablePage(PageContent(list: keys))
      other.restore(place)
      #expect(other.selection == selected, "\(keys)")
    }
  }

  @Test("a list at an entry that can't be selected, below headers, is restored there")
  func unselectableAnchor() throws {
    let entries = ["a", "b", "c"].map { key in
      ListEntry(key: Array(key.utf8), label: key, opens: .text, isSelectable: key != "c")
    }
    let sections = [
      ListSection(title: "1", entries: 0..<1), ListSection(title: "2", entries: 1..<3),
    ]
    let list = ListContent(entries: entries, sections: sections)
    let page = PageContent(title: "list", list: list)
    var rows = ScrollablePage(page)
    for entry in entries.indices {
      let row = list.row(ofEntry: entry)
      rows.anchor = ScrollAnchor(position: TextPosition(block: row, grapheme: .max), ratio: 1)
      var other = ScrollablePage(page)
      other.restore(try #require(rows.place))
      #expect(other.anchor == rows.anchor)
    }
  }

  @Test("each page of a stack is restored at its alignment, the root's too")
  func stackPosition() {
    let entries = [ListEntry(key: [1], label: "1", opens: .list)]
    let list = SessionContent.page(PageContent(title: "list", list: ListContent(entries: entries)))
    let content = SessionContent.stack(StackContent(root: list, path: [114]))
    for active in 0...2 {
      for position in StackPosition.allCases {
        let stack = NavigationState.Stack(keys: [[1], [1]], active: active, position: position)
        let place = NavigationState(nodes: [[]: .stack(stack)])
        let session = Session(content, at: place, version: 1) { _, _ in list }
        #expect(session.navigationState.nodes[[]] == .stack(stack))
      }
    }
  }

  @Test("the front page has a name that contains its path")
  func top() throws {
    let text = PageContent(title: "text", document: TextDocument(blocks: []))
    let entry = ListEntry(key: Array("a/b%".utf8), label: "a", detail: "", opens: .text)
    let list = PageContent(title: "list", list: ListContent(entries: [entry]))
    let stack = SessionContent.stack(StackContent(root: .page(list), path: [114]))
    let pager = SessionContent.pager(title: "pager", pages: [.page(text), stack])
    var session = Session(pager)
    #expect(session.top == "1")
    try session.perform(.forward, seenIn: .standardTerminal, at: .zero)
    #expect(session.top == "2")
    try session.perform(.command(.forward), seenIn: .standardTerminal, at: .seconds(9)) { _ in text
    }
    #expect(session.top == "2/a%2Fb%25")
  }
}

extension Scene {
  /// The visible content, independent of IDs; those of cells depend on earlier layouts.
  var shown: [String] {
    containers.map { container in
      let rows = "\(container.rows)"
      return "\(container.kind) \(container.frame) \(container.z) \(container.isHidden) "
        + "\(container.scroll) \(container.title) \(container.selection ?? -1) \(container.currentPage) "
        + "\(container.isSelected) \(rows)"
    }
    .sorted()
  }
}
