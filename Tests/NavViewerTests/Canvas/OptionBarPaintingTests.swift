import NavBase
import NavScene
import NavTestKit
import NavViewer
import Testing

/// Bars above pagers and their cells, in text and in colours.
@Suite struct OptionBarPaintingTests {
  private static let theme = ResolvedTheme(.dark, depth: .truecolor)
  private static let barID = ContainerID(rawValue: 3)
  private static let markID = ContainerID(rawValue: 4)

  private static func cellID(_ column: Int) -> ContainerID {
    ContainerID(rawValue: UInt32(8 + column))
  }

  /// Cells side by side in a bar, and below them an indicator of some eighths of a column.
  private static func scene(
    _ style: BarStyle,
    _ cells: [(title: String, width: Int)],
    selected: Int,
    width: Int = 24,
    rows: Int = 2,
    scroll: Int = 0,
    mark: (start: Int, length: Int) = (0, 0)
  ) -> Scene {
    var scene = Scene(viewport: CellSize(columns: width, rows: rows + 1))
    let frame = CellRect(x: 0, y: 0, width: width, height: rows)
    var bar = Container(id: barID, kind: .optionBar, frame: frame)
    bar.barStyle = style
    bar.scroll.x = scroll
    bar.pageCount = cells.count
    bar.currentPage = selected
    var x = 0
    for (column, cell) in cells.enumerated() {
      let frame = CellRect(x: x, y: 0, width: cell.width, height: 1)
      var container = Container(cellID(column), .optionCell, in: barID, frame)
      container.title = cell.title
      container.selection = column
      container.isSelected = column == selected
      scene.insert(container)
      x += cell.width
    }
    bar.content = CellRect(x: 0, y: 0, width: x, height: rows)
    scene.insert(bar)
    if rows > 1 {
      let frame = CellRect(x: 0, y: rows - 1, width: x, height: 1)
      var indicator = Container(id: markID, kind: .indicator, parent: barID, frame: frame)
      indicator.markStart = mark.start
      indicator.markLength = mark.length
      scene.insert(indicator)
    }
    return scene
  }

  private static let tabs = [("Home", 8), ("日本", 8), ("Recently", 8)]

  // MARK: Text

  @Test(
    "MBX-5: tabs, segments, arrows and options",
    arguments: [
      (.buttons, 24, "  Home    日本   Recen…"), (.segments, 24, "  Home    日本   Recen…"),
      (.options, 24, "  Home    日本   Recen…"),
    ] as [(BarStyle, Int, String)]
  )
  func titles(style: BarStyle, width: Int, expected: String) {
    for rows in [1, 2] {
      let lines = Canvas(Self.scene(style, Self.tabs, selected: 1, rows: rows)).lines
      #expect(lines[0] == expected)
      #expect(rows == 1 || lines[1] == String(repeating: "─", count: 24))
      #expect(lines[rows] == "")
    }
  }

  @Test("MBX-5: arrows are at the ends, the title between them")
  func arrows() {
    let cells = [("‹", 3), ("Blue", 18), ("›", 3)]
    var scene = Self.scene(.arrows, cells, selected: 1, rows: 1)
    #expect(Canvas(scene).lines[0] == " ‹        Blue        ›")
    scene[Self.cellID(0)]?.overlay = 128
    for theme in [Theme.dark, .light] {
      let resolved = ResolvedTheme(theme, depth: .truecolor)
      let canvas = Canvas(scene, resolved)
      // An arrow that can't be chosen is faint, on the bar's own background.
      #expect(canvas.look(1).foreground == resolved.look(of: TextRole.rule).foreground)
      #expect(canvas.look(22).foreground == resolved.screen.accent.foreground)
      for x in [0, 1, 22] {
        #expect(canvas.look(x).background == resolved.screen.bar.background)
      }
      #expect(canvas.look(10).attributes == .bold)
    }
    let mono = Canvas(scene, ResolvedTheme(.dark, depth: .mono))
    #expect(mono.look(1).attributes == .dim)
    #expect(mono.look(22).attributes == [])
  }

  @Test("MBX-5: a rule between two segments, none beside the selected one")
  func separators() {
    let cells = [("a", 6), ("b", 6), ("c", 6), ("d", 6)]
    for (selected, expected) in [
      (0, "  a     b   │ c   │ d"), (1, "  a     b     c   │ d"), (3, "  a   │ b   │ c     d"),
    ] {
      let scene = Self.scene(.segments, cells, selected: selected, rows: 1)
      #expect(Canvas(scene).lines[0] == expected)
      let options = Self.scene(.options, cells, selected: selected, rows: 1)
      #expect(Canvas(options).lines[0] == "  a     b     c     d")
    }
  }

