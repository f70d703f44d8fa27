import NavBase
import NavEngine
import NavScene
import NavTestKit
import Testing

@testable import NavViewer

@Suite("Painting lines longer than their row, and alerts")
struct LongLinePaintingTests {
  private static func scene(_ blocks: [TextBlock], columns: Int = 60) -> Scene {
    let viewport = CellSize(columns: columns, rows: 12)
    let content = PageContent("", blocks)
    let room = PageLayout.textRoom(forPageOf: columns)
    let text = FlowedText(content.document, room: room, step: 0, wraps: false)
    let layout = PageLayout(content, text: text, frame: viewport)
    var page = Container(id: ContainerID(rawValue: 16), kind: .page, frame: CellRect(viewport))
    page.content = layout.content
    page.rows = layout.heldRows(at: 0)
    var scene = Scene(viewport: viewport)
    scene.insert(page)
    return scene
  }

  private func canvas(_ scene: Scene, _ depth: ColorDepth = .truecolor, shift: Int = 0) -> Canvas {
    let shift = [ContainerID(rawValue: 16): shift]
    return Canvas(scene, ResolvedTheme(.dark, depth: depth), shift: shift)
  }

  private static let code = TextBlock.code(
    TextCode(
      lines: [String(repeating: "0123456789", count: 8), "short"].map { StyledText($0) },
      firstNumber: 1
    )
  )

  @Test("a viewer scrolls long lines sideways alone; numbers and background stay")
  func shift() {
    let scene = Self.scene([Self.code])
    #expect(canvas(scene).lines[1].hasSuffix("567›"))
    #expect(canvas(scene).lines[2] == "     2 short")
    let moved = canvas(scene, shift: 20)
    #expect(moved.lines[1].hasPrefix("     1 ‹1234567") && moved.lines[1].hasSuffix("›"))
    #expect(moved.lines[2] == "     2 ‹")
    #expect(canvas(scene, shift: 31).lines[1].hasSuffix("6789"))
    let ground = ResolvedTheme(.dark, depth: .truecolor).look(of: TextRole.codeBlock).background
    for canvas in [canvas(scene), moved] {
      for y in 1...2 {
        let plain = (4..<56).filter { canvas.look(at: CellPoint(x: $0, y: y)).background != ground }
        #expect(plain.isEmpty, "\(plain)")
      }
    }
  }

  @Test("large letters are painted over four rows from any of them, and read as their words once")
  func largeLetters() throws {
    var document = TextDocument(blocks: [.heading(level: 1, StyledText("Hi!"))])
    document.placement = .middle
    let size = CellSize(columns: 60, rows: 20)
    let content = PageContent(title: "", document: document)
    let room = PageLayout.slideRoom(
      in: PageLayout.textRoom(forPageOf: size.columns),
      rows: size.rows
    )
    let layout = PageLayout(content, text: FlowedText(document, room: room), frame: size)
    var page = Container(id: ContainerID(rawValue: 16), kind: .page, frame: CellRect(size))
    page.content = layout.content
    page.rows = layout.heldRows(at: 0)
    var scene = Scene(viewport: size)
    scene.insert(page)
    let blank = String(repeating: " ", count: 26)
    let lines = canvas(scene).lines
    #expect(lines[6..<9].elementsEqual(["█  █ ▀ █", "█▀▀█ █ █", "█  █ █ ▄"].map { blank + $0 }))
    #expect((0..<4).map { page.rows[$0]?.spoken } == ["Hi!", "", "", ""])
  }

  @Test("code in columns keeps its background below numbers, marks and blanks", arguments: [0, 7])
  func columns(shift: Int) {
    let right = [TextBlock.paragraph(StyledText("right")), .paragraph(StyledText("below"))]
    let columns = TextBlock.columns([TextColumn(blocks: [Self.code]), TextColumn(blocks: right)])
    let painted = canvas(Self.scene([columns]), shift: shift)
    let ground = ResolvedTheme(.dark, depth: .truecolor).look(of: TextRole.codeBlock).background
    // 52 columns of text: 24 for the code, 3 between, 25 after them.
    for y in 1...2 {
      let filled = (0..<60).filter { painted.look(at: CellPoint(x: $0, y: y)).background == ground }
      #expect(filled == Array(4..<28), "\(y): \(filled)")
    }
    #expect(painted.lines[1].hasSuffix("›   right"))
  }

  @Test(
    "alerts have a bar in their colour at every depth with colours",
    arguments: AlertKind.allCases
  )
  func alerts(kind: AlertKind) {
    let title = StyledText(kind.title, style: TextStyle(role: kind.role, attributes: .bold))
    let alert = TextBlock.alert(kind, [.paragraph(title), .paragraph(StyledText("text"))])
    let quote = TextBlock.quote([.paragraph(StyledText("text"))])
    let scene = Self.scene([alert, quote])
    for depth in [ColorDepth.mono, .palette16, .palette256, .truecolor] {
      let painted = canvas(scene, depth)
      #expect(painted.lines[1] == "    ▌ \(kind.icon) \(kind.title)")
      #expect(painted.lines[2] == "    ▌ text" && painted.lines[4] == "    ▎ text")
      let bars = [1, 2, 4].map { painted.look(at: CellPoint(x: 4, y: $0)).foreground }
      #expect(bars[0] == bars[1])
      #expect((bars[0] == bars[2]) == (depth == .mono), "\(depth)")
    }
  }

  @Test("terminals without symbols get letters of the same width")
  func symbols() {
    let title = StyledText("Warning", style: TextStyle(role: .alertWarning))
    let scene = Self.scene([.alert(.warning, [.paragraph(title)]), Self.code])
    var encoder = FrameEncoder(EncoderOptions(symbols: false))
    let bytes = String(decoding: encoder.encode(canvas(scene)), as: UTF8.self)
    #expect(bytes.contains("Warning") && !bytes.contains("⚠") && !bytes.contains("›"))
    for kind in AlertKind.allCases {
      let scalar = kind.icon.unicodeScalars.first
      #expect(scalar.flatMap(SymbolFallback.replacement)?.isASCII == true)
    }
  }
}
