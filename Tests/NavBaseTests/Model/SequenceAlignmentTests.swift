import NavTestKit
import Testing

@testable import NavBase

@Suite("The items of a changed sequence")
struct SequenceAlignmentTests {
  /// Items are letters: `a1` and `a2` have the same name and are not equal.
  private static func alignment(_ old: [String], _ new: [String]) -> SequenceAlignment {
    SequenceAlignment(
      from: old.count,
      to: new.count,
      equal: { old[$0] == new[$1] },
      named: { old[$0].first == new[$1].first }
    )
  }

  @Test(
    "an item is found by equality, then by name; a removed one keeps its place between its neighbors",
    arguments: [
      (["a", "b", "c"], ["a", "b", "c"], [0, 1, 2], [0, 1, 2]),
      (["a", "b", "c"], ["x", "a", "b", "c"], [1, 2, 3], [1, 2, 3]),
      (["a", "b", "c"], ["a", "c"], [0, nil, 1], [0, 1, 1]),
      (["a", "b", "c"], ["a", "b2", "c"], [0, 1, 2], [0, 1, 2]),
      (["a", "b", "c"], ["a", "x", "y", "b2", "c"], [0, 3, 4], [0, 3, 4]),
      (["a", "b", "c"], ["c", "b", "a"], [2, 1, 0], [2, 1, 0]),
      (["a", "a", "a"], ["a", "a", "a", "a"], [0, 1, 2], [0, 1, 2]),
      (["x", "y"], ["a", "b", "c"], [nil, nil], [0, 1]),
      (["a", "b", "c"], [], [nil, nil, nil], [0, 0, 0]),
      (["a", "b1", "b2", "c"], ["a", "b3", "c"], [0, 1, 1, 2], [0, 1, 1, 2]),
      ([], ["a"], [], []),
      // Renamed, and one inserted or removed before it.
      (["a", "b", "c", "d"], ["a", "x", "b", "y", "d"], [0, 2, nil, 4], [0, 2, 3, 4]),
      (["a", "b", "c", "d"], ["a", "y", "d"], [0, nil, nil, 2], [0, 1, 1, 2]),
      (["a", "b", "c"], ["x", "b2", "y"], [nil, 1, nil], [0, 1, 2]),
      (["b", "c", "d"], ["x", "y", "z", "c", "w"], [nil, 3, nil], [2, 3, 4]),
      // Of equal items, the one with the same neighbors, however far it has moved.
      (
        ["s", "q", "a", "q", "b", "t"], ["n", "m", "q", "s", "q", "a", "q", "b", "u"],
        [3, 4, 5, 6, 7, nil], [3, 4, 5, 6, 7, 8]
      ),
      // Several of one name, of which one was edited, and one inserted before them.
      (
        ["a", "t1", "t2", "t3", "d"], ["x", "a", "t1", "t4", "t3", "d"],
        [1, 2, 3, 4, 5], [1, 2, 3, 4, 5]
      ),
    ] as [([String], [String], [Int?], [Int])]
  )
  func items(old: [String], new: [String], indices: [Int?], places: [Int]) {
    let alignment = Self.alignment(old, new)
    #expect(old.indices.map { alignment.index(of: $0) } == indices)
    #expect(old.indices.map { alignment.place(of: $0) } == places)
    #expect(alignment.index(of: -1) == nil)
    #expect(alignment.index(of: old.count) == nil)
    #expect((0...new.count).contains(alignment.place(of: old.count)))
  }

  @Test("every position is valid in the new sequence, and an equal sequence maps to itself")
  func laws() throws {
    try forSeeds(0..<200) { generator in
      func letters(_ generator: inout SplitMix64) -> [String] {
        (0..<generator.int(in: 0...8)).map { _ in
          generator.pick(["a", "b", "c", "a2", "b2"])
        }
      }
      let (old, new) = (letters(&generator), letters(&generator))
      let alignment = Self.alignment(old, new)
      for index in old.indices {
        #expect((0..<max(1, new.count)).contains(alignment.place(of: index)))
        guard let found = alignment.index(of: index) else { continue }
        #expect(old[index].first == new[found].first)
      }
      let same = Self.alignment(old, old)
      #expect(old.indices.allSatisfy { same.index(of: $0) == $0 })
    }
  }
}
