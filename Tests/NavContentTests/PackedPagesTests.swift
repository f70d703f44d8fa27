import NavBase
import Testing

@Suite("Pages in one buffer")
struct PackedPagesTests {
  private let pager = PagerContent(
    title: "a",
    pages: PagerPages(texts: (0..<5).map { PageContent(title: "\($0)", document: TextDocument()) })
  )

  @Test("a change is made once to each page, also from one on that can't be packed")
  func update() {
    for unpackable in [nil, 0, 2, 4] {
      var pager = pager
      var calls: [String] = []
      pager.updateContents { content in
        calls.append(content.title)
        guard case .page(var page) = content else { return }
        page.title += "!"
        content = .page(page)
        if calls.count - 1 == unpackable {
          content = .page(PageContent(title: page.title, list: ListContent(entries: [])))
        }
      }
      #expect(calls == ["0", "1", "2", "3", "4"])
      #expect(pager.pages.indices.map { pager.pages.title($0) } == calls.map { $0 + "!" })
      if case .packed = pager.pages {
        #expect(unpackable == nil)
      } else {
        #expect(unpackable != nil)
      }
    }
  }

  @Test("SV-1: the switches of scrolling of a page are kept")
  func switches() {
    let keys: [WritableKeyPath<ScrollSwitches, Bool>] = [
      \.bounces, \.isEnabled, \.showsIndicators,
    ]
    for key in keys {
      var pager = pager
      pager.updateRows { $0.scrolling[keyPath: key] = false }
      var switches = ScrollSwitches()
      switches[keyPath: key] = false
      for index in pager.pages.indices {
        guard case .page(let page) = pager.pages[index] else { continue }
        #expect(page.scrolling == switches)
      }
      if case .packed = pager.pages { continue }
      Issue.record("no packed pages")
    }
  }

  @Test("arrays give back memory that nothing needs")
  func trim() {
    for count in [0, 10, 1_000, 100_000] {
      var bytes = [UInt8](repeating: 7, count: count)
      bytes.reserveCapacity(count * 3 + 1_000)
      bytes.trimCapacity()
      #expect(bytes == [UInt8](repeating: 7, count: count))
      #expect(bytes.capacity <= count + max(64, count / 8), "\(count)")
    }
  }
}
