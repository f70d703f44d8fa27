import NavBase
import NavEngine
import NavScene
import NavTestKit
import Testing

@Suite("StackLayout: sizes, titles and edges")
struct StackLayoutTests {
  @Test(
    "D-4, AboutCells: half pages and edges from 40 columns on",
    arguments: [
      (columns: 1, half: 1, text: 1, edge: 0.0), (24, 24, 24, 0), (39, 39, 39, 0),
      (40, 20, 18, 1), (41, 20, 18, 1), (80, 40, 38, 1), (81, 40, 38, 1), (500, 250, 248, 1),
    ]
  )
  func rooms(columns: Int, half: Int, text: Int, edge: Double) {
    let layout = StackLayout(room: CellSize(columns: columns, rows: 23))
    #expect(layout.frame(of: .half) == CellSize(columns: half, rows: 23))
    #expect(layout.frame(of: .full) == CellSize(columns: columns, rows: 23))
    #expect(layout.columns(of: .half) == text)
    #expect(layout.columns(of: .full) == columns - (columns < 40 ? 0 : 2))
    #expect(layout.metrics.edge.step == edge)
  }

  @Test(
    "rows: the title takes one of three or more, and a rule takes one from 8 rows on",
    arguments: [(rows: 1, header: 0), (2, 0), (3, 1), (7, 1), (8, 2), (59, 2)]
  )
  func heights(rows: Int, header: Int) {
    let layout = StackLayout(room: CellSize(columns: 80, rows: rows))
    #expect(layout.frame(of: .full).rows == rows)
    #expect(layout.frame(of: .half).rows == rows)
    #expect(layout.headerHeight == header)
  }

  @Test("an empty stack is a scene without pages and without focus")
  func emptyStack() {
    var world = StackWorld(StackState(), viewport: .standardTerminal)
    let scene = world.trajectory(at: .zero).trajectory.end
    #expect(scene.containers.map(\.id) == [StackLayout.stackID])
    #expect(scene.focus == nil && scene.focusKind == .none)
  }

  @Test(
    "D-4, SN-11: covered pages are edges at columns 0 and 1; the active page's text is beside them"
  )
  func edges() throws {
    for columns in [80, 81] {
      var world = StackWorld("Fhhhh", viewport: CellSize(columns: columns, rows: 24))
      let scene = world.trajectory(at: .zero).trajectory.end
      #expect(scene.containers.dropFirst().map { Int($0.id.rawValue) - 16 } == [1, 2, 3, 4])
      let pages = Array(scene.containers.dropFirst())
      #expect(pages.map(\.frame.x) == [0, 1, 2, 40])
      #expect(pages.map(\.frame.maxX).suffix(1) == [columns])
      #expect(pages.map { $0.frame.x + $0.content.x }.suffix(2) == [2, 42])
      // D-5: deeper edges are darker; the visible pages are not.
      #expect(pages.map(\.overlay) == [153, 77, 0, 0])
      // A page visible only as an edge needs no text.
      #expect(pages.map(\.rows.isEmpty) == [true, true, false, false])
    }
  }
}
