import NavBase
import NavScene
import NavTestKit
import NavViewer
import Testing

/// Scenes as painted text.
@Suite struct ScenePaintingTests {
  @Test func aPageStandsWhereItsContentBegins() {
    var scene = Scene(viewport: CellSize(columns: 20, rows: 6))
    scene.insert(pager(1, CellRect(x: 0, y: 0, width: 20, height: 5)))
    scene.insert(page(16, in: 1, CellRect(x: 0, y: 0, width: 20, height: 5), ["one", "two"]))
    check(scene, ["", "  one", "  two", "", "", ""])
  }

  @Test func aPageInMotionIsCutByItsPager() {
    var scene = Scene(viewport: CellSize(columns: 12, rows: 4))
    var strip = pager(1, CellRect(x: 0, y: 0, width: 12, height: 3))
    strip.scroll.x = 5
    scene.insert(strip)
    scene.insert(page(16, in: 1, CellRect(x: 0, y: 0, width: 12, height: 3), ["abcdefghij"]))
    scene.insert(page(17, in: 1, CellRect(x: 14, y: 0, width: 12, height: 3), ["漢字ijklmnop"]))
    // Two columns of margin, then from the fourth letter on; two columns of spacing; the next page's start.
    check(scene, ["", "defghij", "", ""])
    scene[ContainerID(rawValue: 1)]?.scroll.x = 17
    // The first character is cut: its second half is a blank.
    check(scene, ["", " 字ijklmn", "", ""])
    scene[ContainerID(rawValue: 1)]?.scroll.x = 30
    check(scene, ["", "", "", ""])
  }

  @Test(
    arguments: [
      (0, 0, ["", "  row 0", "  row 1", "  row 2"]),
      (3, 0, ["", "  row 3", "  row 4", "  row 5"]),
      (3, 2, ["", "  row 5", "  row 6", "  row 7"]),
      (3, -2, ["", "  row 1", "  row 2", "  row 3"]),
      // The viewer's own scroll offset is limited to the text; the scene's is not.
      (3, 99, ["", "  row 7", "  row 8", "  row 9"]),
      (3, -99, ["", "  row 0", "  row 1", "  row 2"]),
      (9, 0, ["", "  row 9", "", ""]), (-1, 0, ["", "", "  row 0", "  row 1"]),
    ]
  )
  func aScrolledPage(_ scroll: Int, peek: Int, lines: [String]) {
    var scene = Scene(viewport: CellSize(columns: 20, rows: 4))
    var long = page(16, in: nil, CellRect(scene.viewport), (0..<10).map { "row \($0)" })
    long.scroll.y = scroll
    scene.insert(long)
    let painted = Canvas(scene, peek: [ContainerID(rawValue: 16): peek])
    let text = painted.lines.map { $0.replacing(/[▐▗▝]/, with: " ") }
    #expect(text.map(trimmed) == lines)
  }

  @Test(
    arguments: [
      (0, 16, "▐▐▐▐    "), (4, 16, "  ▐▐▐▐  "), (8, 16, "    ▐▐▐▐"), (0, 100, "▐       "),
      (92, 100, "       ▐"), (0, 9, "▐▐▐▐▐▐▐ "), (1, 9, " ▐▐▐▐▐▐▐"),
      // Rounded to the nearest half of a row, never shorter than one.
      (1, 16, "▗▐▐▐▝   "), (7, 16, "   ▗▐▐▐▝"), (7, 100, "▗▝      "),
      // Beyond an end the thumb shortens by the pull, and stays there.
      (-2, 16, "▐▐▐     "), (-4, 16, "▐▐      "), (-5, 16, "▐▝      "), (-8, 16, "▐       "),
      (-999, 16, "▐       "), (10, 16, "     ▐▐▐"), (12, 16, "      ▐▐"), (999, 16, "       ▐"),
    ]
  )
  func theScrollBarShowsThePlace(_ scroll: Int, of total: Int, bar: String) {
    let size = CellSize(columns: 20, rows: 9)
    var scene = Scene(viewport: size)
    var long = page(16, in: nil, CellRect(size), (0..<total).map { _ in "row" })
    long.scroll.y = scroll
    scene.insert(long)
    let painted = Canvas(scene)
    let column = (1..<9).compactMap { painted.character(at: CellPoint(x: 19, y: $0)) }
    #expect(String(column) == bar)
    #expect(painted.character(at: CellPoint(x: 19, y: 0)) == " ")
  }

