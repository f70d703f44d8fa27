import NavBase
import NavScene
import NavViewer
import Testing

@Suite("Painting the borders of splits")
struct SplitPaintingTests {
  private static let theme = ResolvedTheme(.dark, depth: .truecolor)

  /// A border in a split that fills the terminal except for its last row.
  private static func canvas(
    _ viewport: CellSize,
    border: CellRect,
    side: Int?,
    in theme: ResolvedTheme = theme
  ) -> Canvas {
    var scene = Scene(viewport: viewport)
    let split = ContainerID(rawValue: 1)
    let room = CellRect(x: 0, y: 0, width: viewport.columns, height: viewport.rows - 1)
    scene.insert(Container(id: split, kind: .split, frame: room))
    var line = Container(
      id: ContainerID(rawValue: 2),
      kind: .splitBorder,
      parent: split,
      frame: border
    )
    line.selection = side
    scene.insert(line)
    var canvas = Canvas(size: viewport)
    canvas.paint(scene, theme: theme)
    return canvas
  }

  @Test(
    "SPL-12: between parts side by side",
    arguments: [(nil, "│"), (0, "▌"), (1, "▐"), (2, "│"), (-1, "│")] as [(Int?, String)]
  )
  func upright(side: Int?, symbol: String) {
    let viewport = CellSize(columns: 5, rows: 4)
    let border = CellRect(x: 2, y: 0, width: 1, height: 3)
    let canvas = Self.canvas(viewport, border: border, side: side)
    let line = "  " + symbol
    #expect(canvas.lines == [line, line, line, ""])
    let isFocused = side == 0 || side == 1
    let look = isFocused ? Self.theme.screen.accent : Self.theme.look(of: TextRole.rule)
    #expect(canvas.look(at: CellPoint(x: 2, y: 1)) == look)
  }

  @Test(
    "SPL-12: between parts below one another",
    arguments: [(nil, "─"), (0, "▀"), (1, "▄")] as [(Int?, String)]
  )
  func level(side: Int?, symbol: String) {
    let border = CellRect(x: 0, y: 1, width: 4, height: 1)
    let canvas = Self.canvas(CellSize(columns: 4, rows: 4), border: border, side: side)
    #expect(canvas.lines == ["", String(repeating: symbol, count: 4), "", ""])
  }

  @Test("SPL-12: the side shows without colours")
  func mono() {
    let mono = ResolvedTheme(.dark, depth: .mono)
    let viewport = CellSize(columns: 3, rows: 2)
    let border = CellRect(x: 1, y: 0, width: 1, height: 1)
    let shown = [nil, 0, 1].map {
      Self.canvas(viewport, border: border, side: $0, in: mono).lines[0]
    }
    #expect(shown == [" │", " ▌", " ▐"])
  }

  @Test("A part of a split has no edge of its own")
  func part() {
    var scene = Scene(viewport: CellSize(columns: 8, rows: 4))
    let split = ContainerID(rawValue: 1)
    scene.insert(
      Container(id: split, kind: .split, frame: CellRect(x: 0, y: 0, width: 8, height: 3))
    )
    var page = Container(
      id: ContainerID(rawValue: 9),
      kind: .page,
      parent: split,
      frame: CellRect(x: 4, y: 0, width: 4, height: 3)
    )
    page.title = "AB"
    page.headerHeight = 1
    page.content = CellRect(x: 1, y: 1, width: 2, height: 0)
    scene.insert(page)
    var canvas = Canvas(size: scene.viewport)
    canvas.paint(scene, theme: Self.theme)
    #expect(canvas.lines == ["     AB", "", "", ""])
  }
}
