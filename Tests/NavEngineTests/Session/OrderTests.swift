import NavBase
import NavScene
import NavTestKit
import Testing

@testable import NavEngine

@Suite("Session: the sort order of directories")
struct OrderTests {
  private static let size = CellSize.standardTerminal

  private static func files(_ title: String, _ order: TreeOrder = .standard) -> SessionContent {
    .stack(
      StackContent(
        root: .page(Tree.directory(title)),
        path: Array("/\(title)".utf8),
        source: .files(order)
      )
    )
  }

  private static func perform(_ commands: [SessionCommand], in session: inout Session) throws {
    for command in commands { try session.perform(command, seenIn: size, at: .zero) }
  }

  @Test(
    "the order that each command sets",
    arguments: [
      (TreeOrder.standard, [SessionCommand.sort(.time)], TreeOrder(sort: .time)),
      (.standard, [.sort(nil)], TreeOrder(sort: .time)),
      (.standard, [.sort(nil), .sort(nil)], TreeOrder(sort: .size)),
      (.standard, [.sort(nil), .sort(nil), .sort(nil)], TreeOrder(sort: .kind)),
      (TreeOrder(sort: .kind), [.sort(nil)], .standard),
      (.standard, [.toggleHidden], TreeOrder(showsHidden: true)),
      (.standard, [.toggleDetails], TreeOrder(showsDetails: true)),
      (.standard, [.toggleDetails, .toggleDetails], .standard),
      (.standard, [.toggleHidden, .toggleHidden], .standard),
      (
        TreeOrder(showsHidden: true, sort: .size), [.sort(.name)],
        TreeOrder(showsHidden: true, sort: .name)
      ),
      (.standard, [.toggleHidden, .sort(.kind)], TreeOrder(showsHidden: true, sort: .kind)),
    ] as [(TreeOrder, [SessionCommand], TreeOrder)]
  )
  func commands(before: TreeOrder, commands: [SessionCommand], after: TreeOrder) throws {
    var session = Session(Self.files("root", before))
    #expect(session.treeOrder == nil)
    try Self.perform(commands, in: &session)
    #expect(session.treeOrder == after)
    #expect(session.version == UInt64(commands.count))
    // Pages opened from now on are read in that order, and open pages are read again in it.
    let request = try session.request(of: .command(.forward), seenIn: Self.size)
    #expect(request.source.order == after)
  }

  @Test("all directories of a session have the order of the focused one")
  func all() throws {
    let order = TreeOrder(showsHidden: true, sort: .kind)
    var session = Session(.sideTabs([Self.files("a"), Self.files("b", order)]))
    try Self.perform([.tab(2), .sort(.size)], in: &session)
    #expect(session.treeOrder == TreeOrder(showsHidden: true, sort: .size))
    let orders = session.tree.all.compactMap { _, node -> TreeOrder? in
      (node as? StackNode)?.order
    }
    #expect(orders == Array(repeating: TreeOrder(showsHidden: true, sort: .size), count: 2))
  }

  @Test("without a focused directory an order is refused")
  func none() throws {
    let text = TextDocument(blocks: [.paragraph(StyledText("a"))])
    let page = SessionContent.page(PageContent(title: "page", document: text))
    let list = SessionContent.stack(
      StackContent(root: .page(Tree.directory("list")), path: [], source: .nowhere)
    )
    for content in [page, list, .sideTabs([list, Self.files("a")])] {
      var session = Session(content)
      for command in [SessionCommand.sort(.time), .sort(nil), .toggleHidden, .toggleDetails] {
        #expect(throws: Rejection.self) { try Self.perform([command], in: &session) }
      }
      #expect(session.treeOrder == nil && session.version == 0)
    }
  }

  @Test(
    "after a change of order the selection stays in view, and the beginning the beginning",
    arguments: [
      ([], 59, 0), ([.lineDown], 58, nil), ([.lineDown, .lineUp], 59, 0), ([.last], 0, nil),
      ([.goTo(31)], 29, nil),
    ] as [([SessionCommand], Int, Int?)]
  )
  func selection(moves: [SessionCommand], entry: Int, first: Int?) throws {
    var session = Session(Self.files("root"))
    try Self.perform(moves + [.sort(.time)], in: &session)
    let entries = try #require(Tree.directory("root").list).entries
    let reversed = PageContent(
      title: "root",
      list: ListContent(entries: Array(entries.reversed()))
    )
    let content = SessionContent.stack(
      StackContent(root: .page(reversed), path: Array("/root".utf8), source: .files)
    )
    let old = session
    session = try #require(
      Session(PreparedContent(content, viewports: []), following: old) { _ in nil }
    )
    let page = try #require(session.rest(in: Self.size, viewers: 1).active)
    let selected = try #require(page.selection)
    // A selection at the beginning stays there; any other stays with its entry.
    #expect(selected == first ?? entry)
    let rows = page.scroll.y..<page.scroll.y + page.frame.height - page.headerHeight
    #expect(rows.contains(selected), "\(selected) in \(rows)")
  }
}
