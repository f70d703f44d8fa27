import NavBase
import NavScene
import NavTestKit
import NavViewer
import Testing

/// Titles, rules and left edges of overlapping pages.
@Suite struct PageHeaderTests {
  private static let theme = ResolvedTheme(.dark, depth: .truecolor)

  /// A page of 12 x 6 with a title of two rows, at column 0.
  private static func page(header: Int = 2, content x: Int = 1) -> Container {
    var page = Container(16, .page, CellRect(0, 0, 12, 6))
    page.title = "Title"
    page.headerHeight = header
    page.content = CellRect(x: x, y: header, width: 10, height: 3)
    page.rows.set((0..<3).map { TextRow("row \($0)") }, at: 0)
    return page
  }

  private static func canvas(
    _ pages: Container...,
    columns: Int = 12,
    focus: UInt32? = nil,
    theme: ResolvedTheme = theme
  ) -> Canvas {
    var scene = Scene(viewport: CellSize(columns: columns, rows: 6))
    scene.focus = focus.map { ContainerID(rawValue: $0) }
    for page in pages { scene.insert(page) }
    return Canvas(scene, theme)
  }

  @Test(
    arguments: [
      (0, ["row 0", "row 1", "row 2", "", "", ""]),
      (1, [" Title", " row 0", " row 1", " row 2", "", ""]),
      (2, [" Title", " ──────────", " row 0", " row 1", " row 2", ""]),
    ]
  )
  func theTitleStandsAboveTheRows(header: Int, lines: [String]) {
    let page = Self.page(header: header, content: header == 0 ? 0 : 1)
    #expect(Self.canvas(page).lines == lines)
  }

  @Test(
    arguments: [
      ("Title", 10, " Title"), ("ten column", 10, " ten column"),
      ("eleven colu", 10, " eleven co…"),
      ("日本語日本", 10, " 日本語日本"), ("日本語日本語", 10, " 日本語日…"), ("", 10, ""),
      ("a\nb\u{1B}", 10, " a b\u{FFFD}"), ("Title", 1, " …"), ("Title", 0, ""), ("Title", -3, ""),
    ]
  )
  func aTitleIsCutToItsRoom(title: String, width: Int, line: String) {
    var page = Self.page()
    page.title = title
    page.content.width = width
    #expect(Self.canvas(page).lines[0] == line, "\(Self.canvas(page).lines)")
  }

  @Test func theRuleEndsWithTheFrame() {
    var page = Self.page(content: 0)
    page.content.width = 1 << 40
    #expect(Self.canvas(page, columns: 20).lines[1] == String(repeating: "─", count: 12))
    page.content.width = 3
    #expect(Self.canvas(page, columns: 20).lines[1] == "───")
  }

  @Test func theTitleOfTheFocusedPageStandsOut() {
    for (focus, expected) in [(16, Self.theme.screen.accent), (nil, CellStyle.plain)]
      as [(UInt32?, CellStyle)]
    {
      let painted = Self.canvas(Self.page(), focus: focus)
      var bold = expected
      bold.attributes.insert(.bold)
      #expect(painted.look(at: CellPoint(x: 1, y: 0)) == bold)
      #expect(painted.look(at: CellPoint(x: 1, y: 1)) == Self.theme.look(of: TextRole.rule))
      #expect(painted.look(at: CellPoint(x: 1, y: 2)) == .plain)
    }
  }

  @Test func titlesAreDarkenedWithTheirPage() {
    var page = Self.page()
    page.overlay = 100
    let painted = Self.canvas(page)
    let title = Self.theme.shaded(CellStyle(attributes: .bold), by: 100)
    #expect(painted.look(at: CellPoint(x: 1, y: 0)) == title)
    let rule = Self.theme.shaded(Self.theme.look(of: TextRole.rule), by: 100)
    #expect(painted.look(at: CellPoint(x: 1, y: 1)) == rule)
    #expect(painted.look(at: CellPoint(x: 0, y: 0)) == rule)
  }

  /// Scrolled rows disappear below the title, not over it.
  @Test func aScrolledPageKeepsItsTitle() {
    var page = Self.page()
    page.scroll.y = 1
    #expect(Self.canvas(page).lines == [" Title", " ──────────", " row 1", " row 2", "", ""])
  }

  // MARK: The left edge

