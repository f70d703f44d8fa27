import NavTestKit
import Testing

@testable import NavViewer

@Suite("Lines added to a text")
struct AddedLinesTests {
  @Test(
    "earlier lines are not repeated",
    arguments: [
      ([], ["a"], ["a"]), (["a"], [], []), (["a", "b"], ["a", "b"], []),
      (["a", "c"], ["a", "b", "c"], ["b"]), (["a", "b"], ["a", "b", "c", "d"], ["c", "d"]),
      (["a", "x", "c", "y"], ["a", "1", "x", "c", "2", "y"], ["1", "2"]),
      (["a", "b", "c"], ["a", "B", "c"], ["B"]),
      (["a", "b", "run"], ["a", "b", "c", "run"], ["c"]),
    ] as [([String], [String], [String])]
  )
  func added(old: [String], new: [String], lines: [String]) {
    #expect(AddedLines.between(old, new) == lines)
  }

  @Test("when a long text grows and loses its beginning, only its new end is added")
  func rotating() {
    let old = (1...5_000).map { "line \($0)" } + ["running"]
    let new = (21...5_020).map { "line \($0)" } + ["running"]
    #expect(AddedLines.between(old, new) == (5_001...5_020).map { "line \($0)" })
  }

  @Test("the remaining lines and the added ones make up the new text")
  func law() throws {
    try forSeeds(0..<200) { generator throws in
      let lines = { (generator: inout SplitMix64) in
        (0..<generator.int(in: 0...12)).map { _ in generator.pick(["a", "b", "c", "d"]) }
      }
      let (old, new) = (lines(&generator), lines(&generator))
      let added = AddedLines.between(old, new)
      // At least as many copies of a line are added as the new text has more; more if lines have
      // moved.
      for line in ["a", "b", "c", "d"] {
        let more = new.count { $0 == line } - old.count { $0 == line }
        try #require(added.count { $0 == line } >= more)
        try #require(added.count { $0 == line } <= new.count { $0 == line })
      }
      try #require(AddedLines.between(new, new).isEmpty)
    }
  }
}
