import NavBase
import Testing

@testable import NavEngine

@Suite("TextCache: recently wrapped pages")
struct TextCacheTests {
  /// A page of the same number of rows at any width.
  private func page(rows: Int) -> PageContent {
    let lines = (0..<rows).map(String.init)
    return PageContent(
      title: "",
      document: TextDocument(blocks: [.code(language: "", lines: lines)])
    )
  }

  @Test("a page wrapped twice is the same text; each width has its own")
  func keepsByPageAndWidth() {
    var cache = TextCache()
    let pages = [page(rows: 3), page(rows: 5)]
    for _ in 0..<2 {
      for (index, page) in pages.enumerated() {
        for columns in [20, 40] {
          let text = cache.text(of: page, at: index, room: TextWidthLimit(columns: columns))
          #expect(text == FlowedText(page.document, columns: columns, wraps: false))
        }
      }
    }
    #expect(cache.count == 4)
  }

  @Test("at the capacity everything is kept, one past it the oldest is dropped")
  func boundedByPages() {
    var cache = TextCache()
    let page = page(rows: 1)
    for index in 0..<TextCache.capacity {
      _ = cache.text(of: page, at: index, room: TextWidthLimit(columns: 10))
    }
    #expect(cache.count == TextCache.capacity)
    _ = cache.text(of: page, at: TextCache.capacity, room: TextWidthLimit(columns: 10))
    #expect(cache.count == TextCache.capacity)
    #expect(!cache.holds(page: 0, room: TextWidthLimit(columns: 10)))
    #expect(cache.holds(page: 1, room: TextWidthLimit(columns: 10)))
  }

  @Test("rows are limited too, but the newest page is kept")
  func boundedByRows() {
    var cache = TextCache(rowCapacity: 10)
    for index in 0..<2 {
      _ = cache.text(of: page(rows: 5), at: index, room: TextWidthLimit(columns: 10))
    }
    #expect(cache.count == 2)
    _ = cache.text(of: page(rows: 1), at: 2, room: TextWidthLimit(columns: 10))
    #expect(cache.count == 2 && !cache.holds(page: 0, room: TextWidthLimit(columns: 10)))
    _ = cache.text(of: page(rows: 11), at: 3, room: TextWidthLimit(columns: 10))
    #expect(cache.count == 1 && cache.holds(page: 3, room: TextWidthLimit(columns: 10)))
  }
}
