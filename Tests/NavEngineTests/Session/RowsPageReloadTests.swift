import NavBase
import NavTestKit
import Testing

@testable import NavEngine

@Suite("ScrollablePage: reloaded content")
struct RowsPageReloadTests {
  private struct Reload {
    var keys: [Int]
    var sections: [Range<Int>] = []
    var vetoed: Set<Int> = []
    var selection: Int?
    /// The top row with four visible rows; before it was 10, with 12 selected.
    var offset: Int
  }

  private static let reloads = [
    Reload(keys: Array(0..<30), selection: 12, offset: 10),
    // Two more rows above, or five fewer.
    Reload(keys: [90, 91] + Array(0..<30), selection: 14, offset: 12),
    Reload(keys: Array(5..<30), selection: 7, offset: 5),
    // Sections add two headers above.
    Reload(keys: Array(0..<30), sections: [0..<5, 5..<30], selection: 12, offset: 12),
    // If the selected key is missing or can't be selected, there is no selection. The next entry
    // takes its position.
    Reload(keys: Array(0..<12) + Array(13..<30), selection: nil, offset: 10),
    Reload(keys: Array(0..<30), vetoed: [12], selection: nil, offset: 10),
    Reload(keys: Array(0..<12), selection: nil, offset: 8),
    Reload(keys: [], selection: nil, offset: 0),
    // All other entries are new.
    Reload(keys: Array(40..<50) + [12] + Array(50..<60), selection: 10, offset: 8),
  ]

  @Test("TW-5, TW-6: selection and scroll position stay with their key", arguments: reloads)
  private func keys(_ reload: Reload) {
    var page = ScrollablePage(listPage(Array(0..<30)))
    page.move(by: .rows(13), in: page.body(visible: 4))
    page.move(by: .rows(-1), in: page.body(visible: 4))
    #expect(page.selection == 12 && page.offset(visible: 4) == 10)
    page.reload(listPage(reload.keys, sections: reload.sections, vetoed: reload.vetoed))
    #expect(page.selection == reload.selection)
    #expect(page.offset(visible: 4) == reload.offset)
  }

  @Test("TW-5: a scroll position stays with its row, header or note; ends stay ends")
  func scrolled() {
    let old = listPage(Array(0..<20), sections: [0..<9, 9..<20], notes: ["n", "m"])
    let new = listPage([70] + Array(0..<20), sections: [0..<10, 10..<21], notes: ["x", "n", "m"])
    // The second header is in row 10 before and in row 11 afterwards.
    for (offset, expected) in [(0, 0), (3, 4), (10, 11), (12, 13), (20, 22)] {
      var page = ScrollablePage(old)
      page.anchor = page.body(visible: 4).anchor(forOffset: offset)
      page.reload(new)
      #expect(page.offset(visible: 4) == expected, "\(offset)")
    }
  }

  @Test("TW-6: of entries with the same key the nearest one is selected")
  func sameKeys() {
    var page = ScrollablePage(listPage([1, 1, 1, 2]))
    page.move(by: .to(2), in: page.body(visible: 4))
    page.reload(listPage([1, 3, 1, 1, 1]))
    #expect(page.selection == 2)
  }

  @Test(
    "TW-6: an empty list selects its first entry when filled; a lost selection stays lost"
  )
  func emptied() {
    var page = ScrollablePage(listPage([]))
    page.reload(listPage([1, 2]))
    #expect(page.selection == 0)
    page.reload(listPage([2, 3]))
    #expect(page.selection == nil)
    page.reload(listPage([1, 2, 3]))
    #expect(page.selection == nil)
    page.move(by: .rows(1), in: page.body(visible: 4))
    #expect(page.selection == 0)
  }

  @Test(
    "TW-6: another kind of page begins at its top, a text stays, the same changes nothing"
  )
  func kinds() {
    let text = PageContent("t", [.preformatted(lines: (0..<20).map { "\($0)" })])
    var page = ScrollablePage(text)
    page.move(by: .to(7), in: page.body(visible: 4))
    let place = page.anchor
    var longer = text
    longer.title = "u"
    page.reload(longer)
    #expect(page.anchor == place && page.content == longer && page.selection == nil)
    page.reload(listPage([1, 2]))
    #expect(page.anchor == .top && page.selection == 0)
    page.move(by: .rows(1), in: page.body(visible: 1))
    let before = page
    page.reload(page.content)
    #expect(page == before)
    page.reload(text)
    #expect(page.anchor == .top && page.selection == nil)
  }

  @Test("TW-5: replacing the rows ends a drag")
  func fingers() throws {
    var page = ScrollablePage(listPage(Array(0..<20)))
    let body = page.body(visible: 4)
    let scroll = PageScroll(anchor: page.anchor, gesture: nil, body: body)
    let pull = try #require(scroll.beginPan(anchor: page.anchor, body: body, at: .zero))
    page.gesture = ScrollGesture(serial: 1, beginning: pull)
    page.reload(page.content)
    #expect(page.gesture != nil)
    page.reload(listPage(Array(0..<21)))
    #expect(page.gesture == nil && page.anchor == .top)
  }
}
