import NavBase
import NavEngine
import NavScene
import NavTestKit
import NavViewer
import Testing

/// Side tabs with their real layout, in text and in colours.
@Suite struct TabsPaintingTests {
  private static let tabsID = ContainerID(rawValue: 5)
  private static let mainID = ContainerID(rawValue: 100)
  private static let theme = ResolvedTheme(.dark, depth: .truecolor)

  private static func button(
    _ id: UInt32,
    _ title: String,
    _ icon: String,
    _ badge: TabBadge? = nil
  )
    -> TabItem
  {
    TabItem(
      id: TabItemID(rawValue: id),
      face: .button(TabButton(title: title, icon: icon, badge: badge))
    )
  }

  /// Three tabs, the second of them selected, and an additional item.
  private static func bar(more: Int = 0) throws -> TabBarState {
    var bar = TabBarState()
    let items = [
      button(1, "Library", "♫", TabBadge("12", role: .notice)), button(2, "Search", "◆"),
      button(3, "Recently played", "", TabBadge("1000", role: .alert)),
    ]
    try bar.set(items + (0..<more).map { button(UInt32(10 + $0), "More \($0)", "◆") })
    try bar.setAdditional([button(99, "Settings", "○")])
    try bar.select(TabItemID(rawValue: 2))
    return bar
  }

  private static func note(_ size: CellSize) -> ShownRows {
    let text = FlowedText(
      TextDocument(blocks: [.paragraph(StyledText("Blue in Green"))]),
      columns: max(1, size.columns - 2)
    )
    return ShownRows(
      body: PageLayout(reading: text, frame: size, header: 0, columns: size.columns),
      offset: 0
    )
  }

  /// Side tabs in the first page of a stack that is darkened by an overlay.
  private static func scene(
    _ bar: TabBarState,
    _ room: CellSize,
    isBottomShown: Bool = true,
    overlay: Int? = nil,
    focus: ContainerID? = nil
  ) -> Scene {
    let viewport = CellSize(columns: room.columns, rows: room.rows + 1)
    var builder = SceneBuilder(viewport: viewport)
    if let overlay {
      builder.add(Container(id: ContainerID(rawValue: 1), kind: .stack, frame: CellRect(room)))
      var page = Container(2, .page, in: 1, CellRect(room))
      page.overlay = overlay
      builder.add(page)
    }
    let layout = TabsLayout(bar, TabBottom(isShown: isBottomShown), room: room)
    layout.add(
      TabsLayout.Page(id: mainID, shown: ShownPage(title: "Main")),
      attachment: ShownPage(title: "Now", rows: note(layout.attachmentRoom)),
      as: Container(tabsID, .tabs, in: overlay == nil ? nil : 2, .zero),
      at: .zero,
      to: &builder
    )
    let facts = SessionFacts(name: "talk", viewers: 1)
    return builder.trajectory(focus: focus, kind: .none, facts: facts).end
  }

  private static let room = CellSize(columns: 80, rows: 16)

  // MARK: Text

  @Test("8.3: three rows an item, badge at the upper right, a rule at the bar's right")
  func wideBar() throws {
    let lines = Canvas(Self.scene(try Self.bar(), Self.room)).lines
    let expected = [
      "      12 │", "    ♫    │", " Library │", "         │", "▌        │", "▌   ◆    │",
      "▌ Search │",
      "         │", "     99+ │", " Recentl…│", "         │", "         │", "         │",
      "         │── Now " + String(repeating: "─", count: 63), "    ○    │  Blue in Green",
      " Settings│", "",
    ]
    #expect(lines == expected)
  }

  @Test("8.3: a compact bar has icons with badges, and the beginning of a title without icon")
  func compactBar() throws {
    let room = CellSize(columns: 48, rows: 16)
    let lines = Canvas(Self.scene(try Self.bar(), room, isBottomShown: false)).lines
    let free = "     │"
    let expected = [
      "  12 │", "  ♫  │", free, free, "▌    │", "▌ ◆  │", "▌    │", free, " 99+ │", " Rec…│", free,
      free, free, free, "  ○  │", free, "",
    ]
    #expect(lines == expected)
  }

  @Test("below 48 columns there is no bar")
  func noBar() throws {
    let room = CellSize(columns: 47, rows: 8)
    let lines = Canvas(Self.scene(try Self.bar(), room)).lines
    #expect(lines[5] == "── Now " + String(repeating: "─", count: 40))
    #expect(lines.prefix(5) == ["", "", "", "", ""])
  }

