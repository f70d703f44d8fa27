import NavBase
import NavTestKit
import Testing

@Suite("D-3: rectangles are half-open")
struct CellRectTests {
  private struct Case: CustomTestStringConvertible {
    let a: CellRect
    let b: CellRect
    let common: CellRect?
    let testDescription: String

    init(
      _ name: String,
      _ a: (Int, Int, Int, Int),
      _ b: (Int, Int, Int, Int),
      _ common: (Int, Int, Int, Int)?
    ) {
      testDescription = name
      self.a = CellRect(x: a.0, y: a.1, width: a.2, height: a.3)
      self.b = CellRect(x: b.0, y: b.1, width: b.2, height: b.3)
      self.common = common.map { CellRect(x: $0.0, y: $0.1, width: $0.2, height: $0.3) }
    }
  }

  private static let cases = [
    Case("the same", (0, 0, 10, 5), (0, 0, 10, 5), (0, 0, 10, 5)),
    Case("touching at the right", (0, 0, 10, 5), (10, 0, 10, 5), nil),
    Case("touching below", (0, 0, 10, 5), (0, 5, 10, 5), nil),
    Case("touching at a corner", (0, 0, 10, 5), (10, 5, 10, 5), nil),
    Case("one column", (0, 0, 10, 5), (9, 0, 10, 5), (9, 0, 1, 5)),
    Case("one cell", (0, 0, 10, 5), (9, 4, 10, 5), (9, 4, 1, 1)),
    Case("one apart", (0, 0, 10, 5), (11, 0, 10, 5), nil),
    Case("inside", (0, 0, 10, 5), (3, 1, 2, 2), (3, 1, 2, 2)),
    Case("left of the origin", (-5, -5, 6, 6), (0, 0, 10, 10), (0, 0, 1, 1)),
    Case("an empty one inside", (0, 0, 10, 5), (3, 1, 0, 2), nil),
  ]

  @Test("D-3: rectangles that only touch do not intersect", arguments: cases)
  private func intersection(_ example: Case) {
    for (a, b) in [(example.a, example.b), (example.b, example.a)] {
      #expect(a.intersects(b) == (example.common != nil))
      if let common = example.common { #expect(a.intersection(b) == common) }
    }
  }

  @Test("D-3: a cell is in the intersection exactly when it is in both")
  func intersectionByCells() throws {
    try forSeeds(0..<500) { generator in
      let a = rect(from: &generator)
      let b = rect(from: &generator)
      let common = a.intersection(b)
      for x in -10...10 {
        for y in -10...10 {
          let point = CellPoint(x: x, y: y)
          try demand(common.contains(point) == (a.contains(point) && b.contains(point)))
        }
      }
    }
  }

  @Test("sizes and rectangles are never negative")
  func noNegativeExtent() {
    #expect(CellSize(columns: -1, rows: -1) == .zero)
    #expect(CellRect(x: 1, y: 2, width: -1, height: 3).isEmpty)
    #expect(CellRect(x: 1, y: 2, width: -1, height: 3).width == 0)
  }

  @Test("a size is printed as `columns` x `rows`")
  func description() {
    #expect(CellSize(columns: 80, rows: 24).description == "80x24")
  }

  @Test("an offset rectangle keeps its size")
  func offset() {
    let rect = CellRect(x: 1, y: 2, width: 3, height: 4).offset(x: -5, y: 6)
    #expect(rect == CellRect(x: -4, y: 8, width: 3, height: 4))
  }

  private func rect(from generator: inout SplitMix64) -> CellRect {
    CellRect(
      x: generator.int(in: -4...4),
      y: generator.int(in: -4...4),
      width: generator.int(in: 0...5),
      height: generator.int(in: 0...5)
    )
  }
}