  @Test func noScrollBarWithoutOverflowOrOverText() {
    let size = CellSize(columns: 20, rows: 9)
    for (rows, width, hasBar) in [(8, 16, false), (9, 16, true), (9, 17, true), (9, 18, false)] {
      var scene = Scene(viewport: size)
      var long = page(16, in: nil, CellRect(size), (0..<rows).map { _ in "row" })
      long.content.width = width
      scene.insert(long)
      #expect(Canvas(scene).lines.joined().contains("▐") == hasBar, "\(rows) rows of \(width)")
    }
  }

  @Test func aFillReachesAColumnBeyondTheText() {
    let size = CellSize(columns: 12, rows: 3)
    var scene = Scene(viewport: size)
    var code = page(16, in: nil, CellRect(size), ["let x"])
    code.content.width = 6
    code.rows.set([TextRow("let x", fill: .codeBlock)], at: 0)
    scene.insert(code)
    checkFill(of: scene, columns: 1...8)
    // No margin at the left, and none at the right.
    code.content.x = 0
    code.content.width = 12
    scene.insert(code)
    checkFill(of: scene, columns: 0...11)
  }

  @Test func theHigherContainerCoversTheLower() {
    var scene = Scene(viewport: CellSize(columns: 10, rows: 3))
    let frame = CellRect(x: 0, y: 0, width: 10, height: 3)
    scene.insert(page(16, in: nil, frame, ["first"]))
    scene.insert(page(17, in: nil, frame, ["second"]))
    check(scene, ["", "  second", ""])
    scene[ContainerID(rawValue: 16)]?.z = 1
    check(scene, ["", "  first", ""])
    scene[ContainerID(rawValue: 16)]?.isHidden = true
    check(scene, ["", "  second", ""])
  }

  @Test func hidingAContainerHidesItsChildren() {
    var scene = Scene(viewport: CellSize(columns: 10, rows: 3))
    scene.insert(pager(1, CellRect(x: 0, y: 0, width: 10, height: 3)))
    scene.insert(page(16, in: 1, CellRect(x: 0, y: 0, width: 10, height: 3), ["text"]))
    scene[ContainerID(rawValue: 1)]?.isHidden = true
    check(scene, ["", "", ""])
  }

  /// A child of the lower container does not show through the higher one, whatever its own z.
  @Test func aChildStaysBelowTheSiblingOfItsParent() {
    var scene = Scene(viewport: CellSize(columns: 10, rows: 3))
    let frame = CellRect(x: 0, y: 0, width: 10, height: 3)
    scene.insert(pager(1, frame))
    var child = page(16, in: 1, frame, ["child"])
    child.z = 99
    scene.insert(child)
    scene.insert(page(17, in: nil, frame, ["top"]))
    check(scene, ["", "  top", ""])
  }

  @Test(
    arguments: [
      (3, 1, 5, "○ ● ○"), (3, 0, 6, "● ○ ○"), (3, 2, 7, " ○ ○ ●"), (1, 0, 1, "●"), (3, 1, 4, ""),
      (3, 1, 5, "○ ● ○"),
      // PI-8: 2n - 1 columns, else the number.
      (10, 2, 19, "○ ○ ● ○ ○ ○ ○ ○ ○ ○"), (10, 2, 18, "      ‹3/10›"), (12, 2, 7, "‹3/12›"),
      (12, 11, 7, "‹12/12›"),
      // PI-5: the current page is clamped.
      (2, 7, 3, "○ ●"), (2, -1, 3, "● ○"), (0, 0, 9, ""), (-4, 0, 9, ""),
      (.max, 0, 30, "   ‹1/9223372036854775807›"),
    ]
  )
  func dots(_ count: Int, current: Int, width: Int, line: String) {
    var scene = Scene(viewport: CellSize(columns: 30, rows: 1))
    var control = Container(2, .pageControl, CellRect(0, 0, width, 1))
    control.pageCount = count
    control.currentPage = current
    scene.insert(control)
    check(scene, [width == 4 ? "‹2/3" : line])
  }