  @Test(
    "the badge is at the position given by the layout",
    arguments: ["0", "12", "999", "1000", "日", "new"]
  )
  func badgePlace(value: String) throws {
    var bar = try Self.bar()
    let button = TabButton(title: "A", icon: "", badge: TabBadge(value, role: .success))
    try bar.setFace(.button(button), of: TabItemID(rawValue: 2))
    for columns in [48, 80] {
      let layout = TabLayout(
        of: bar,
        bottom: .resting(isShown: false),
        room: TabSize(width: Double(columns), height: 16),
        metrics: .cells(columns: columns)
      )
      let badge = try #require(TabCells(layout).items[1].badge)
      let room = CellSize(columns: columns, rows: 16)
      let canvas = Canvas(Self.scene(bar, room))
      let ground = Self.theme.look(of: TabBadge.Role.success).background
      let pill = (0..<columns).filter { canvas.look($0, badge.frame.y).background == ground }
      #expect(pill == Array(badge.frame.x..<badge.frame.maxX), "\(columns)")
    }
  }

  // MARK: Scrolled tabs

  @Test(
    "marks show scrolled tabs, and their number if it fits",
    arguments: [
      // The rule is left whole. Below the last item a row is free.
      (above: 0, below: 7, rows: 16, row: 12, line: "       7▾│"), (0, 12, 16, 12, "      12▾│"),
      // The first item has a badge in its first row: the mark is beside the icon.
      (3, 0, 16, 1, "    ♫  3▴│"),
      // The same if no row is free below the only item, and its title reaches the rule.
      (0, 7, 3, 1, "    ♫  7▾│"),
    ]
  )
  func marks(above: Int, below: Int, rows: Int, row: Int, line: String) throws {
    var scene = Self.scene(
      try Self.bar(),
      CellSize(columns: 80, rows: 16),
      isBottomShown: false
    )
    let bar = TabsParts.barID(of: Self.tabsID)
    scene[bar]?.hiddenAbove = above
    scene[bar]?.hiddenBelow = below
    if rows < 16 { scene[bar]?.content.height = rows }
    let lines = Canvas(scene).lines
    #expect(lines[row].hasPrefix(line), "\(lines)")
    #expect(lines[..<rows].allSatisfy { $0.prefix(10).last == "│" })
  }

  @Test("if an item leaves no row free, the mark alone replaces a part of the rule")
  func markWithoutRoom() throws {
    var scene = Self.scene(try Self.bar(), CellSize(columns: 80, rows: 16), isBottomShown: false)
    let bar = TabsParts.barID(of: Self.tabsID)
    scene[bar]?.hiddenAbove = 3
    scene[bar]?.content.height = 1
    #expect(Canvas(scene).lines[0] == "      12 ▴")
  }

  @Test("the marks are above the additional items, and count the hidden tabs")
  func marksOfALongBar() throws {
    var bar = try Self.bar(more: 9)
    let room = CellSize(columns: 80, rows: 16)
    #expect(Canvas(Self.scene(bar, room)).lines[12].hasPrefix("       9▾│"))
    try bar.select(TabItemID(rawValue: 14))
    let canvas = Canvas(Self.scene(bar, room))
    #expect(canvas.lines[0] == "       5▴│")
    #expect(canvas.lines[12].hasPrefix("       4▾│"))
    #expect(canvas.look(8, 0).foreground == Self.theme.screen.accent.foreground)
    #expect(canvas.look(8, 0).background == Self.theme.screen.bar.background)
  }

  @Test("a number on the selected tab has the tab's background, with the same overlay")
  func markOnTheSelectedTab() throws {
    var scene = Self.scene(try Self.bar(), CellSize(columns: 80, rows: 16), overlay: 60)
    let bar = TabsParts.barID(of: Self.tabsID)
    scene[bar]?.hiddenAbove = 5
    scene[TabsParts.itemID(0, of: Self.tabsID)]?.badge = ""
    scene[TabsParts.itemID(0, of: Self.tabsID)]?.isSelected = true
    let canvas = Canvas(scene)
    #expect(canvas.character(at: CellPoint(x: 7, y: 0)) == "5")
    #expect(canvas.character(at: CellPoint(x: 8, y: 0)) == "▴")
    let ground = Self.theme.shaded(Self.theme.screen.selectedTab, by: 60).background
    #expect(canvas.look(8, 0).background == ground)
    #expect(canvas.look(7, 0).background == ground)
  }

  // MARK: Colours