  @Test(
    "a narrow cell shows as much as fits",
    arguments: [
      (0, ""), (1, "…"), (2, "A…"), (3, " …"), (4, " A…"), (5, " A…"), (6, " A日…"), (7, " A日…"),
      (8, " A日本B"), (9, " A日本B"), (10, "  A日本B"),
    ]
  )
  func narrow(width: Int, expected: String) {
    let scene = Self.scene(.buttons, [("A日本B", width)], selected: 0, width: 12, rows: 1)
    #expect(Canvas(scene).lines[0] == expected)
  }

  @Test("content scrolled out to either side is marked")
  func scrolledOut() {
    for (scroll, width, expected) in [
      (0, 18, "  Home    日本   ›"), (1, 18, "‹Home    日本   R›"), (3, 18, "‹me    日本   Rec›"),
      // A wide character under a mark is removed completely.
      (10, 13, "‹ 本   Recen›"), (11, 13, "‹本   Recen…"), (0, 11, "  Home    ›"),
      (0, 12, "  Home     ›"), (0, 13, "  Home    日›"), (7, 17, "‹  日本   Recen…"),
      (8, 16, "‹ 日本   Recen…"),
    ] {
      for rows in [1, 2] {
        let scene = Self.scene(
          .buttons,
          Self.tabs,
          selected: 0,
          width: width,
          rows: rows,
          scroll: scroll
        )
        let canvas = Canvas(scene)
        #expect(canvas.lines[0] == expected, "\(scroll)")
        if scroll > 0 {
          #expect(canvas.look(0).foreground == Self.theme.screen.accent.foreground)
        }
      }
    }
    // Pulled past an end, that side has nothing scrolled out.
    let pulled = Self.scene(.buttons, Self.tabs, selected: 0, width: 18, rows: 1, scroll: -2)
    #expect(Canvas(pulled).lines[0] == "    Home    日本 ›")
    let beyond = Self.scene(.buttons, Self.tabs, selected: 0, width: 18, rows: 1, scroll: 9)
    #expect(Canvas(beyond).lines[0] == "‹日本   Recen…")
  }

  // MARK: Colours

  @Test("the selected tab stands out at every depth, in one row by a line below it")
  func selectedTab() {
    for theme in [Theme.dark, .light] {
      for depth in ColorDepth.allCases {
        let resolved = ResolvedTheme(theme, depth: depth)
        for rows in [1, 2] {
          let scene = Self.scene(.buttons, Self.tabs, selected: 0, rows: rows)
          let canvas = Canvas(scene, resolved)
          #expect(canvas.look(2).foreground == resolved.screen.accent.foreground)
          let attributes: CellAttributes = rows == 1 ? [.bold, .underline] : .bold
          #expect(canvas.look(2).attributes == attributes)
          #expect(canvas.look(7).attributes == (rows == 1 ? attributes : []))
          #expect(canvas.look(18).attributes == [])
          #expect(canvas.look(18).foreground == resolved.muted.foreground)
        }
      }
    }
  }

  @Test("the selected segment or option is filled from end to end")
  func selectedSegment() {
    for style in [BarStyle.segments, .options] {
      for depth in ColorDepth.allCases {
        let theme = ResolvedTheme(.dark, depth: depth)
        let canvas = Canvas(Self.scene(style, Self.tabs, selected: 1), theme)
        for x in 0..<24 {
          let look = canvas.look(x)
          let isFilled =
            look.background == theme.screen.selection.background
            && look.attributes.contains(.reverse)
              == theme.screen.selection.attributes.contains(.reverse)
          #expect(isFilled == (8..<16).contains(x), "\(x) in \(depth)")
        }
      }
    }
  }

  @Test("a tab has its colour as soon as the middle of the indicator is below it")
  func arrivingIndicator() {
    var live = LiveCanvas(size: CellSize(columns: 24, rows: 3), theme: Self.theme)
    for (start, expected) in [(0, 0), (31, 0), (32, 1), (64, 1), (96, 2), (140, 2), (-60, 0)] {
      let scene = Self.scene(.buttons, Self.tabs, selected: 2, mark: (start: start, length: 64))
      live.compare(with: scene)
      live.paint(scene)
      for canvas in [Canvas(scene), live.canvas] {
        let lit = [2, 10, 18].map { canvas.look($0).attributes.contains(.bold) }
        #expect(lit == (0..<3).map { $0 == expected }, "\(start)")
      }
    }
  }

  // MARK: The indicator

