import NavBase
@testable import NavEngine
import NavScene
import Testing

@Suite("TabLayout: frames of side tabs")
struct TabsLayoutTests {
  private func frames(_ places: [TabPlace]) -> [[Double]] { places.map { numbers($0.frame) } }

  private func numbers(_ rect: TabRect) -> [Double] { [rect.x, rect.y, rect.width, rect.height] }

  // MARK: Points

  @Test("ST-1: in points the bar is 80 wide, the attachment 69 high, 1 below the edge while hidden")
  func containers() throws {
    let bar = try TabBarNotation.bar("AB")
    let hidden = TabBarNotation.points(bar)
    #expect(numbers(hidden.bar) == [0, 0, 80, 748])
    #expect(numbers(hidden.main) == [80, 0, 944, 748])
    #expect(numbers(hidden.bottom) == [80, 749, 944, 69])
    #expect(!hidden.isBottomSeen)
    let shown = TabBarNotation.points(bar, bottom: .resting(isShown: true))
    #expect(numbers(shown.bar) == [0, 0, 80, 748])
    #expect(numbers(shown.main) == [80, 0, 944, 679])
    #expect(numbers(shown.bottom) == [80, 679, 944, 69])
    #expect(shown.isBottomSeen)
    // In a size no wider than the bar the others have no space.
    for width in [80.0, 60] {
      let narrow = TabBarNotation.points(bar, width: width, bottom: .resting(isShown: true))
      #expect(numbers(narrow.bar) == [0, 0, width, 748] && narrow.main.isEmpty)
      #expect(!narrow.isBottomSeen)
    }
  }

  @Test("ST-2: during its motion the attachment lies over the main container")
  func onItsWay() throws {
    let place = TabBottomPlace(up: 0.5, given: 0)
    let layout = TabBarNotation.points(try TabBarNotation.bar("AB"), bottom: place)
    #expect(numbers(layout.main) == [80, 0, 944, 748])
    #expect(numbers(layout.bottom) == [80, 714, 944, 69])
  }

  @Test(
    "ST-7, STQ-1: in points tabs are 80 apart from 10 on, additional items from H - 80 upwards"
  )
  func items() throws {
    let layout = TabBarNotation.points(try TabBarNotation.bar("[A]BC|XYZ"))
    #expect(frames(layout.items) == [[0, 10, 80, 70], [0, 90, 80, 70], [0, 170, 80, 70]])
    let additional: [[Double]] = [[0, 668, 80, 70], [0, 588, 80, 70], [0, 508, 80, 70]]
    #expect(frames(layout.additionalItems) == additional)
  }

  @Test("ST-7: additional items stay at the bottom on resize, and the selection stays too")
  func resize() throws {
    let bar = try TabBarNotation.bar("AB[C]|XY")
    for height in [480.0, 481.5, 748, 1_004] {
      let layout = TabBarNotation.points(bar, height: height)
      #expect(layout.additionalItems.map(\.frame.y) == [height - 80, height - 160])
      #expect(layout.additionalItems.map(\.isSelected) == [false, false])
      #expect(layout.items.map(\.frame.y) == [10, 90, 170])
      #expect(layout.items.map(\.isSelected) == [false, false, true])
    }
  }

  @Test("ST-9: icons are at 4, titles at 46, both centred")
  func texts() throws {
    let layout = TabBarNotation.points(try TabBarNotation.bar("A"))
    let item = layout.items[0].frame
    let icon = layout.textFrame(
      TabSize(width: 32, height: 32),
      y: layout.metrics.item.iconY,
      in: item
    )
    #expect(numbers(icon) == [24, 14, 32, 32])
    let title = layout.textFrame(
      TabSize(width: 51, height: 14),
      y: layout.metrics.item.titleY,
      in: item
    )
    #expect(numbers(title) == [14.5, 56, 51, 14])
  }

  @Test("ST-12: the frame of a tab or an additional item; nil if it is hidden")
  func rectForItem() throws {
    let bar = try TabBarNotation.bar("[A]bCDEFG|XY")
    let layout = TabBarNotation.layout(bar, 80, 23)
    let known: [(Character, CellRect?)] = [
      ("A", CellRect(x: 0, y: 0, width: 10, height: 3)), ("b", nil),
      ("C", CellRect(x: 0, y: 4, width: 10, height: 3)), ("G", nil),
      ("X", CellRect(x: 0, y: 20, width: 10, height: 3)),
      ("Y", CellRect(x: 0, y: 16, width: 10, height: 3)),
    ]
    for (name, frame) in known {
      let place = (layout.items + layout.additionalItems).first {
        $0.item.id == TabBarNotation.id(name)
      }
      #expect(place?.frame.cells == frame, "\(name)")
    }
  }

  // MARK: Cells

  @Test("the bar is hidden if not one item fits", arguments: [(2, 0), (3, 10)])
  func lowestBar(rows: Int, width: Int) throws {
    let layout = TabBarNotation.layout(try TabBarNotation.bar("AB|X"), 80, rows)
    #expect(layout.bar.cells.width == width && layout.main.cells.width == 80 - width)
    #expect(layout.items.count == (width > 0 ? 1 : 0))
    let points = TabBarNotation.points(try TabBarNotation.bar("A"), height: rows == 2 ? 79.9 : 80)
    #expect(points.items.count == (width > 0 ? 1 : 0))
  }

