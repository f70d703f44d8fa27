import NavBase
@testable import NavEngine
import NavScene
import NavTestKit
import Testing

/// A pager's header in one viewport.
struct HeaderWorld {
  var layout: PagerHeaderLayout
  private(set) var view = OptionBarView(reportsEvents: true)
  /// The largest number of cells in a scene so far.
  private(set) var mostShown = 0

  static let pager = ContainerID(rawValue: 5_000)
  static let headerID = PagerParts.headerID(of: pager)
  static let indicatorID = PagerParts.indicatorID(of: pager)

  init(_ header: BarStyle, _ columns: OptionColumns, columns width: Int, rows: Int = 23) {
    layout = PagerHeaderLayout(columns, header, room: CellSize(columns: width, rows: rows))
  }

  init(_ header: BarStyle, _ titles: [String], columns width: Int, rows: Int = 23) {
    self.init(header, OptionColumns(titles), columns: width, rows: rows)
  }

  mutating func show(_ trajectory: OptionBarTrajectory, length: Int? = nil) -> Trajectory {
    var builder = SceneBuilder(
      viewport: CellSize(columns: 200, rows: 50),
      length: length ?? trajectory.length
    )
    var parent = Container(1, .stack, CellRect(builder.viewport))
    parent.z = 0
    builder.add(parent)
    var pager = Container(id: Self.pager, kind: .pager, parent: parent.id, frame: .zero)
    pager.frame = CellRect(x: 4, y: 2, width: 0, height: 0)
    view.add(layout, trajectory, as: pager, to: &builder)
    mostShown = max(mostShown, view.shown)
    return builder.trajectory(
      focus: nil,
      kind: .none,
      facts: SessionFacts(name: "test", viewers: 1)
    )
  }

  mutating func rest(on page: Int, anchor: Double? = nil) -> Scene {
    show(
      OptionBarTrajectory(resting: page, offset: anchor.map { layout.offset(at: 0, anchor: $0) })
    ).end
  }
}

extension Scene {
  /// The cells of a header, by column.
  var optionCells: [Container] {
    containers.filter { $0.kind == .optionCell }
      .sorted { ($0.selection ?? 0) < ($1.selection ?? 0) }
  }
}

@Suite("OptionBarView: a header at rest in one viewport")
struct OptionBarViewTests {
  @Test("ZX-1: the bar, its cells and its indicator are all there is, and the bar is their parent")
  func parts() throws {
    for header in [BarStyle.buttons, .segments, .options, .arrows] {
      var world = HeaderWorld(header, ["one", "two", "three"], columns: 60)
      let scene = world.rest(on: 1)
      let bar = try #require(scene[HeaderWorld.headerID])
      #expect(bar.kind == .optionBar && bar.barStyle == header)
      #expect(bar.frame == CellRect(x: 4, y: 2, width: 60, height: 2))
      #expect(bar.parent == ContainerID(rawValue: 1) && bar.scroll == .zero)
      #expect(bar.pageCount == 3 && bar.currentPage == 1)
      let mark = try #require(scene[HeaderWorld.indicatorID])
      #expect(mark.kind == .indicator && mark.parent == bar.id)
      #expect(mark.frame == CellRect(x: 0, y: 1, width: bar.content.width, height: 1))
      let cells = scene.optionCells
      #expect(cells.map(\.selection) == [0, 1, 2] && cells.allSatisfy { $0.parent == bar.id })
      #expect(cells.map(\.isSelected) == [false, true, false])
      #expect(scene.containers.count == 1 + 2 + 3)
      // No cell has rows or scrolls, and there is no scroll bar.
      #expect(scene.containers.allSatisfy { $0.rows == RowTable() && $0.scroll.y == 0 })
    }
  }

