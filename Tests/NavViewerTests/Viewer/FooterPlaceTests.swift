import NavBase
import NavEngine
import NavScene
import NavTestKit
import Testing

@testable import NavViewer

@Suite("A footer with the page number replaces the number in the status line")
struct FooterPlaceTests {
  private static let size = CellSize(columns: 60, rows: 16)

  /// The scene of a pager at its second page of nine, with a footer after so many rows.
  private func scene(rows: Int, footer: PageFooter?, isCentered: Bool = false) -> Scene {
    let pager = PagerLayout(room: CellSize(columns: 60, rows: 15), hasDots: false)
    let blocks = (0..<rows).map { TextBlock.preformatted(lines: ["row \($0)"]) }
    var document = TextDocument(blocks: [.heading(level: 3, StyledText("Here"))] + blocks)
    document.placement = isCentered ? .middle : .top
    var content = PageContent(title: "Here", document: document)
    content.footer = footer
    let text = FlowedText(document, room: pager.textRoom, step: 0)
    let body = PageLayout(content, text: text, frame: pager.pageSize)
    var builder = SceneBuilder(viewport: Self.size, length: 0)
    let id = ContainerID(rawValue: 1)
    pager.add(
      resting: NumberedPage(
        index: 1,
        id: ContainerID(rawValue: 9),
        shown: ShownPage(title: "Here", rows: ShownRows(body: body, offset: 0))
      ),
      of: 9,
      as: Container(id: id, kind: .pager, frame: CellRect(pager.room)),
      to: &builder
    )
    let facts = SessionFacts(name: "talk", viewers: 1)
    return builder.trajectory(focus: id, kind: .pager, facts: facts).end
  }

  private func screen(_ scene: Scene) -> Screen {
    Screen(session: "talk", invitation: "", scene: scene, size: Self.size)
  }

  private static let numbered = PageFooter(left: "Me", right: "2 of 9", place: "2 of 9")

  @Test("only a footer that is fully visible and has the number replaces the status line's number")
  func place() {
    let table: [(rows: Int, footer: PageFooter?, isSaid: Bool)] = [
      (2, Self.numbered, true), (2, PageFooter(left: "Me", right: "2"), false), (2, nil, false),
      // The footer is below the visible rows.
      (20, Self.numbered, false),
      (
        2, PageFooter(left: String(repeating: "x", count: 50), right: "2 of 9", place: "2 of 9"),
        false
      ),
    ]
    for (rows, footer, isSaid) in table {
      let screen = screen(scene(rows: rows, footer: footer))
      let line = StatusLine(screen).left.text
      #expect(line.contains("2/9") != isSaid, "\(rows) \(String(describing: footer)): \(line)")
      let picture = screen.textLines
      #expect(picture.contains { $0.contains("2 of 9") } == isSaid)
    }
  }

  @Test("a centred slide has its footer in the last row, at the full width")
  func centered() {
    let top = screen(scene(rows: 1, footer: Self.numbered)).textLines
    let middle = screen(scene(rows: 1, footer: Self.numbered, isCentered: true)).textLines
    #expect(top[14] == middle[14] && top[14].contains("2 of 9"))
    let row = middle.firstIndex { $0.contains("Here") } ?? 0
    #expect((4...6).contains(row), "\(middle)")
    #expect(
      middle[row].firstRange(of: "Here").map {
        middle[row].distance(from: middle[row].startIndex, to: $0.lowerBound)
      } == 27
    )
  }
}

@Suite("The status line in a file: line number, number of lines, and percentage")
struct LinePlaceTests {
  private func line(at row: Int, pageCount: Int, peek: Int = 0) -> String {
    let size = CellSize(columns: 60, rows: 11)
    var scene = Scene(viewport: size)
    var page = Container(
      id: ContainerID(rawValue: 3),
      kind: .page,
      frame: CellRect(x: 0, y: 0, width: 60, height: 10)
    )
    page.content = CellRect(x: 0, y: 0, width: 60, height: 40)
    page.scroll.y = row
    page.pageCount = pageCount
    page.currentPage = row
    scene.insert(page)
    scene.focus = page.id
    scene.focusKind = .text
    var screen = Screen(session: "talk", invitation: "", scene: scene, size: size)
    screen.local.peek = peek
    return StatusLine(screen).left.text
  }

  @Test("the first visible line, and the share of the file up to the last visible one")
  func place() {
    #expect(line(at: 0, pageCount: 40).contains("line 1 of 40  25 %"))
    #expect(line(at: 9, pageCount: 40).contains("line 10 of 40  47 %"))
    #expect(line(at: 30, pageCount: 40).contains("line 31 of 40  100 %"))
    #expect(!line(at: 9, pageCount: 40).contains("more row"))
  }

  @Test("for a page that is not a file, the number of rows below")
  func others() {
    #expect(line(at: 0, pageCount: 0).contains("30 more rows"))
    #expect(!line(at: 0, pageCount: 0).contains("line "))
  }
}