  @Test(
    "too little space: additional items are dropped from the top, tabs scroll to the selection",
    arguments: [
      (bar: "[A]BCDEF", rows: 23, shows: "ABCDEF|", above: 0, below: 0),
      ("[A]BCDEF", 22, "ABCDE|", 0, 1), ("ABCDE[F]", 22, "BCDEF|", 1, 0),
      ("ABCD[E]F", 22, "ABCDE|", 0, 1), ("AB[C]DEF", 3, "C|", 2, 3),
      ("ABCDE[F]|XY", 15, "EF|XY", 4, 0), ("ABCDE[F]|XY", 14, "EF|XY", 4, 0),
      ("ABCDE[F]|XY", 13, "F|XY", 5, 0), ("ABCDE[F]|XY", 10, "F|XY", 5, 0),
      ("ABCDE[F]|XY", 9, "F|X", 5, 0), ("ABCDE[F]|XY", 6, "F|X", 5, 0),
      ("ABCDE[F]|XY", 5, "F|", 5, 0), ("[a]|XY", 7, "|XY", 0, 0), ("[a]|XY", 6, "|X", 0, 0),
      ("ABCDE[f]", 7, "DE|", 3, 0), ("[a]BCD", 7, "BC|", 0, 1), ("A[b]CD|x", 7, "AC|", 0, 1),
      ("xyA[B]CD", 11, "ABC|", 0, 1), ("xyABC[D]", 11, "BCD|", 1, 0),
    ] as [(bar: String, rows: Int, shows: String, above: Int, below: Int)]
  )
  func overflow(text: String, rows: Int, shows: String, above: Int, below: Int) throws {
    let layout = TabBarNotation.layout(try TabBarNotation.bar(text), 80, rows)
    let tabs = layout.items.map(\.item.id.name).joined()
    let additional = layout.additionalItems.map(\.item.id.name).joined()
    #expect("\(tabs)|\(additional)" == shows)
    #expect(layout.hidden.above == above && layout.hidden.below == below)
    let all = layout.state.additionalItems.filter { $0.face != nil }.count
    #expect(layout.hidden.additional == all - layout.additionalItems.count)
  }

  @Test(
    "a tab's texts in a wide and a compact bar",
    arguments: [
      (columns: 80, title: "Radio", icon: "♫", lines: ["4,1 ♫", "2,2 Radio"]),
      (80, "Radio", "", ["2,1 Radio"]), (80, "", "♫", ["4,1 ♫"]), (80, "", "", []),
      (80, "Recently played", "📻", ["4,1 📻", "1,2 Recentl…"]), (48, "Radio", "♫", ["2,1 ♫"]),
      (80, "Settings", "", ["1,1 Settings"]), (80, "Downloads", "", ["1,1 Downloa…"]),
      (48, "Tabs", "", ["1,1 Tabs"]), (48, "Radio", "", ["1,1 Rad…"]),
      (80, "a\nb\u{1B}c", "", ["2,1 a b\u{FFFD}c"]), (47, "Radio", "♫", []),
    ] as [(columns: Int, title: String, icon: String, lines: [String])]
  )
  func lines(columns: Int, title: String, icon: String, lines: [String]) throws {
    var bar = try TabBarNotation.bar("A")
    let button = TabButton(title: title, icon: icon, badge: TabBadge("1000", role: .alert))
    try bar.setFace(.button(button), of: TabBarNotation.id("A"))
    let cell = TabCells(TabBarNotation.layout(bar, columns, 23)).items.first
    let found = cell?.lines.map { "\($0.frame.x),\($0.frame.y) \($0.text.text)" } ?? []
    #expect(found == lines)
    // Left of the rule in the bar's last column.
    #expect(cell?.badge?.frame.maxX == cell.map { $0.frame.maxX - 1 })
    #expect((cell?.lines ?? []).allSatisfy { $0.frame.maxX < columns / 8 || columns == 47 })
  }

  @Test("ST-9: titles are bold, and muted except for the selected tab")
  func styles() throws {
    let cells = TabCells(TabBarNotation.layout(try TabBarNotation.bar("A[B]|XY"), 80, 23))
    let styles = (cells.items + cells.additionalItems).map { $0.lines[1].text.runs[0].style }
    #expect(styles.allSatisfy { $0.attributes == .bold })
    #expect(styles.map(\.role) == [.muted, .plain, .muted, .muted])
    #expect((cells.items + cells.additionalItems).map(\.isSelected) == [false, true, false, false])
  }

  @Test("ST-2, D-2: in cells the attachment moves by whole rows, and no row is left empty")
  func bottomFrames() throws {
    var bottom = TabBottom()
    bottom.setShown(true, at: .zero)
    let bar = try TabBarNotation.bar("A")
    var tops: [Int] = []
    for frame in 0...15 {
      let place = bottom.place(at: FrameTime.start(of: frame))
      let cells = TabCells(TabBarNotation.layout(bar, 80, 23, bottom: place))
      #expect(cells.bottom.y <= cells.main.maxY)
      #expect(cells.isBottomSeen == (cells.bottom.y < 23))
      tops.append(cells.bottom.y)
    }
    // 23 - 3 (1 - (1 - f / 15)^2), floored.
    #expect(tops == [23, 22, 22, 21, 21, 21, 21, 20, 20, 20, 20, 20, 20, 20, 20, 20])
  }
}
