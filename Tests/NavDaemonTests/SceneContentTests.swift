import NavLayout
import NavModel
import NavSession
import NavText
import Testing

@testable import NavContent

@Suite("The content of a scene file")
struct SceneContentTests {
  @Test("a program behind a list entry opens as a page of the list's stack, with one title")
  func programInList() throws {
    let text = "list: {title: Tools, entries: [{label: Disk, open: {command: df -h}}]}"
    let scene = try SceneFile.parse(text, path: "/x/app.yaml")
    let content = try scene.content { _ in
      .text(PageContent(title: "df -h", document: TextDocument(blocks: [.rule])))
    }
    guard case .stack(let stack) = content, stack.pages.count == 1,
      case .page(let page)? = stack.pages.values.first
    else {
      Issue.record("a stack in the stack: \(content)")
      return
    }
    #expect(page.title == "df -h")
  }
}
