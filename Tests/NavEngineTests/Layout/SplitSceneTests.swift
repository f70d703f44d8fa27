import NavBase
import NavEngine
import NavScene
import NavTestKit
import Testing

@Suite("SplitLayout: a split as containers of a scene")
struct SplitSceneTests {
  private static let split = ContainerID(rawValue: 5)

  private static func scene(
    _ state: SplitState,
    _ room: CellSize,
    origin: CellPoint = .zero,
    hasFocus: Bool = true
  ) -> Trajectory {
    let layout = SplitLayout(state, room: room)
    let viewport = CellSize(columns: room.columns, rows: room.rows + 1)
    var builder = SceneBuilder(viewport: viewport)
    let pages = layout.shownParts.map { index in
      NumberedPage(
        index: index,
        id: ContainerID(rawValue: UInt32(100 + index)),
        shown: ShownPage(title: "Part \(index)")
      )
    }
    let frame = CellRect(x: origin.x, y: origin.y, width: 0, height: 0)
    layout.add(
      pages,
      as: Container(id: split, kind: .split, frame: frame),
      hasFocus: hasFocus,
      to: &builder
    )
    return builder.trajectory(
      focus: nil,
      kind: .none,
      facts: SessionFacts(name: "talk", viewers: 1)
    )
  }

  @Test("SPL-1, SPL-12: the split, its borders with the focused side, and its parts")
  func containers() {
    let state = SplitChecks.state([1, 1, 1], focused: 1)
    let scene = Self.scene(state, CellSize(columns: 80, rows: 23)).end
    let listed = scene.containers.map {
      "\($0.id.rawValue) \($0.kind) in \($0.parent?.rawValue ?? 0): \($0.frame.x),\($0.frame.y) "
        + "\($0.frame.width)x\($0.frame.height) \($0.selection.map(String.init) ?? "-") \($0.title)"
    }
    #expect(
      listed == [
        "5 split in 0: 0,0 80x23 - ", "6 splitBorder in 5: 26,0 1x23 1 ",
        "7 splitBorder in 5: 53,0 1x23 0 ", "100 page in 5: 0,0 26x23 - Part 0",
        "101 page in 5: 27,0 26x23 - Part 1", "102 page in 5: 54,0 26x23 - Part 2",
      ]
    )
  }

  @Test("SPL-12: the borders of a split without the focus are all alike")
  func unfocused() {
    let state = SplitChecks.state([1, 1, 1], focused: 1)
    let scene = Self.scene(state, CellSize(columns: 80, rows: 23), hasFocus: false).end
    let borders = scene.containers.filter { $0.kind == .splitBorder }
    #expect(borders.map(\.selection) == [nil, nil])
  }

  @Test("SPL-3, SPL-14: below one another, and the focused part alone")
  func smaller() {
    let state = SplitChecks.state([1, 1], focused: 1)
    let stacked = Self.scene(state, CellSize(columns: 40, rows: 11)).end
    #expect(stacked[SplitLayout.borderID(0, of: Self.split)]?.frame.y == 5)
    #expect(stacked[SplitLayout.borderID(0, of: Self.split)]?.isUpright == false)
    let single = Self.scene(state, CellSize(columns: 20, rows: 5)).end
    #expect(single.containers.map(\.id.rawValue) == [5, 101])
    #expect(single.containers[1].frame == CellRect(x: 0, y: 0, width: 20, height: 5))
  }

  @Test("SPL-13: the ids of the borders follow the split's own id")
  func ids() {
    for border in 0..<2 {
      let id = SplitLayout.borderID(border, of: Self.split)
      #expect(id.rawValue == 6 + UInt32(border))
      #expect(SplitLayout.border(id, of: Self.split) == border)
    }
    for other in [0, 4, 5, 8, UInt32.max] {
      #expect(SplitLayout.border(ContainerID(rawValue: other), of: Self.split) == nil)
    }
    #expect(SplitLayout.border(Self.split, of: ContainerID(rawValue: .max)) == nil)
  }

  @Test("SPL-6, SPL-9: a press on a border is no tap, and one on a part is a tap on its page")
  func hits() {
    let state = SplitState(weights: [1, 1])
    let scene = Self.scene(state, CellSize(columns: 80, rows: 23)).end
    let border = scene.hit(CellPoint(x: 40, y: 7))
    #expect(border?.part == .border(movesSideways: true))
    #expect(border.flatMap { scene.tap($0) } == nil)
    for (x, id) in [(39, 100), (41, 101)] as [(Int, UInt32)] {
      let hit = scene.hit(CellPoint(x: x, y: 7))
      #expect(hit.flatMap { scene.tap($0) } == .on(ContainerID(rawValue: id), row: nil))
    }
    let stacked = Self.scene(state, CellSize(columns: 40, rows: 11)).end
    #expect(stacked.hit(CellPoint(x: 3, y: 5))?.part == .border(movesSideways: false))
  }
}
