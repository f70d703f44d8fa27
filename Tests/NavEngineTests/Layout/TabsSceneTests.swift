import NavBase
import NavEngine
import NavScene
import NavTestKit
import Testing

@Suite("TabsLayout: side tabs as containers of a scene")
struct TabsSceneTests {
  private static let tabsID = ContainerID(rawValue: 5)
  private static let mainID = ContainerID(rawValue: 100)
  private static let facts = SessionFacts(name: "talk", viewers: 1)

  /// Rows of a page that contain their numbers.
  private static func rows(_ size: CellSize, count: Int = 2) -> ShownRows {
    let lines = (0..<count).map { "row \($0)" }
    let text = FlowedText(
      TextDocument(blocks: [.preformatted(lines: lines)]),
      columns: max(1, size.columns)
    )
    let body = PageLayout(reading: text, frame: size, header: 0, columns: size.columns)
    return ShownRows(body: body, offset: 0)
  }

  private static func trajectory(
    _ layout: TabsLayout,
    at now: Duration = .zero,
    origin: CellPoint = .zero,
    length: Int? = nil
  ) -> Trajectory {
    let motion = layout.bottom.motion
    let left = motion.map { $0.length - $0.frame(at: now) } ?? 0
    let viewport = CellSize(columns: layout.room.columns, rows: layout.room.rows + 1)
    var builder = SceneBuilder(viewport: viewport, length: length ?? left)
    let tabs = Container(tabsID, .tabs, CellRect(origin.x, origin.y, 0, 0))
    layout.add(
      TabsLayout.Page(id: mainID, shown: ShownPage(title: "Main")),
      attachment: ShownPage(title: "Playing", rows: rows(layout.attachmentRoom)),
      as: tabs,
      at: now,
      to: &builder
    )
    return builder.trajectory(focus: mainID, kind: .none, facts: facts)
  }

  private static func layout(
    _ bar: String,
    _ room: CellSize,
    bottom: TabBottom = TabBottom()
  ) throws -> TabsLayout {
    TabsLayout(try TabBarNotation.bar(bar), bottom, room: room)
  }

  private static let room = CellSize(columns: 80, rows: 23)

  // MARK: Parts

