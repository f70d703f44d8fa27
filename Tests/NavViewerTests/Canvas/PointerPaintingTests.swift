import NavBase
import NavScene
import NavTestKit
import Testing

@testable import NavViewer

@Suite("Painting pointers and marks")
struct PointerPaintingTests {
  private static let theme = ResolvedTheme(.dark, depth: .truecolor)
  private static let page = ContainerID(rawValue: 20)

  /// A page of rows with its content at 2,1, on a terminal of 24 x 8.
  private static func scene(_ rows: [TextRow], scroll: Int = 0, _ more: [Container]) -> Scene {
    var scene = Scene(viewport: CellSize(columns: 24, rows: 8))
    var page = Container(page, .page, CellRect(0, 0, 24, 7))
    page.content = CellRect(x: 2, y: 1, width: 20, height: rows.count)
    page.scroll.y = scroll
    page.rows.set(rows, at: 0)
    scene.insert(page)
    for container in more { scene.insert(container) }
    return scene
  }

  /// A pointer at a column of a row.
  private static func pointer(
    _ row: Int,
    _ column: Int,
    _ name: String = "ada",
    slot: Int = 0,
    width: Int = 1
  ) -> Container {
    var pointer = Container(
      id: .pointer(slot),
      kind: .pointer,
      parent: page,
      frame: CellRect(x: 2 + column, y: 1 + row, width: width, height: 1)
    )
    pointer.title = name
    pointer.selection = slot
    return pointer
  }

  private static func mark(_ row: Int, height: Int) -> Container {
    Container(.mark, .mark, in: page, CellRect(2, 1 + row, 20, height))
  }

  private static func canvas(
    _ scene: Scene,
    in theme: ResolvedTheme = theme,
    peek: Int = 0,
    shift: Int = 0
  ) -> Canvas {
    Canvas(scene, theme, peek: [page: peek], shift: [page: shift])
  }

  /// The cells with a background, as text with blanks elsewhere.
  private static func colored(_ canvas: Canvas, _ ground: Color) -> [String] {
    let lines = (0..<canvas.size.rows).map { y in
      (0..<canvas.size.columns).map { x in
        let point = CellPoint(x: x, y: y)
        guard canvas.look(at: point).background == ground else { return " " }
        return canvas.character(at: point).map(String.init) ?? ""
      }
      .joined()
    }
    return lines.map { String($0.reversed().drop { $0 == " " }.reversed()) }
  }

  private static let rows = ["first", "", "some words here", "last"].map { TextRow($0) }

  @Test("the character has the viewer's colour, and the name is above it where that is blank")
  func above() {
    let ground = Self.theme.pointerLook(0).background
    let canvas = Self.canvas(Self.scene(Self.rows, [Self.pointer(2, 5)]))
    #expect(Self.colored(canvas, ground) == ["", "", "       ada", "       w", "", "", "", ""])
    #expect(canvas.lines[3] == "  some words here")
  }

  @Test("a name covers no text: it is below, at the end of its row, or at that of the nearest row")
  func beside() {
    let (full, short) = (TextRow("a row full of words"), TextRow("some words"))
    let ground = Self.theme.pointerLook(0).background
    for (rows, y, line) in [
      ([full, full], 3, "       ada"), ([full, short, full], 2, "       w     ada"),
      ([full, full, full, short], 4, "             ada"),
    ] {
      let canvas = Self.canvas(Self.scene(rows, [Self.pointer(1, 5)]))
      let plain = Self.canvas(Self.scene(rows, []))
      #expect(Self.colored(canvas, ground)[y] == line, "\(canvas.lines)")
      for (row, before) in plain.lines.enumerated() where !before.isEmpty {
        #expect(canvas.lines[row].hasPrefix(before), "\(canvas.lines)")
      }
    }
  }

  @Test("viewers have different colours, at every depth", arguments: ColorDepth.allCases)
  func colors(depth: ColorDepth) {
    let theme = ResolvedTheme(.light, depth: depth)
    let looks = (0..<Pointing.colors).map { theme.pointerLook($0) }
    #expect(Set(looks).count == (depth == .mono ? 1 : Pointing.colors))
    let canvas = Self.canvas(Self.scene(Self.rows, [Self.pointer(2, 0)]), in: theme)
    let look = canvas.look(at: CellPoint(x: 2, y: 3))
    #expect(
      depth == .mono
        ? look.attributes == [.reverse, .bold] : look.background == looks[0].background
    )
  }

  @Test("pointers and marks scroll with the rows, also when this viewer scrolls alone")
  func scrolling() {
    let rows = (0..<20).map { TextRow("row \($0)") }
    let ground = Self.theme.pointerLook(0).background
    for (scroll, peek, y) in [(0, 0, 5), (2, 0, 3), (2, 2, 1), (0, 5, nil), (6, 0, nil)]
      as [(Int, Int, Int?)]
    {
      let scene = Self.scene(rows, scroll: scroll, [Self.pointer(4, 0, "")])
      let lines = Self.colored(Self.canvas(scene, peek: peek), ground)
      #expect(lines.firstIndex { !$0.isEmpty } == y, "\(scroll) and \(peek)")
    }
  }

  @Test("a line that is cut off shows the pointer where it is scrolled to, and none outside")
  func window() {
    let text = "0123456789abcdefghijklmnopqrstuvwxyz"
    let window = RowWindow(start: 0, length: text.utf8.count, columns: 20)
    let scene = Self.scene(
      [TextRow(), TextRow(text, windows: [window])],
      [Self.pointer(1, 12, "")]
    )
    let ground = Self.theme.pointerLook(0).background
    #expect(Self.colored(Self.canvas(scene), ground)[2] == "              c")
    #expect(Self.colored(Self.canvas(scene, shift: 4), ground)[2] == "          c")
    #expect(Self.colored(Self.canvas(scene, shift: 14), ground)[2] == "")
  }

  @Test("the mark of a sentence has the columns of that alone")
  func sentence() {
    var mark = Self.mark(2, height: 2)
    (mark.markStart, mark.markLength) = (5, 4)
    let ground = Self.theme.marked(.plain, under: 0).background
    let lines = Self.colored(Self.canvas(Self.scene(Self.rows, [mark])), ground)
    #expect(lines == ["", "", "", "       words here", "  last", "", "", ""])
  }

  @Test("a mark is behind all rows of its line, and the text stays")
  func marks() {
    let ground = Self.theme.marked(.plain, under: 0).background
    let canvas = Self.canvas(Self.scene(Self.rows, [Self.mark(2, height: 2)]))
    let columns = (0..<24).filter { canvas.look(at: CellPoint(x: $0, y: 3)).background == ground }
    #expect(columns == Array(1...22))
    let lines = (0..<8).filter { canvas.look(at: CellPoint(x: 4, y: $0)).background == ground }
    #expect(lines == [3, 4])
    #expect(canvas.lines[4] == "  last")
    let mono = Self.canvas(
      Self.scene(Self.rows, [Self.mark(2, height: 1)]),
      in: ResolvedTheme(.dark, depth: .mono)
    )
    #expect(mono.look(at: CellPoint(x: 3, y: 3)).attributes == .reverse)
  }
}