  @Test("ST-9: the selected tab stands out in the accent, the others are muted")
  func selection() throws {
    let canvas = Canvas(Self.scene(try Self.bar(), Self.room))
    let accent = Self.theme.screen.accent.foreground
    let muted = Self.theme.muted.foreground
    for (x, y, foreground, ground) in [
      (1, 2, muted, Self.theme.screen.bar), (4, 1, muted, Self.theme.screen.bar),
      (2, 6, accent, Self.theme.screen.selectedTab), (4, 5, accent, Self.theme.screen.selectedTab),
      (0, 4, accent, Self.theme.screen.selectedTab),
    ] {
      let look = canvas.look(x, y)
      #expect(look.foreground == foreground && look.background == ground.background, "\(x),\(y)")
    }
    #expect(canvas.look(2, 6).attributes == .bold)
    // The bar's background reaches from its first to its last column and row, and no further.
    for (x, y, isBar) in [(0, 3, true), (9, 15, true), (10, 3, false), (9, 16, false)] {
      #expect((canvas.look(x, y).background == Self.theme.screen.bar.background) == isBar)
    }
    #expect(canvas.look(9, 5).background == Self.theme.screen.bar.background)
  }

  @Test("the focused item stands out as a selected row does")
  func focus() throws {
    for index in [0, 1] {
      let id = TabsParts.itemID(index, of: Self.tabsID)
      let canvas = Canvas(Self.scene(try Self.bar(), Self.room, focus: id))
      let ground = canvas.look(1, 4 * index + 2).background
      #expect(ground == Self.theme.screen.selection.background)
    }
  }

  @Test("STQ-4: each role of a badge has its own colour at every depth with colours")
  func badgeColours() throws {
    for theme in [Theme.dark, .light] {
      for depth in ColorDepth.allCases {
        let resolved = ResolvedTheme(theme, depth: depth)
        var looks: Set<CellStyle> = []
        for role in TabBadge.Role.allCases {
          var bar = try Self.bar()
          let button = TabButton(title: "A", badge: TabBadge("5", role: role))
          try bar.setFace(.button(button), of: TabItemID(rawValue: 1))
          let canvas = Canvas(Self.scene(bar, Self.room), resolved)
          let look = canvas.look(7, 0)
          #expect(canvas.character(at: CellPoint(x: 7, y: 0)) == "5")
          #expect(look == resolved.look(of: role))
          #expect(canvas.look(6, 0).background == look.background)
          if depth == .mono {
            #expect(look.attributes.contains(.reverse))
            #expect(canvas.look(6, 0).attributes.contains(.reverse))
          }
          looks.insert(look)
        }
        #expect(looks.count == (depth == .mono ? 1 : TabBadge.Role.allCases.count), "\(depth)")
      }
    }
  }

  @Test("a badge of an unknown role is neutral")
  func unknownRole() throws {
    var scene = Self.scene(try Self.bar(), Self.room)
    scene[TabsParts.itemID(0, of: Self.tabsID)]?.badgeRoleNumber = 77
    let neutral = Self.theme.look(of: TabBadge.Role.neutral)
    #expect(Canvas(scene).look(7, 0) == neutral)
  }

  @Test("ST-1: the attachment differs from the page above it by its background and a rule")
  func attachment() throws {
    let canvas = Canvas(Self.scene(try Self.bar(), Self.room))
    for y in 0..<16 {
      let ground = y < 13 ? CellStyle.plain.background : Self.theme.screen.bar.background
      for x in [10, 40, 79] { #expect(canvas.look(x, y).background == ground, "\(x),\(y)") }
    }
    #expect(canvas.look(13, 13).foreground == Self.theme.muted.foreground)
    let id = TabsParts.attachmentID(of: Self.tabsID)
    let focused = Canvas(Self.scene(try Self.bar(), Self.room, focus: id))
    #expect(focused.look(13, 13).foreground == Self.theme.screen.accent.foreground)
  }

  @Test(
    "a title too long for the attachment's rule is cut, then left out",
    arguments: [
      (columns: 12, line: "── Now ─────"), (9, "── Now ──"), (8, "── N… ──"), (7, "── … ──"),
      (6, "──────"), (1, "─"),
    ]
  )
  func attachmentTitle(columns: Int, line: String) throws {
    let room = CellSize(columns: columns, rows: 7)
    #expect(Canvas(Self.scene(try Self.bar(), room)).lines[4] == line)
  }

  @Test("SN-9: tabs in a covered page have the page's overlay", arguments: ColorDepth.allCases)
  func covered(depth: ColorDepth) throws {
    let theme = ResolvedTheme(.dark, depth: depth)
    let bar = try Self.bar()
    let clear = Canvas(Self.scene(bar, Self.room, overlay: 0), theme)
    for overlay in [38, 76, 200] {
      let dark = Canvas(Self.scene(bar, Self.room, overlay: overlay), theme)
      #expect(dark.lines == clear.lines)
      for y in 0..<16 {
        for x in 0..<80 {
          let point = CellPoint(x: x, y: y)
          let expected = theme.shaded(clear.look(at: point), by: overlay)
          let isBlank = clear.character(at: point) == " "
          let look = dark.look(at: point)
          let isSame = isBlank ? look.background == expected.background : look == expected
          #expect(isSame, "\(point) under \(overlay)")
        }
      }
    }
  }

  @Test("a terminal shows the painted canvas, at every depth and in both themes")
  func aTerminalShowsIt() throws {
    for theme in [Theme.dark, .light] {
      for depth in ColorDepth.allCases {
        let resolved = ResolvedTheme(theme, depth: depth)
        let size = CellSize(columns: 80, rows: 17)
        let terminal = VirtualTerminal(size)
        var encoder = FrameEncoder(EncoderOptions(depth: depth))
        for overlay in [nil, 38, 200] as [Int?] {
          let scene = Self.scene(try Self.bar(more: 9), Self.room, overlay: overlay)
          let canvas = Canvas(scene, resolved)
          terminal.write(encoder.encode(canvas))
          #expect(
            terminal.difference(from: canvas, ignoring: []) == nil,
            "\(depth) \(overlay ?? 0)"
          )
        }
      }
    }
  }
}

