import NavBase
import NavViewer
import Testing

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