  @Test func theCurrentDotStandsOut() {
    var scene = Scene(viewport: CellSize(columns: 5, rows: 1))
    var control = Container(2, .pageControl, CellRect(scene.viewport))
    control.pageCount = 3
    control.currentPage = 1
    scene.insert(control)
    let painted = Canvas(scene)
    let theme = ResolvedTheme(.dark, depth: .truecolor)
    #expect(painted.look(at: CellPoint(x: 2, y: 0)) == theme.screen.accent)
    #expect(painted.look(at: CellPoint(x: 0, y: 0)) == theme.muted)
  }

  @Test func darknessAddsUpFromParentToChild() {
    var scene = Scene(viewport: CellSize(columns: 10, rows: 3))
    let frame = CellRect(x: 0, y: 0, width: 10, height: 3)
    var strip = pager(1, frame)
    strip.overlay = 128
    scene.insert(strip)
    var child = page(16, in: 1, frame, ["x"])
    child.overlay = 128
    scene.insert(child)
    let theme = ResolvedTheme(.dark, depth: .truecolor)
    let look = Canvas(scene).look(at: CellPoint(x: 2, y: 1))
    #expect(look == theme.shaded(.plain, by: 192))
  }

  /// A scene laid out for another size is painted as it is, until the new one arrives.
  @Test func aSceneForAnotherSize() {
    var scene = Scene(viewport: CellSize(columns: 10, rows: 3))
    scene.insert(page(16, in: nil, CellRect(x: 0, y: 0, width: 10, height: 3), ["abcdefgh"]))
    var small = Canvas(size: CellSize(columns: 5, rows: 2))
    small.paint(scene, theme: ResolvedTheme(.dark, depth: .mono))
    #expect(small.lines == ["", "  abc"])
    var large = Canvas(size: CellSize(columns: 12, rows: 4))
    large.write("old", x: 0, y: 3)
    large.paint(scene, theme: ResolvedTheme(.dark, depth: .mono))
    #expect(large.lines == ["", "  abcdefgh", "", ""])
  }

  /// For any scene, painting ends and stays on the canvas.
  @Test func anySceneCanBePainted() throws {
    try forSeeds(0..<300) { random in
      let scene = random.scene()
      var canvas = Canvas(
        size: CellSize(columns: random.int(in: 0...60), rows: random.int(in: 0...20))
      )
      var peek: [ContainerID: Int] = [:]
      for container in scene.containers { peek[container.id] = random.int(in: -1000...1000) }
      let depth = random.pick(ColorDepth.allCases)
      canvas.paint(
        scene,
        theme: ResolvedTheme(random.oneIn(2) ? .dark : .light, depth: depth),
        peek: peek
      )
      try demand(canvas.lines.count == canvas.size.rows)
      var again = canvas
      again.paint(scene, theme: ResolvedTheme(.dark, depth: depth), peek: peek)
      try demand(again.lines == canvas.lines, "painting over something shows it")
    }
  }

  // MARK: Tools

  private func pager(_ id: UInt32, _ frame: CellRect) -> Container {
    Container(id: ContainerID(rawValue: id), kind: .pager, frame: frame)
  }

  /// A page with two columns of margin and one row.
  private func page(
    _ id: ContainerID,
    in parent: ContainerID?,
    _ frame: CellRect,
    _ rows: [String]
  ) -> Container {
    var page = Container(id, .page, in: parent, frame)
    page.content = CellRect(x: 2, y: 1, width: frame.width - 4, height: rows.count)
    page.rows.set(rows.map { TextRow($0) }, at: 0)
    return page
  }

  private func check(
    _ scene: Scene,
    _ lines: [String],
    at location: SourceLocation = #_sourceLocation
  ) {
    #expect(Canvas(scene).lines == lines, sourceLocation: location)
  }

