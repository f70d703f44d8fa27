import NavBase
import NavScene
import NavTestKit
import NavViewer
import Testing

/// The selected row of a list.
@Suite struct SelectionTests {
  private static let depths: [ColorDepth] = [.truecolor, .palette256, .palette16, .mono]
  private static let id = ContainerID(rawValue: 16)
  private static let size = CellSize(columns: 20, rows: 6)

  private static func run(_ length: Int, _ role: TextRole) -> StyledRun {
    StyledRun(length: length, style: TextStyle(role: role))
  }

  /// A list of three entries at column 2 of 20, the second one with a detail.
  private static func list(selection: Int?) -> Scene {
    var scene = Scene(viewport: size)
    var list = Container(id: id, kind: .page, frame: CellRect(size))
    list.title = "List"
    list.headerHeight = 2
    list.content = CellRect(x: 2, y: 2, width: 10, height: 3)
    list.rows.set(
      [
        TextRow("dir/", runs: [run(4, .branch)]),
        TextRow("file  1 kB", runs: [run(4, .plain), run(2, .plain), run(4, .muted)]),
        TextRow("more"),
      ],
      at: 0
    )
    list.pageCount = 3
    list.selection = selection
    scene.insert(list)
    return scene
  }

  private static func canvas(
    _ scene: Scene,
    _ theme: ResolvedTheme,
    peek: Int = 0
  ) -> Canvas {
    Canvas(scene, theme, peek: [id: peek])
  }

  private static func theme(_ depth: ColorDepth) -> ResolvedTheme {
    ResolvedTheme(.dark, depth: depth)
  }

