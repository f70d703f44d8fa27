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
      #expect(a.intersection(b).isEmpty == (example.common == nil))
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

@Suite("D-2: real lengths become cells in one place")
struct CellGridTests {
  @Test(
    "S15-rounding, D-2: positions are floored, except for a rounding error below a whole number",
    arguments: [
      (0.0, 0), (0.5, 0), (0.999_999, 0), (1, 1), (-0.000_001, -1), (-0.5, -1), (-1, -1),
      (-1.5, -2), (471.999_999_999_9, 472), (471.999_999_99, 471),
      (-3.000_000_000_1, -3),
      (-3.000_000_01, -4), (-4_503_599_627_370_495, -4_503_599_627_370_495),
      (0x1p52, 4_503_599_627_370_496),
    ] as [(Double, Int)]
  )
  func cell(position: Double, cell: Int) {
    #expect(CellGrid.cell(at: position) == cell)
  }

  @Test("S15-rounding, D-2: a width is the difference of two floored edges")
  func widths() {
    #expect(CellGrid.cells(from: 0, length: 20.5) == 0..<20)
    #expect(CellGrid.cells(from: 20.5, length: 20.5) == 20..<41)
    #expect(CellGrid.cells(from: -0.5, length: 1) == -1..<0)
    #expect(CellGrid.cells(from: 3.2, length: 0.5) == 3..<3)
    #expect(CellGrid.cells(from: 3.2, length: -5) == 3..<3)
    let rect = CellGrid.rect(x: -1.5, y: 0.5, width: 3, height: 2.25)
    #expect(rect == CellRect(x: -2, y: 0, width: 3, height: 2))
    #expect(CellGrid.rect(x: 4, y: 5, width: -1, height: 3).isEmpty)
  }

  @Test("D-2: in every small row of parts neighbours meet, and their widths add up to the whole")
  func everyRow() throws {
    // Up to four parts of 0 to 2 cells in thirds, from every third of two cells on.
    var rows: [[Int]] = [[]]
    var longest = rows
    for _ in 0..<4 {
      longest = longest.flatMap { row in (0...6).map { row + [$0] } }
      rows += longest
    }
    #expect(rows.count == 1 + 7 + 49 + 343 + 2_401)
    for row in rows {
      for start in -3...3 { try check(row.map { Double($0) / 3 }, from: Double(start) / 3) }
    }
  }

  @Test("D-2: the same in long rows of any lengths, at any distance from the origin")
  func longRows() throws {
    try forSeeds(0..<300) { random in
      let start = Double.random(in: -1e6...1e6, using: &random)
      let parts = (0..<random.int(in: 1...200)).map { _ in
        random.oneIn(4)
          ? Double(random.int(in: 0...40)) / 2 : Double.random(in: 0...90, using: &random)
      }
      try check(parts, from: start)
    }
  }

  /// Lays parts side by side, as layouts do: each edge is the sum of all parts before it.
  private func check(_ parts: [Double], from start: Double) throws {
    var edges = [start]
    for part in parts { edges.append((edges.last ?? start) + part) }
    var end = CellGrid.cell(at: start)
    var total = 0
    for (left, right) in zip(edges, edges.dropFirst()) {
      let cells = CellGrid.cells(from: left, length: right - left)
      try demand(cells.lowerBound == end, "a gap or an overlap at \(left) in \(parts)")
      let length = right - left
      try demand(
        abs(Double(cells.count) - length) < 1 + 1e-6,
        "\(length) became \(cells.count) cells"
      )
      end = cells.upperBound
      total += cells.count
    }
    let whole = CellGrid.cell(at: edges.last ?? start) - CellGrid.cell(at: start)
    try demand(total == whole, "\(total) cells of \(whole) in \(parts) from \(start)")
  }

  @Test("D-2: halves of every width: the upper one has the odd column")
  func halves() {
    for columns in 0...300 {
      let half = Double(columns) / 2
      let lower = CellGrid.cells(from: 0, length: half)
      let upper = CellGrid.cells(from: half, length: half)
      #expect(lower == 0..<columns / 2)
      #expect(upper == columns / 2..<columns)
    }
  }

  @Test(
    "S15-stretch: a pull is rounded towards the rest, so that both ends are symmetric",
    arguments: [
      (0.0, 0), (0.5, 0), (0.999, 0), (1, 1), (1.5, 1), (2, 2), (2.999_999_999_9, 3),
    ] as [(Double, Int)]
  )
  func pulls(distance: Double, cells: Int) {
    #expect(CellGrid.cells(ofPull: distance) == cells)
    #expect(CellGrid.cells(ofPull: -distance) == -cells)
  }
}