  @Test(
    "1.4: the indicator is a heavy part of the rule, in halves of a column",
    arguments: [
      (0, 64, "━━━━━━━━────"), (16, 64, "──━━━━━━━━──"),
      // Rounded to the nearest half, with its full length.
      (17, 64, "──━━━━━━━━──"), (18, 64, "──╼━━━━━━━╾─"), (21, 64, "──╼━━━━━━━╾─"),
      (22, 64, "───━━━━━━━━─"), (16, 66, "──━━━━━━━━╾─"), (18, 66, "──╼━━━━━━━━─"),
      // However short, it is visible.
      (16, 1, "──╾─────────"), (20, 1, "──╼─────────"), (16, 8, "──━─────────"),
      (16, 0, "────────────"),
      (20, 8, "──╼╾────────"),
      // Beyond an end (MBXQ-4).
      (-16, 64, "━━━━━━──────"), (-20, 64, "━━━━━╾──────"), (-64, 64, "────────────"),
      (-62, 64, "╾───────────"),
      (64, 64, "────────━━━━"), (96, 64, "────────────"),
    ]
  )
  func indicator(start: Int, length: Int, expected: String) {
    let cells = [("a", 6), ("b", 6)]
    let scene = Self.scene(
      .buttons,
      cells,
      selected: 0,
      width: 12,
      mark: (start: start, length: length)
    )
    for depth in ColorDepth.allCases {
      let theme = ResolvedTheme(.dark, depth: depth)
      let canvas = Canvas(scene, theme)
      #expect(canvas.lines[1] == expected)
      for (x, character) in expected.enumerated() {
        let role = character == "─" ? theme.look(of: TextRole.rule) : theme.screen.accent
        #expect(canvas.look(x, 1).foreground == role.foreground)
        #expect(canvas.look(x, 1).background == theme.screen.bar.background)
      }
    }
  }

  @Test("the indicator moves with its bar, and continues after the last cell as a rule")
  func scrolledIndicator() {
    let cells = [("a", 6), ("b", 6)]
    for (scroll, expected) in [(2, "━━━━──────"), (-4, "────━━━━━━")] {
      let scene = Self.scene(
        .buttons,
        cells,
        selected: 0,
        width: 10,
        scroll: scroll,
        mark: (start: 0, length: 48)
      )
      #expect(Canvas(scene).lines[1] == expected)
    }
  }

  @Test("the cost of a bar of ten million columns depends on its visible part only")
  func huge() {
    let width = 10_000_000
    for (scroll, expected) in [
      (0, "━━━━━━━━━━━━"), (width / 2, "━━━━━━━━━━━━"), (width, "────────────"),
    ] {
      let scene = Self.scene(
        .segments,
        [("", width)],
        selected: 1,
        width: 12,
        scroll: scroll,
        mark: (start: 0, length: 8 * width)
      )
      #expect(Canvas(scene).lines[1] == expected)
    }
    // A page whose text claims to be as wide.
    var scene = Scene(viewport: CellSize(columns: 12, rows: 4))
    let frame = CellRect(x: 0, y: 0, width: Limits.coordinate, height: 3)
    var page = Container(id: Self.barID, kind: .page, frame: frame)
    page.headerHeight = 2
    page.content = CellRect(x: 0, y: 2, width: Limits.coordinate, height: 1)
    page.title = "T"
    scene.insert(page)
    #expect(Canvas(scene).lines == ["T", "────────────", "", ""])
  }

  @Test("bars and cells of one row or one column are painted as far as they go")
  func tiny() {
    for width in 0...3 {
      for rows in 0...3 {
        for style in BarStyle.allCases {
          var scene = Self.scene(style, Self.tabs, selected: 1, width: 3, rows: 2, scroll: 6)
          scene[Self.barID]?.frame.width = width
          scene[Self.barID]?.frame.height = rows
          let canvas = Canvas(scene)
          for y in 0..<3 {
            for x in 0..<3 {
              let isBar = x < width && y < rows
              let ground = canvas.look(x, y).background
              let isGround =
                ground == Self.theme.screen.bar.background
                || ground == Self.theme.screen.selection.background
              #expect(isGround == isBar, "\(x),\(y) of \(width) x \(rows)")
            }
          }
        }
      }
    }
  }

  @Test("a terminal shows the painted canvas, at every depth and in both themes")
  func aTerminalShowsIt() {
    for theme in [Theme.dark, .light] {
      for depth in ColorDepth.allCases {
        let resolved = ResolvedTheme(theme, depth: depth)
        let terminal = VirtualTerminal(CellSize(columns: 18, rows: 3))
        var encoder = FrameEncoder(EncoderOptions(depth: depth))
        for style in BarStyle.allCases {
          for step in 0...12 {
            let scene = Self.scene(
              style,
              Self.tabs,
              selected: step / 5,
              width: 18,
              scroll: step - 3,
              mark: (start: 11 * step - 9, length: 61)
            )
            let canvas = Canvas(scene, resolved)
            terminal.write(encoder.encode(canvas))
            #expect(
              terminal.difference(from: canvas, ignoring: []) == nil,
              "\(style) \(depth) \(step)"
            )
          }
        }
      }
    }
  }
}
