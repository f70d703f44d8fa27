import NavBase
import NavEngine
import NavTestKit
import Testing

@Suite("SplitDrag: moving a border")
struct SplitDragTests {
  private static func extents(_ layout: SplitLayout) -> [Int] {
    layout.shownParts.compactMap { layout.part($0) }
      .map { layout.axis == .sideBySide ? $0.width : $0.height }
  }

  @Test(
    "SPL-6: a border follows the pointer, and stops at the smallest size of its neighbours",
    arguments: [
      ([1, 1], 80, 23, 0, 10, [50, 29]), ([1, 1], 80, 23, 0, -10, [30, 49]),
      ([1, 1], 80, 23, 0, 99, [55, 24]), ([1, 1], 80, 23, 0, -99, [24, 55]),
      ([1, 1], 80, 23, 0, 0, [40, 39]), ([1, 1, 1], 200, 59, 0, 20, [86, 46, 66]),
      ([1, 1, 1], 200, 59, 0, 999, [108, 24, 66]), ([1, 1, 1], 200, 59, 1, -999, [66, 24, 108]),
      ([1, 1], 40, 11, 0, 1, [6, 4]), ([1, 1], 40, 11, 0, 9, [7, 3]),
      ([1, 1, 1], 40, 11, 1, 5, [3, 3, 3]),
    ] as [([Int], Int, Int, Int, Int, [Int])]
  )
  func drags(
    weights: [Int],
    columns: Int,
    rows: Int,
    border: Int,
    distance: Int,
    extents: [Int]
  ) throws {
    var state = SplitState(weights: weights)
    let drag = try #require(
      SplitDrag(SplitChecks.layout(state, columns, rows), border: border)
    )
    state.set(shares: drag.shares(movedBy: distance))
    #expect(Self.extents(SplitChecks.layout(state, columns, rows)) == extents)
  }

  @Test(
    "SPL-6, SPL-7: from any size by any distance, as cell by cell",
    arguments: SplitChecks.weights
  )
  func everywhere(weights: [Int]) throws {
    for columns in sampled(1...200) {
      let rows = (7 * columns) % 60 + 1
      for border in 0..<weights.count - 1 {
        for distance in [-200, -40, -7, -1, 0, 1, 5, 30, 200] {
          try check(SplitState(weights: weights), columns, rows, border, distance)
        }
      }
    }
    for distance in -500...500 where distance % 17 == 0 {
      try check(SplitState(weights: weights), 1_000, 500, 0, distance)
    }
  }

  private func check(
    _ state: SplitState,
    _ columns: Int,
    _ rows: Int,
    _ border: Int,
    _ distance: Int
  ) throws {
    let place = "\(state.shares), \(columns)x\(rows), border \(border) by \(distance)"
    let layout = SplitChecks.layout(state, columns, rows)
    var twin = SplitChecks.twin(state)
    let isShown = twin.drag(border, by: distance, columns, rows)
    guard let drag = SplitDrag(layout, border: border) else {
      try #require(!isShown, "\(place)")
      return
    }
    try #require(isShown, "\(place)")
    let shares = drag.shares(movedBy: distance)
    try #require(shares == twin.shares, "\(place)")
    var moved = state
    let isValid = moved.set(shares: shares)
    try #require(isValid, "\(place): \(shares)")
    let result = SplitChecks.layout(moved, columns, rows)
    try SplitChecks.check(result)
    // The layout shows what the pointer did: nothing but the dragged border has moved.
    for other in layout.borders.indices where other != border {
      try #require(result.borders[other] == layout.borders[other], "\(place)")
    }
    let (old, new) = (layout.borders[border], result.borders[border])
    let shift = new.x - old.x + new.y - old.y
    try #require(abs(shift) <= abs(distance) && shift * distance >= 0, "\(place)")
    if shift == 0 { try #require(shares == state.shares, "\(place)") }
  }

  @Test("SPL-8: a border that is not shown can't be dragged")
  func hidden() {
    let state = SplitState(weights: [1, 1])
    #expect(SplitDrag(SplitChecks.layout(state, 20, 5), border: 0) == nil)
    #expect(SplitDrag(SplitChecks.layout(state, 80, 23), border: 1) == nil)
    #expect(SplitDrag(SplitChecks.layout(state, 80, 23), border: -1) == nil)
  }
}