  @Test("every part has an ID of its own after the container's, and no other ID is a part")
  func parts() {
    let tabs = Self.tabsID
    var parts: [(ContainerID, TabsPart)] = [
      (tabs, .whole), (TabsParts.barID(of: tabs), .bar),
      (TabsParts.attachmentID(of: tabs), .attachment),
    ]
    for index in 0..<TabBarState.mostItems {
      parts.append((TabsParts.itemID(index, of: tabs), .item(index)))
    }
    for index in 0..<TabBarState.mostAdditionalItems {
      parts.append((TabsParts.additionalItemID(index, of: tabs), .additionalItem(index)))
    }
    #expect(parts.count == TabsParts.count)
    #expect(Set(parts.map(\.0)).count == parts.count)
    for (id, part) in parts { #expect(TabsParts.part(id, of: tabs) == part) }
    let end = tabs.rawValue + UInt32(TabsParts.count)
    for other in [tabs.rawValue - 1, end, .max] {
      #expect(TabsParts.part(ContainerID(rawValue: other), of: tabs) == nil)
    }
  }

  @Test("a part's item is the one of its index, shown or not")
  func itemsOfParts() throws {
    let bar = try TabBarNotation.bar("A[b]C|X")
    #expect(bar.item(of: .item(1))?.id == TabBarNotation.id("b"))
    #expect(bar.item(of: .item(2))?.id == TabBarNotation.id("C"))
    #expect(bar.item(of: .additionalItem(0))?.id == TabBarNotation.id("X"))
    for part in [.item(3), .additionalItem(1), .whole, .bar, .attachment] as [TabsPart] {
      #expect(bar.item(of: part) == nil)
    }
  }

  // MARK: At rest

  @Test("AboutCells: 80 (bar width), 80x70 pitch 80 tab item, 69 px bottom attachment, in cells")
  func places() throws {
    let layout = try Self.layout("A[B]|X", Self.room, bottom: TabBottom(isShown: true))
    let scene = Self.trajectory(layout, origin: CellPoint(x: 2, y: 1)).end
    let tabs = Self.tabsID
    let expected: [(ContainerID, ContainerKind, ContainerID?, CellRect)] = [
      (tabs, .tabs, nil, CellRect(2, 1, 80, 23)),
      (TabsParts.barID(of: tabs), .tabBar, tabs, CellRect(0, 0, 10, 23)),
      (TabsParts.attachmentID(of: tabs), .page, tabs, CellRect(10, 20, 70, 3)),
      (
        TabsParts.itemID(0, of: tabs), .tabItem, TabsParts.barID(of: tabs),
        CellRect(0, 0, 10, 3)
      ),
      (
        TabsParts.itemID(1, of: tabs), .tabItem, TabsParts.barID(of: tabs),
        CellRect(0, 4, 10, 3)
      ),
      (
        TabsParts.additionalItemID(0, of: tabs), .tabItem, TabsParts.barID(of: tabs),
        CellRect(0, 20, 10, 3)
      ),
      (Self.mainID, .page, tabs, CellRect(10, 0, 70, 20)),
    ]
    #expect(scene.containers.map(\.id) == expected.map(\.0))
    #expect(scene.containers.map(\.kind) == expected.map(\.1))
    #expect(scene.containers.map(\.parent) == expected.map(\.2))
    #expect(scene.containers.map(\.frame) == expected.map(\.3))
    #expect(scene.containers.map(\.isSelected) == [false, false, false, false, true, false, false])
    #expect(layout.restingMainRoom == CellSize(columns: 70, rows: 20))
    #expect(layout.attachmentRoom == CellSize(columns: 70, rows: 2))
  }

  @Test("ST-9, ST-10, STQ-4: an item has icon and title as rows, its full title, and its badge")
  func items() throws {
    var bar = try TabBarNotation.bar("A")
    let badge = TabBadge("1000", role: .alert)
    let button = TabButton(title: "Recently played", icon: "♫", badge: badge)
    try bar.setFace(.button(button), of: TabBarNotation.id("A"))
    let scene = Self.trajectory(TabsLayout(bar, TabBottom(), room: Self.room)).end
    let item = try #require(scene[TabsParts.itemID(0, of: Self.tabsID)])
    #expect(item.title == "Recently played" && item.badge == "99+" && item.badgeRole == .alert)
    #expect(item.content == CellRect(0, 0, 10, 3))
    #expect(item.rows[0] == nil && item.rows[1]?.text == "♫" && item.rows[1]?.indent == 4)
    #expect(item.rows[2]?.text == "Recentl…" && item.rows[2]?.indent == 1)
    #expect(item.rows[2]?.runs.first?.style.attributes == .bold)
  }

  @Test("ST-8: an item with a view of its own has that as rows, and neither title nor badge")
  func views() throws {
    var bar = try TabBarNotation.bar("A[B]")
    try bar.setFace(
      .view(["one", "two, which is too long", "three", "four"].map { StyledText($0) }),
      of: TabBarNotation.id("A")
    )
    let scene = Self.trajectory(TabsLayout(bar, TabBottom(), room: Self.room)).end
    let item = try #require(scene[TabsParts.itemID(0, of: Self.tabsID)])
    #expect(item.title.isEmpty && item.badge.isEmpty)
    #expect((0...3).map { item.rows[$0]?.text } == ["one", "two, wh…", "three", nil])
  }

  @Test("scrolled tabs are counted, and tabs scroll above the additional items")
  func scrolledOut() throws {
    for (text, rows, above, below, height) in [
      ("ABCDE[F]", 22, 1, 0, 22), ("[A]BCDEF", 22, 0, 1, 22), ("AB[C]DEF", 3, 2, 3, 3),
      ("ABCDE[F]|XY", 15, 4, 0, 8), ("ABCDE[F]|XY", 5, 5, 0, 5),
    ] {
      let layout = try Self.layout(text, CellSize(columns: 80, rows: rows))
      let bar = Self.trajectory(layout).end[TabsParts.barID(of: Self.tabsID)]
      #expect(bar?.hiddenAbove == above && bar?.hiddenBelow == below, "\(text) \(rows)")
      #expect(bar?.content == CellRect(0, 0, 10, height), "\(text) \(rows)")
    }
  }

  @Test("an item's container stays the same at any change of visibility or selection")
  func stableItems() throws {
    let names = Array("ABCDEFGHIJKL")
    for rows in [23, 11, 3] {
      for selected in names.indices {
        var bar = try TabBarNotation.bar("ABCDEFGHIJKL|XY")
        try bar.select(TabBarNotation.id(names[selected]))
        try bar.setFace(nil, of: TabBarNotation.id(names[(selected + 1) % names.count]))
        let layout = TabsLayout(bar, TabBottom(), room: CellSize(columns: 80, rows: rows))
        let scene = Self.trajectory(layout).end
        for item in scene.containers where item.kind == .tabItem {
          let part = try #require(TabsParts.part(item.id, of: Self.tabsID))
          let name = try #require(bar.item(of: part)?.id.name)
          #expect(item.title == "Tab \(name)")
        }
        let chosen = scene[TabsParts.itemID(selected, of: Self.tabsID)]
        #expect(chosen?.isSelected == true)
      }
    }
  }

  // MARK: The attachment

  @Test("ST-1: a hidden attachment has no container, and the page takes all rows")
  func hiddenAttachment() throws {
    for (rows, isShown, main) in [(23, false, 23), (23, true, 20), (6, true, 3), (5, true, 5)] {
      let room = CellSize(columns: 80, rows: rows)
      let layout = try Self.layout("A", room, bottom: TabBottom(isShown: isShown))
      let scene = Self.trajectory(layout).end
      let isSeen = main < rows
      #expect((scene[TabsParts.attachmentID(of: Self.tabsID)] != nil) == isSeen)
      #expect(scene[Self.mainID]?.frame.height == main)
    }
  }

  @Test("the attachment's rows are below its title, which takes one of its three rows")
  func attachmentRows() throws {
    let layout = try Self.layout("A", Self.room, bottom: TabBottom(isShown: true))
    let scene = Self.trajectory(layout).end
    let attachment = try #require(scene[TabsParts.attachmentID(of: Self.tabsID)])
    #expect(attachment.title == "Playing" && attachment.z == 1)
    #expect(attachment.headerHeight == TabsLayout.attachmentHeader)
    #expect(attachment.content.y == TabsLayout.attachmentHeader)
    #expect(attachment.visibleRows == layout.attachmentRoom.rows)
    #expect(attachment.rows[0]?.text == "row 0" && attachment.rows[1]?.text == "row 1")
  }

  @Test("a tab's page with rows shows them, at rest those of its size there")
  func mainRows() throws {
    var bottom = TabBottom()
    bottom.setShown(true, at: .zero)
    let layout = try Self.layout("A", Self.room, bottom: bottom)
    var builder = SceneBuilder(viewport: Self.room, length: 15)
    layout.add(
      TabsLayout.Page(
        id: Self.mainID,
        shown: ShownPage(title: "way", rows: Self.rows(layout.mainRoom(at: .zero), count: 40)),
        resting: ShownPage(title: "rest", rows: Self.rows(layout.restingMainRoom, count: 39))
      ),
      attachment: ShownPage(title: ""),
      as: Container(id: Self.tabsID, kind: .tabs, frame: .zero),
      at: .zero,
      to: &builder
    )
    let trajectory = builder.trajectory(focus: nil, kind: .none, facts: Self.facts)
    let start = try #require(trajectory.start[Self.mainID])
    let end = try #require(trajectory.end[Self.mainID])
    #expect(start.title == "way" && start.content.height == 40 && start.frame.height == 23)
    #expect(end.title == "rest" && end.content.height == 39 && end.frame.height == 20)
    #expect(start.rows[0]?.text == "row 0" && end.rows[0]?.text == "row 0")
  }

  @Test("ST-2, D-12: in every frame page and attachment are at their computed positions")
  func motion() throws {
    for isShowing in [true, false] {
      var bottom = TabBottom(isShown: !isShowing)
      bottom.setShown(isShowing, at: .zero)
      // Once undisturbed, and once reversed in the middle.
      for turn in [nil, 6] as [Int?] {
        if let turn { bottom.setShown(!isShowing, at: FrameTime.start(of: turn)) }
        let begin = turn ?? 0
        let motion = try #require(bottom.motion)
        for first in [0, 1, 7, motion.length] {
          let now = FrameTime.start(of: begin + first)
          try check(try Self.layout("A[B]", Self.room, bottom: bottom), from: first, at: now)
        }
      }
    }
  }

  private func check(_ layout: TabsLayout, from first: Int, at now: Duration) throws {
    let motion = try #require(layout.bottom.motion)
    let trajectory = Self.trajectory(layout, at: now)
    #expect(trajectory.length == motion.length - first)
    var heights: [Int] = []
    for frame in 0...trajectory.length {
      let place = motion.place(atFrame: first + frame)
      let cells = TabCells(TabBarNotation.layout(layout.bar, 80, 23, bottom: place))
      let scene = trajectory.scene(atFrame: frame)
      #expect(scene[Self.mainID]?.frame == cells.main, "frame \(first) + \(frame)")
      let attachment = scene[TabsParts.attachmentID(of: Self.tabsID)]
      if cells.isBottomSeen { #expect(attachment?.frame == cells.bottom) }
      // It exists for the whole motion, and not at rest if it is hidden.
      if frame == trajectory.length { #expect((attachment != nil) == layout.bottom.isShown) }
      heights.append(cells.main.height)
    }
    #expect(layout.mainRoom(at: now) == CellSize(columns: 70, rows: heights.max() ?? 0))
    #expect(layout.restingMainRoom == CellSize(columns: 70, rows: heights.last ?? 0))
    // The replica law: a viewer that has the start reaches the end.
    var publisher = Publisher(epoch: 1, seq: 1, version: 1, scene: trajectory.start)
    let update = publisher.publish(trajectory, startedAt: .zero, seq: 2, version: 2, now: .zero)
    #expect(update.hash == trajectory.end.digest)
  }

  @Test("a motion that ends before others keeps its end until they do")
  func longerMotion() throws {
    var bottom = TabBottom()
    bottom.setShown(true, at: .zero)
    let trajectory = Self.trajectory(try Self.layout("A", Self.room, bottom: bottom), length: 40)
    for frame in [15, 30, 39, 40] {
      let scene = trajectory.scene(atFrame: frame)
      #expect(scene[Self.mainID]?.frame.height == 20, "frame \(frame)")
      #expect(scene[TabsParts.attachmentID(of: Self.tabsID)]?.frame.y == 20)
    }
  }
}