  /// PG-2, AboutCells: the shadow of 13 px is a line in the page's first column, and none at x = 0.
  @Test(
    "PG-2, S15-shadow: a page's edge is one column, and there is none at column 0",
    arguments: [
      // At the viewport's left end only a completely covered page has an edge (SN-9: 0.3 of 255).
      (0, 0, 2, false), (0, 75, 2, false), (0, 76, 2, true), (0, 255, 2, true),
      (1, 0, 2, true), (5, 0, 1, true), (-1, 0, 2, false),
      // A page without a title is no page of a stack.
      (5, 255, 0, false),
    ]
  )
  func whoHasAnEdge(x: Int, overlay: Int, header: Int, hasEdge: Bool) {
    var page = Self.page(header: header)
    page.frame.x = x
    page.overlay = overlay
    let painted = Self.canvas(page, columns: 20)
    for y in 0..<6 {
      let character = painted.character(at: CellPoint(x: max(0, x), y: y))
      #expect((character == "│") == hasEdge, "row \(y)")
    }
    #expect(painted.lines.joined().filter { $0 == "│" }.count == (hasEdge ? 6 : 0))
  }

  @Test("PG-1: the visible rest of a page's frame is its edge, on its own background")
  func anEdgeLooksLikeARule() {
    var page = Self.page()
    page.frame.x = 3
    let painted = Self.canvas(page, columns: 20, focus: 16)
    let rule = Self.theme.look(of: TextRole.rule)
    #expect((0..<6).allSatisfy { painted.look(at: CellPoint(x: 3, y: $0)) == rule })
    #expect(painted.character(at: CellPoint(x: 2, y: 0)) == " ")
  }

  /// An edge outside of the clip does not move to the clip's start.
  @Test func anEdgeThatIsCutIsNotShown() {
    var strip = Container(1, .stack, CellRect(4, 1, 6, 3))
    strip.scroll.x = 2
    var page = Self.page()
    page.parent = strip.id
    page.frame.x = 1
    #expect(!Self.canvas(strip, page).lines.joined().contains("│"))
    page.frame.x = 2
    #expect(
      Self.canvas(strip, page).lines == ["", "    │Title", "    │─────", "    │row 0", "", ""]
    )
  }

  /// The edge is in the column before the next page's content: the text of a page is right of it.
  @Test func aFrameOfOneColumnIsAllEdge() {
    var page = Self.page()
    page.frame = CellRect(x: 2, y: 0, width: 1, height: 6)
    page.overlay = 153
    #expect(Self.canvas(page).lines == Array(repeating: "  │", count: 6))
  }

  // MARK: Beside a list

  @Test func aListThatOverflowsHasAScrollBarBelowItsTitle() {
    var list = Self.page()
    list.content.height = 8
    list.rows.set((0..<8).map { TextRow("row \($0)") }, at: 0)
    list.pageCount = 8
    list.selection = 7
    // Four of eight rows: half of the bar; each scrolled row moves it by half a row.
    for (scroll, bar) in [(0, "▐▐  "), (1, "▗▐▝ "), (2, " ▐▐ "), (4, "  ▐▐")] {
      list.scroll.y = scroll
      let painted = Self.canvas(list, focus: 16)
      let column = (0..<6).compactMap { painted.character(at: CellPoint(x: 11, y: $0)) }
      #expect(String(column) == "  " + bar, "at \(scroll)")
    }
    // The bar is beside the selection, in its own column.
    let painted = Self.canvas(list, focus: 16)
    #expect(painted.look(at: CellPoint(x: 11, y: 5)) == Self.theme.muted)
    #expect(
      painted.look(at: CellPoint(x: 10, y: 5)).background == Self.theme.screen.selection.background
    )
  }

  /// A full page beside other pages' edges reaches beyond the viewport's end (SN-10): its bar does not.
  @Test(arguments: [(3, 13, 19), (3, 16, nil), (0, 16, 19), (8, 8, 19)] as [(Int, Int, Int?)])
  func theScrollBarOfAPageThatGoesOnBehindTheViewport(x: Int, width: Int, column: Int?) {
    var page = Self.page()
    page.frame = CellRect(x: x, y: 0, width: 20, height: 6)
    page.content.width = width
    page.content.height = 8
    page.rows.set((0..<8).map { _ in TextRow("row") }, at: 0)
    let painted = Self.canvas(page, columns: 20)
    let bars = (0..<20).filter { painted.character(at: CellPoint(x: $0, y: 2)) == "▐" }
    #expect(bars == [column].compactMap(\.self))
  }

  /// On a page cut at its left the bar stays at its right end.
  @Test func theScrollBarOfALeavingPage() {
    var page = Self.page()
    page.frame.x = -8
    page.content.height = 8
    page.rows.set((0..<8).map { _ in TextRow("row") }, at: 0)
    let painted = Self.canvas(page, columns: 20)
    #expect(painted.character(at: CellPoint(x: 3, y: 2)) == "▐")
    #expect(painted.lines.joined().filter { $0 == "▐" }.count == 2)
  }
}