/// Containers nested in pages.
@Suite struct NestedPaintingTests {
  private static let theme = ResolvedTheme(.dark, depth: .truecolor)

  /// A page of a stack with a title and a pager inside, which has its dots in its last row.
  private static func scene(header: Int = 2, x: Int = 0) -> Scene {
    var scene = Scene(viewport: CellSize(columns: 24, rows: 9))
    scene.insert(Container(1, .stack, in: nil, CellRect(x: 0, y: 0, width: 24, height: 8)))
    var page = Container(2, .page, in: 1, CellRect(x: x, y: 0, width: 20, height: 8))
    page.title = "A title that is too long"
    page.headerHeight = header
    scene.insert(page)
    scene.insert(Container(3, .pager, in: 2, CellRect(x: 2, y: header, width: 16, height: 5)))
    var slide = Container(10, .page, in: 3, CellRect(x: 0, y: 0, width: 16, height: 5))
    slide.content = CellRect(x: 1, y: 1, width: 14, height: 1)
    slide.rows.set([TextRow("slide")], at: 0)
    scene.insert(slide)
    var dots = Container(4, .pageControl, in: 2, CellRect(x: 7, y: 7, width: 5, height: 1))
    dots.pageCount = 3
    dots.currentPage = 1
    scene.insert(dots)
    return scene
  }

  private static func lines(_ scene: Scene) -> [String] {
    Canvas(scene, theme).lines
  }

  @Test func aPageWithoutRowsHasItsTitleAboveItsChildren() {
    let rule = String(repeating: "─", count: 18)
    #expect(
      Self.lines(Self.scene()) == [
        " A title that is t…", " " + rule, "", "   slide", "", "", "", "       ○ ● ○", "",
      ]
    )
  }

  /// To the right of the lower pages' edges, as the rows of a list would be.
  @Test func theTitleMakesRoomForEdges() {
    var scene = Self.scene()
    scene[ContainerID(rawValue: 2)]?.content.x = 2
    #expect(Self.lines(scene)[0] == "   A title that is…")
    #expect(Self.lines(scene)[1] == "   " + String(repeating: "─", count: 16))
  }

  @Test func everythingMovesWithThePage() {
    let lines = Self.lines(Self.scene(x: 3))
    #expect(lines[0] == "   │A title that is t…")
    #expect(lines[3] == "   │  slide" && lines[7] == "   │      ○ ● ○")
  }

  @Test func aPageWithoutTitleLeavesAllRowsToItsChildren() {
    let lines = Self.lines(Self.scene(header: 0))
    #expect(lines == ["", "   slide", "", "", "", "", "", "       ○ ● ○", ""])
  }
}

extension TabBarState {
  /// Changes an item's face by a list of the same items.
  fileprivate mutating func setFace(_ face: TabFace?, of id: TabItemID) throws {
    func changed(_ items: [TabItem]) -> [TabItem] {
      items.map { $0.id == id ? TabItem(id: id, face: face) : $0 }
    }
    try set(changed(items))
    try setAdditional(changed(additionalItems))
  }
}
