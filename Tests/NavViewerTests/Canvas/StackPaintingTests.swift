import NavBase
import NavEngine
import NavScene
import NavTestKit
import NavViewer
import Testing

/// A stack with its real layout, in colours.
@Suite struct StackPaintingTests {
  private static let size = CellSize.standardTerminal

  private static func id(_ serial: Int) -> ContainerID { StackLayout.pageID(serial) }

  private static func list(_ title: String, _ layout: StackLayout, isFull: Bool) -> ShownPage {
    let entries = (0..<40).map {
      ListEntry(key: [], label: "\(title) \($0)", detail: "\($0) kB", opens: .text)
    }
    let size: StackPageSize = isFull ? .full : .half
    let body = ListLayout(
      ListContent(entries: entries),
      frame: layout.frame(of: size),
      header: layout.headerHeight,
      columns: layout.columns(of: size),
      uncovered: layout.columns(of: .half)
    )
    return ShownPage(
      title: title,
      rows: ShownRows(body: body, offset: 0, selection: 3, entries: 40)
    )
  }

  private static func text(_ title: String, _ layout: StackLayout) -> ShownPage {
    let lines = (0..<60).map { "\(title) \($0)" }
    let page = PageContent(title, [.preformatted(lines: lines)])
    let columns = layout.columns(of: .full)
    let room = PageLayout.readingRoom(of: page, inRoom: columns)
    let body = PageLayout(
      reading: FlowedText(page.document, room: room),
      frame: layout.frame(of: .full),
      header: layout.headerHeight,
      columns: columns
    )
    return ShownPage(title: title, rows: ShownRows(body: body, offset: 20))
  }

  /// A root list, one list on it, and with `isReading` a text over both.
  private static func scene(isReading: Bool) -> Scene {
    let layout = StackLayout(viewport: size)
    var state = StackState(root: StackPage(id: id(0), size: .full))
    state.push(StackPage(id: id(1), size: .half))
    if isReading { state.push(StackPage(id: id(2), size: .full)) }
    return layout.trajectory(
      of: StackView(resting: state, metrics: layout.metrics),
      from: 0,
      in: size,
      focus: (isReading ? id(2) : id(1), isReading ? .text : .list),
      pages: [
        id(0): list("root", layout, isFull: true), id(1): list("list", layout, isFull: false),
        id(2): text("text", layout),
      ],
      facts: SessionFacts(name: "talk", viewers: 1)
    ).end
  }

  @Test(arguments: ColorDepth.allCases)
  func aTerminalShowsIt(depth: ColorDepth) {
    let theme = ResolvedTheme(.dark, depth: depth)
    let terminal = VirtualTerminal(Self.size)
    var encoder = FrameEncoder(EncoderOptions(depth: depth))
    for isReading in [false, true, false] {
      let canvas = Canvas(Self.scene(isReading: isReading), theme)
      terminal.write(encoder.encode(canvas))
      #expect(terminal.difference(from: canvas, ignoring: []) == nil)
    }
    // The focused list shows its selection strongly; the one below it faintly.
    let lower = terminal.cell(at: CellPoint(x: 5, y: 5))
    let upper = terminal.cell(at: CellPoint(x: 45, y: 5))
    #expect(lower.text == "o" && upper.text == "s")
    var faint = CellStyle.plain
    faint.background = theme.screen.otherSelection.background
    faint.attributes = theme.screen.otherSelection.attributes
    let overlay = Self.scene(isReading: false)[Self.id(0)]?.overlay ?? 0
    #expect(lower.look == Self.withoutDim(theme.shaded(faint, by: overlay)))
    #expect(upper.look.background == theme.screen.selection.background)
    #expect(upper.look.attributes == theme.screen.selection.attributes)
  }

  private static func withoutDim(_ look: CellStyle) -> CellStyle {
    var look = look
    look.attributes.remove(.dim)
    return look
  }

  @Test func coveredPagesAreEdgesDarkerWithDepth() throws {
    let theme = ResolvedTheme(.dark, depth: .truecolor)
    let scene = Self.scene(isReading: true)
    let canvas = Canvas(scene, theme)
    let rule = theme.look(of: TextRole.rule)
    let overlays = try (0...2).map { try #require(scene[Self.id($0)]).overlay }
    #expect(overlays[0] > overlays[1] && overlays[1] > 0 && overlays[2] == 0)
    for (column, overlay) in overlays.enumerated() {
      for y in 0..<23 {
        let point = CellPoint(x: column, y: y)
        #expect(canvas.character(at: point) == "│")
        #expect(canvas.look(at: point) == theme.shaded(rule, by: overlay), "\(point)")
      }
    }
  }

  @Test func titlesScrollBarsAndRowsAreInPlace() {
    let theme = ResolvedTheme(.dark, depth: .truecolor)
    let lists = Canvas(Self.scene(isReading: false), theme)
    let blank = { (count: Int) in String(repeating: " ", count: count) }
    let rule = { (count: Int) in String(repeating: "─", count: count) }
    #expect(lists.lines[0] == "   root" + blank(33) + "│  list")
    #expect(lists.lines[1] == "   " + rule(37) + "│  " + rule(36))
    #expect(lists.lines[2].hasPrefix("   root 0"))
    #expect(lists.character(at: CellPoint(x: 79, y: 2)) == "▐")
    #expect(lists.character(at: CellPoint(x: 79, y: 22)) == " ")
    let text = Canvas(Self.scene(isReading: true), theme)
    #expect(text.lines[0] == "│││ text")
    #expect(text.lines[2].hasPrefix("│││ text 20"))
    #expect(text.lines[22].hasPrefix("│││ text 40"))
    #expect((2..<23).contains { text.character(at: CellPoint(x: 79, y: $0)) == "▐" })
    // The last row belongs to the status line.
    #expect(lists.lines[23].isEmpty && text.lines[23].isEmpty)
    let accent = { (canvas: Canvas, x: Int) in
      canvas.look(at: CellPoint(x: x, y: 0)).foreground == theme.screen.accent.foreground
    }
    #expect(accent(lists, 43) && !accent(lists, 3) && accent(text, 4))
  }
}
