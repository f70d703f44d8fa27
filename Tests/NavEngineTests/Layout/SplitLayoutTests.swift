import NavBase
import NavEngine
import NavTestKit
import Testing

@Suite("SplitLayout: shares to cells")
struct SplitLayoutTests {
  @Test(
    "SPL-2: shares from weights",
    arguments: [
      ([1, 1], [500, 500]), ([1, 2], [333, 667]), ([1, 1, 1], [333, 334, 333]),
      ([1, 1_000], [1, 999]), ([1_000, 1], [999, 1]), ([30, 70], [300, 700]),
      ([1, 1_000, 1_000], [1, 499, 500]), ([1_000, 1, 1_000], [500, 1, 499]),
      ([1_000, 1_000, 1], [500, 499, 1]), ([1, 1, 1_000], [1, 1, 998]),
      ([250, 250, 500], [250, 250, 500]),
    ] as [([Int], [Int])]
  )
  func weights(weights: [Int], shares: [Int]) {
    #expect(SplitState(weights: weights).shares == shares)
  }

  @Test("SPL-2: the shares of any weights are at least 1 and have the sum 1000")
  func shares() throws {
    let some = [1, 2, 3, 7, 99, 100, 333, 499, 500, 501, 998, 999, 1_000]
    for first in some {
      for second in some {
        try check([first, second])
        for third in some { try check([first, second, third]) }
      }
    }
    func check(_ weights: [Int]) throws {
      let shares = SplitState(weights: weights).shares
      try #require(shares.count == weights.count, "\(weights)")
      try #require(shares.allSatisfy { $0 >= 1 }, "\(weights): \(shares)")
      try #require(shares.reduce(0, +) == 1_000, "\(weights): \(shares)")
    }
  }

  @Test("SPL-2: anything else than shares of this many parts is refused and changes nothing")
  func otherShares() {
    var state = SplitState(weights: [1, 1])
    for shares in [
      [], [1_000], [0, 1_000], [500, 499], [-500, 1_500], [300, 300, 400], [.max, 2],
    ] {
      let isValid = state.set(shares: shares)
      #expect(!isValid)
      #expect(state.shares == [500, 500])
    }
    state.set(shares: [1, 999])
    #expect(state.shares == [1, 999])
  }

  @Test(
    "SPL-3: side by side, below one another, or the focused part alone",
    arguments: [
      (2, 80, 23, .sideBySide), (2, 49, 1, .sideBySide), (2, 48, 7, .stacked), (2, 48, 6, nil),
      (3, 80, 23, .sideBySide), (3, 74, 1, .sideBySide), (3, 73, 11, .stacked), (3, 73, 10, nil),
      (2, 1, 7, .stacked), (2, 0, 0, nil), (3, 1, 11, .stacked), (2, 40, 11, .stacked),
      (3, 40, 11, .stacked), (3, 20, 5, nil),
    ] as [(Int, Int, Int, SplitAxis?)]
  )
  func axes(parts: Int, columns: Int, rows: Int, axis: SplitAxis?) {
    let state = SplitState(weights: Array(repeating: 1, count: parts))
    #expect(SplitChecks.layout(state, columns, rows).axis == axis)
  }

  @Test(
    "SPL-1, SPL-3, SPL-4, SPL-14: 1-200 columns, 1-60 rows: parts and borders tile the size",
    arguments: SplitChecks.weights
  )
  func sizes(weights: [Int]) throws {
    for columns in 0...200 {
      for rows in sampled(0...60) {
        let state = SplitChecks.state(weights, focused: (columns + rows) % weights.count)
        try SplitChecks.check(SplitChecks.layout(state, columns, rows))
      }
    }
  }

  @Test("SPL-4: the largest viewport")
  func largest() throws {
    for weights in SplitChecks.weights {
      try SplitChecks.check(SplitChecks.layout(SplitState(weights: weights), 1_000, 500))
    }
  }

  @Test("SPL-12: a border says on which side the focused part is")
  func sides() {
    let focused = [0, 1, 2].map {
      SplitChecks.layout(SplitChecks.state([1, 1, 1], focused: $0), 80, 23)
    }
    #expect(focused.map { $0.focusedSide(ofBorder: 0) } == [0, 1, nil])
    #expect(focused.map { $0.focusedSide(ofBorder: 1) } == [nil, 0, 1])
  }

  @Test("SPL-9, SPL-10: the first part has the focus; then one after the other, in a circle")
  func focus() {
    for parts in SplitState.parts {
      var state = SplitState(weights: Array(repeating: 1, count: parts))
      #expect(state.focused == 0)
      for part in 1..<parts {
        let isFurther = state.focusNext()
        #expect(isFurther && state.focused == part)
      }
      let isFurther = state.focusNext()
      #expect(!isFurther && state.focused == 0)
      for other in [parts, -1, 0, .max] {
        let isChanged = state.focus(other)
        #expect(!isChanged && state.focused == 0)
      }
      let isChanged = state.focus(1)
      #expect(isChanged && state.focused == 1)
    }
  }
}
