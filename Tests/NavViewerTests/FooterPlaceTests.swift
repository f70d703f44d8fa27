import NavCommands
import NavGeometry
import NavLayout
import NavModel
import NavScene
import NavTestKit
import NavText
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
      resting: PagerLayout.Page(
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
