import NavCommands
import NavGeometry
import NavScene
import NavTestKit
import NavText
import Testing

@testable import NavViewer

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
