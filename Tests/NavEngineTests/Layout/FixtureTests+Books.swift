import NavBase
import NavEngine
import Testing

/// The table of spreads in `pager.jsonl`.
extension FixtureTests {
  @Test("PC-8, PCQ-1: the spread of a page, and its neighbours")
  func spreads() throws {
    let lines = try FixtureFile<SpreadLine>("pager").lines.enumerated()
      .filter { $0.element.kind == "twoup" }
    try #require(!lines.isEmpty)
    let book = BookLayout(
      room: CellSize(columns: 120, rows: 24),
      spine: .mid,
      isDoubleSided: true
    )
    for (number, line) in lines {
      let index = try #require(line.index)
      let count = try #require(line.count)
      func halves(_ page: Int?) -> [Int?]? {
        page.map { BookSpread(of: $0, count: count) }.map { [$0.left, $0.right] }
      }
      #expect(halves(index) == line.expect, "line \(number + 1)")
      #expect(halves(book.next(from: index, of: count)) == line.next, "line \(number + 1)")
      #expect(halves(book.previous(from: index, of: count)) == line.prev, "line \(number + 1)")
    }
  }
}

/// A line of `pager.jsonl`; only the kind of other lines is read.
private struct SpreadLine: Decodable {
  let kind: String
  let index, count: Int?
  let expect, next, prev: [Int?]?

  enum CodingKeys: CodingKey {
    case kind, index, count, expect, next, prev
  }

  init(from decoder: any Decoder) throws {
    let line = try decoder.container(keyedBy: CodingKeys.self)
    kind = try line.decode(String.self, forKey: .kind)
    guard kind == "twoup" else {
      (index, count, expect, next, prev) = (nil, nil, nil, nil, nil)
      return
    }
    index = try line.decode(Int.self, forKey: .index)
    count = try line.decode(Int.self, forKey: .count)
    expect = try line.decode([Int?].self, forKey: .expect)
    next = try line.decode([Int?]?.self, forKey: .next)
    prev = try line.decode([Int?]?.self, forKey: .prev)
  }
}