  @Test("S15-tab-widths: the frames and titles of tabs that share 20 columns")
  func tabs() {
    var world = HeaderWorld(.buttons, ["one", "two", "three"], columns: 20, rows: 9)
    let scene = world.rest(on: 2)
    #expect(
      scene.optionCells.map(\.frame) == [
        CellRect(x: 0, y: 0, width: 7, height: 1), CellRect(x: 7, y: 0, width: 7, height: 1),
        CellRect(x: 14, y: 0, width: 6, height: 1),
      ]
    )
    #expect(scene.optionCells.map(\.title) == ["one", "two", "three"])
    // S15-title-bar: no row for an indicator.
    #expect(scene[HeaderWorld.indicatorID] == nil)
    #expect(scene[HeaderWorld.headerID]?.content == CellRect(x: 0, y: 0, width: 20, height: 1))
  }

  @Test("S15-title-bar: no bar if the page needs the row")
  func noRoom() {
    var world = HeaderWorld(.buttons, ["one"], columns: 20, rows: 1)
    #expect(world.rest(on: 0).containers.count == 1)
    #expect(world.view.allocated == 0)
  }

  @Test("S15-title-bar: without a row for the bar, turning pages does not animate it")
  func noRoomOnTheWay() {
    var world = HeaderWorld(.buttons, ["one", "two"], columns: 200, rows: 1)
    let turn = OptionBarTrajectory(current: 1, positions: [0, 0.5, 1])
    #expect(world.show(turn, length: 0).end.containers.count == 1)
  }

  @Test("MBX-5: arrows name the page, and are dimmed if they lead nowhere")
  func arrows() {
    var world = HeaderWorld(.arrows, ["one", "two", "three"], columns: 20)
    let expected: [(Int, String, [Bool])] = [
      (0, "one", [true, false, false]), (1, "two", [false, false, false]),
      (2, "three", [false, false, true]),
    ]
    for (page, title, dimmed) in expected {
      let scene = world.rest(on: page)
      #expect(scene.optionCells.map(\.title) == ["‹", title, "›"])
      #expect(scene.optionCells.map { $0.overlay > 0 } == dimmed)
      #expect(scene[HeaderWorld.headerID]?.currentPage == page)
    }
    var alone = HeaderWorld(.arrows, ["one"], columns: 20)
    #expect(alone.rest(on: 0).optionCells.map { $0.overlay > 0 } == [true, false, true])
  }

  @Test("ZXQ-2: pagers without pages have a bar without cells")
  func noPages() {
    for header in [BarStyle.buttons, .segments, .options] {
      var world = HeaderWorld(header, [], columns: 20)
      let scene = world.rest(on: 0)
      #expect(scene.optionCells.isEmpty && scene[HeaderWorld.indicatorID] == nil)
      #expect(scene[HeaderWorld.headerID]?.pageCount == 0)
    }
    var arrows = HeaderWorld(.arrows, [], columns: 20)
    #expect(arrows.rest(on: 0).optionCells.map(\.title) == ["‹", "", "›"])
  }

  @Test("ZX-9: a scrolling bar centres the active page's column")
  func centred() {
    var world = HeaderWorld(.options, .init(.numbered(prefix: "", count: 99)), columns: 21)
    for page in [0, 1, 2, 50, 97, 98] {
      let scene = world.rest(on: page)
      let expected = min(max(0, page * 6 + 3 - 10 - 1), 99 * 6 - 21)
      #expect(scene[HeaderWorld.headerID]?.scroll.x == expected, "page \(page)")
      let seen = scene.optionCells
      #expect(seen.contains { $0.selection == page && $0.isSelected })
      #expect(seen.filter(\.isSelected).count == 1)
      // Exactly the columns that share a cell with the viewport.
      let columns = (0..<99).filter { $0 * 6 < expected + 21 && expected < $0 * 6 + 6 }
      #expect(seen.map(\.selection) == columns)
    }
    #expect(world.view.allocated == world.mostShown && world.mostShown == 5)
  }

  @Test("a bar scrolled away by a drag stays there, and the selection is marked if visible")
  func scrolledAway() {
    var world = HeaderWorld(.options, .init(.numbered(prefix: "", count: 99)), columns: 21)
    let scene = world.rest(on: 0, anchor: 10.5)
    #expect(scene[HeaderWorld.headerID]?.scroll.x == 63)
    #expect(scene.optionCells.map(\.selection) == [10, 11, 12, 13])
    #expect(scene.optionCells.allSatisfy { !$0.isSelected })
    #expect(scene[HeaderWorld.headerID]?.currentPage == 0)
    // An offset outside of the content stops at its end.
    #expect(world.rest(on: 0, anchor: 98)[HeaderWorld.headerID]?.scroll.x == 99 * 6 - 21)
  }

  @Test("ZX-6: a cell keeps its container while it shows its column, and gets others after that")
  func containers() throws {
    var world = HeaderWorld(.options, .init(.numbered(prefix: "", count: 99)), columns: 18)
    let first = world.rest(on: 0, anchor: 10).optionCells
    let next = world.rest(on: 0, anchor: 11).optionCells
    #expect(first.map(\.selection) == [10, 11, 12] && next.map(\.selection) == [11, 12, 13])
    #expect(first.dropFirst().map(\.id) == next.dropLast().map(\.id))
    // ZX-4: the removed column's cell shows the added column.
    #expect(first.first?.id == next.last?.id)
    #expect(world.view.allocated == 3)
  }

  @Test("ZX-6: changing sizes and contents need no more cells than are visible at once")
  func changes() throws {
    try forSeeds(0..<40) { random in
      var world = HeaderWorld(.options, ["a"], columns: 40)
      for _ in 0..<40 {
        if random.oneIn(3) {
          let titles = (0..<random.int(in: 1...30)).map { _ in
            String(repeating: "t", count: random.int(in: 0...20))
          }
          let room = CellSize(columns: random.int(in: 1...90), rows: random.int(in: 2...12))
          world.layout = PagerHeaderLayout(OptionColumns(titles), .options, room: room)
        }
        let layout = world.layout
        let page = random.int(in: 0...layout.columns.count - 1)
        let anchor = random.oneIn(2) ? Double(random.int(in: 0...60)) / 2 : nil
        let scene = world.rest(on: page, anchor: anchor)
        let offset = CellGrid.cell(at: layout.offset(at: Double(page), anchor: anchor))
        let widths = (0..<layout.widths.count).map { layout.widths.span(of: $0).width }
        let seen = OptionBarTwin.columns(
          of: widths,
          in: Double(offset),
          Double(offset + layout.room.columns)
        )
        let cells = scene.optionCells
        try demand(cells.compactMap(\.selection) == seen)
        try demand(cells.map(\.title) == seen.map { layout.columns.title(at: $0) })
        try demand(cells.map(\.isSelected) == seen.map { $0 == page })
        try demand(Set(cells.map(\.id)).count == cells.count)
        try demand(world.view.allocated <= world.mostShown)
      }
    }
  }
}
