import NavText
import Testing

@testable import NavContent

@Suite("Counts of changed lines")
struct DiffCountsTests {
  @Test("signs are aligned, for any counts")
  func aligned() {
    let counts = [(2, 1), (120, 0), (nil, nil), (0, 33)].map {
      DiffCounts(added: $0.0, removed: $0.1)
    }
    #expect(
      DiffCounts.aligned(counts) == ["  +2   -1", "+120   -0", "   binary", "  +0  -33"]
    )
    #expect(DiffCounts.aligned([]) == [] && DiffCounts.aligned([counts[2]]) == ["binary"])
  }

  @Test("a table of files has a line for the total")
  func lines() {
    let files = [
      ("a", DiffCounts(added: 2, removed: 1)), ("b", DiffCounts(added: nil, removed: nil)),
      ("c", DiffCounts(added: 1_000, removed: 0)),
    ]
    #expect(
      DiffCounts.lines(of: files).map(\.text) == [
        "   +2  -1  a", "   binary  b", "+1000  -0  c", "+1002  -1  3 files",
      ]
    )
    #expect(DiffCounts.lines(of: [files[0]]).map(\.text) == ["+2  -1  a"])
  }
}