  /// Checks that exactly these columns of row 1 have the background of a code block.
  private func checkFill(
    of scene: Scene,
    columns: ClosedRange<Int>,
    at location: SourceLocation = #_sourceLocation
  ) {
    let painted = Canvas(scene)
    let ground = ResolvedTheme(.dark, depth: .truecolor).look(of: TextRole.codeBlock).background
    let filled = (0..<scene.viewport.columns).filter {
      painted.look(at: CellPoint(x: $0, y: 1)).background == ground
    }
    #expect(filled == Array(columns), sourceLocation: location)
  }

  private func trimmed(_ line: String) -> String {
    String(line.reversed().drop { $0 == " " }.reversed())
  }
}

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
    var line = Container(2, .splitBorder, in: split, border)
    line.selection = side
    scene.insert(line)
    return Canvas(scene, theme)
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
    var page = Container(9, .page, in: split, CellRect(4, 0, 4, 3))
    page.title = "AB"
    page.headerHeight = 1
    page.content = CellRect(x: 1, y: 1, width: 2, height: 0)
    scene.insert(page)
    #expect(Canvas(scene, Self.theme).lines == ["     AB", "", "", ""])
  }
}

@Suite struct StatusTests {
  @Test(
    arguments: [
      ("talk  12/40", "? help", 24, " talk  12/40     ? help"),
      ("talk  12/40", "? help", 21, " talk  12/40  ? help"),
      // With one column less the right text is dropped.
      ("talk  12/40", "? help", 20, " talk  12/40"), ("talk  12/40", "", 20, " talk  12/40"),
      ("talk  12/40", "? help", 13, " talk  12/40"), ("talk  12/40", "? help", 12, " talk  12/…"),
      ("talk", "? help", 10, " talk"), ("talk", "x", 9, "talk    x"), ("talk", "x", 3, "ta…"),
      ("talk", "x", 1, "…"),
      ("漢字", "한", 12, " 漢字    한"), ("", "right", 12, "      right"),
    ]
  )
  func texts(_ left: String, right: String, columns: Int, line: String) {
    var canvas = Canvas(size: CellSize(columns: columns, rows: 2))
    canvas.write("old text that goes away", x: 0, y: 1)
    canvas.paintStatus(
      left: StyledText(left),
      right: right,
      row: 1,
      theme: ResolvedTheme(.dark, depth: .truecolor)
    )
    #expect(canvas.lines == ["", line])
  }

  @Test(arguments: ColorDepth.allCases)
  func theBarReachesAcrossTheRow(depth: ColorDepth) {
    var canvas = Canvas(size: CellSize(columns: 20, rows: 2))
    var left = StyledText("talk", style: TextStyle(attributes: .bold))
    left.append(" oh", style: TextStyle(role: .error))
    canvas.paintStatus(left: left, right: "help", row: 1, theme: ResolvedTheme(.dark, depth: depth))
    for x in 0..<20 {
      let look = canvas.look(at: CellPoint(x: x, y: 1))
      let isPlain = look.background == .terminal && !look.attributes.contains(.reverse)
      #expect(!isPlain, "\(depth), column \(x)")
    }
    #expect(canvas.look(at: CellPoint(x: 1, y: 1)).attributes.contains(.bold))
    #expect(canvas.look(at: CellPoint(x: 1, y: 0)) == .plain)
  }

  @Test(
    arguments: [
      ("Kind of Blue", 40, 2, ["Kind of Blue: terminal too small", ""]),
      ("Kind of Blue", 9, 1, ["Kind of…"]),
      ("", 20, 1, ["terminal too small"]), ("a\u{1B}b", 40, 1, ["a\u{FFFD}b: terminal too small"]),
      ("x", 0, 1, [""]), ("x", 1, 0, []),
    ]
  )
  func tooSmall(_ title: String, columns: Int, rows: Int, lines: [String]) {
    var canvas = Canvas(size: CellSize(columns: columns, rows: rows))
    canvas.paintTooSmall(title)
    #expect(canvas.lines == lines)
  }

  @Test func aRowOutsideTheCanvasIsNotPainted() {
    var canvas = Canvas(size: CellSize(columns: 20, rows: 2))
    for row in [-1, 2] {
      canvas.paintStatus(
        left: StyledText("x"),
        right: "y",
        row: row,
        theme: ResolvedTheme(.dark, depth: .mono)
      )
    }
    #expect(canvas.lines == ["", ""])
  }
}
