import NavContent
import NavLayout
import NavSession
import NavText
import Testing

@testable import NavDaemon

@Suite("What a scene file becomes")
struct SceneContentTests {
  @Test("a program behind an entry of a list is a page of the list's stack, with one title")
  func programInList() throws {
    let text = "list: {title: Tools, entries: [{label: Disk, open: {command: df -h}}]}"
    let node = try SceneFile.parse(text, path: "/x/app.yaml")
    let content = try SessionContent(node) { _ in
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