  @Test(arguments: depths, [true, false])
  func reachesABlankBeyondTheTextAndKeepsItsColours(depth: ColorDepth, isFocused: Bool) {
    let theme = Self.theme(depth)
    var scene = Self.list(selection: 1)
    if isFocused { scene.focus = Self.id }
    let painted = Self.canvas(scene, theme)
    let mark = isFocused ? theme.screen.selection : theme.screen.otherSelection
    #expect(painted.lines[3] == "  file  1 kB")
    for x in 0..<20 {
      let look = painted.look(at: CellPoint(x: x, y: 3))
      guard (1...12).contains(x) else {
        #expect(look == .plain, "column \(x)")
        continue
      }
      // Bold is not visible on a blank.
      let isMarked = look.background == mark.background
      #expect(isMarked, "column \(x)")
      if mark.attributes.contains(.reverse) { #expect(look.attributes == .reverse) }
      guard (8...11).contains(x) else { continue }
      // Under reverse video, a foreground colour would become a background.
      let isReversed = mark.attributes.contains(.reverse)
      let ink = isReversed ? mark.foreground : theme.look(of: TextRole.muted).foreground
      #expect(look.foreground == ink || x == 9)
      if x != 9 { #expect(look.attributes == mark.attributes) }
    }
    for y in [0, 1, 2, 4, 5] {
      #expect(
        !(0..<20).contains {
          let look = painted.look(at: CellPoint(x: $0, y: y))
          return look.background != .terminal || look.attributes.contains(.reverse)
        },
        "row \(y)"
      )
    }
  }

  /// With few colours a selection is reversed in the focused list, and bold in others.
  @Test func isVisibleInEveryDepth() {
    for depth in Self.depths {
      let theme = Self.theme(depth)
      var scene = Self.list(selection: 0)
      let faint = Self.canvas(scene, theme).look(at: CellPoint(x: 2, y: 2))
      scene.focus = Self.id
      let focused = Self.canvas(scene, theme).look(at: CellPoint(x: 2, y: 2))
      scene[Self.id]?.selection = nil
      let none = Self.canvas(scene, theme).look(at: CellPoint(x: 2, y: 2))
      #expect(Set([faint, focused, none]).count == 3, "\(depth)")
      let hasColours = depth == .truecolor || depth == .palette256
      #expect(faint.foreground == none.foreground)
      #expect(focused.foreground == (hasColours ? none.foreground : .terminal))
      #expect((focused.background != .terminal) == hasColours)
      #expect(focused.attributes.contains(.reverse) == !hasColours)
      #expect(faint.attributes.contains(.bold) == !hasColours)
    }
  }

  @Test(arguments: [(0, 2), (1, 3), (2, 4)])
  func isTheRowOfThatNumber(selection: Int, y: Int) {
    let theme = Self.theme(.truecolor)
    let painted = Self.canvas(Self.list(selection: selection), theme)
    let marked = (0..<6).filter {
      painted.look(at: CellPoint(x: 3, y: $0)).background == theme.screen.otherSelection.background
    }
    #expect(marked == [y])
  }

  @Test func scrollsWithItsRow() {
    let theme = Self.theme(.truecolor)
    var scene = Self.list(selection: 2)
    // Two of the three rows are visible.
    scene[Self.id]?.frame.height = 4
    let marked = { (scene: Scene, peek: Int) in
      let painted = Self.canvas(scene, theme, peek: peek)
      return (0..<6).filter {
        painted.look(at: CellPoint(x: 3, y: $0)).background
          == theme.screen.otherSelection.background
      }
    }
    #expect(marked(scene, 0) == [])
    #expect(marked(scene, 1) == [3])
    scene[Self.id]?.scroll.y = 1
    #expect(marked(scene, 0) == [3])
    #expect(marked(scene, -1) == [])
    // Beyond the last row nothing is selected.
    scene[Self.id]?.selection = 3
    #expect(marked(scene, 0) == [])
  }

  /// The whole row is marked, also if it is filled or indented.
  @Test func liesOverAFill() {
    let theme = Self.theme(.truecolor)
    var scene = Self.list(selection: 0)
    scene[Self.id]?.rows.set([TextRow("code", indent: 3, fill: .codeBlock)], at: 0)
    let painted = Self.canvas(scene, theme)
    #expect(painted.lines[2] == "     code")
    let marked = (0..<20).filter {
      painted.look(at: CellPoint(x: $0, y: 2)).background == theme.screen.otherSelection.background
    }
    #expect(marked == Array(1...12))
  }

  @Test func isCutByAPageThatLiesOnIt() {
    let theme = Self.theme(.truecolor)
    var scene = Self.list(selection: 1)
    var above = Container(17, .page, CellRect(7, 0, 13, 6))
    above.title = "Text"
    above.headerHeight = 2
    above.content = CellRect(x: 1, y: 2, width: 10, height: 1)
    above.rows.set([TextRow("a"), TextRow("b")], at: 0)
    scene.insert(above)
    let painted = Self.canvas(scene, theme)
    #expect(painted.lines[3] == "  file │b")
    let marked = (0..<20).filter {
      painted.look(at: CellPoint(x: $0, y: 3)).background == theme.screen.otherSelection.background
    }
    #expect(marked == Array(1...6))
  }

  @Test func isCutByItsOwnFrameAndParent() {
    let theme = Self.theme(.truecolor)
    var scene = Self.list(selection: 1)
    // The text begins at the frame's left end: no column for the blank before it.
    scene[Self.id]?.content.x = 0
    scene[Self.id]?.frame.x = 4
    scene[Self.id]?.frame.width = 5
    let painted = Self.canvas(scene, theme)
    let marked = (0..<20).filter {
      painted.look(at: CellPoint(x: $0, y: 3)).background == theme.screen.otherSelection.background
    }
    // The page's edge covers the first of them.
    #expect(marked == Array(5...8))
    #expect(painted.lines[3] == "    │ile")
  }

  @Test func isDarkenedWithItsPage() {
    let theme = Self.theme(.truecolor)
    var scene = Self.list(selection: 1)
    scene[Self.id]?.overlay = 60
    let look = Self.canvas(scene, theme).look(at: CellPoint(x: 2, y: 3))
    var plain = CellStyle.plain
    plain.background = theme.screen.otherSelection.background
    #expect(look == theme.shaded(plain, by: 60))
    #expect(look.background != theme.screen.otherSelection.background)
  }

  /// The screen of a terminal, for every depth of colour.
  @Test(arguments: depths)
  func aTerminalShowsIt(depth: ColorDepth) {
    let theme = Self.theme(depth)
    var scene = Self.list(selection: 1)
    scene.focus = Self.id
    let canvas = Self.canvas(scene, theme)
    let terminal = VirtualTerminal(Self.size)
    var encoder = FrameEncoder(
      EncoderOptions(depth: depth, synchronizedOutput: false, hyperlinks: false)
    )
    terminal.write(encoder.encode(canvas))
    #expect(terminal.difference(from: canvas, ignoring: []) == nil)
    let selected = terminal.cell(at: CellPoint(x: 2, y: 3)).look
    let margin = terminal.cell(at: CellPoint(x: 12, y: 3)).look
    switch depth {
    case .truecolor, .palette256:
      #expect(selected.background == theme.screen.selection.background)
      #expect(margin.background == theme.screen.selection.background)
    case .palette16, .mono:
      #expect(selected.attributes.contains(.reverse) && margin.attributes.contains(.reverse))
    }
    // Moved on, the old row is as it was before.
    scene[Self.id]?.selection = 0
    let moved = Self.canvas(scene, theme)
    terminal.write(encoder.encode(moved))
    #expect(terminal.difference(from: moved, ignoring: []) == nil)
    let left = terminal.cell(at: CellPoint(x: 2, y: 3)).look
    #expect(left.background == .terminal && left.attributes.isEmpty)
  }
}
