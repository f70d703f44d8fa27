import NavTestKit
import Testing

@testable import NavContent

@Suite("The graph of a history")
struct CommitGraphTests {
  /// Commits with their parents, the newest first, and the resulting rows.
  private static let histories: [(commits: [(UInt64, [UInt64])], rows: [String])] = [
    ([(3, [2]), (2, [1]), (1, [])], ["● ", "● ", "● "]),
    // A merge of two lines with one root.
    (
      [(4, [3, 2]), (3, [1]), (2, [1]), (1, [])],
      ["●─╮ ", "● │ ", "│ ● ", "●─╯ "]
    ),
    // Two heads.
    ([(3, [1]), (2, [1]), (1, [])], ["● ", "│ ● ", "●─╯ "]),
    // Three parents, whose lanes end one by one.
    (
      [(5, [4, 3, 2]), (4, [1]), (3, [1]), (2, [1]), (1, [])],
      ["●─┬─╮ ", "● │ │ ", "│ ● │ ", "│ │ ● ", "●─┴─╯ "]
    ),
    // A lane in the middle ends and is reused, and a passing lane crosses a connection.
    (
      [(9, [7]), (8, [6]), (7, [6, 5]), (6, [4]), (5, [4]), (4, [])],
      ["● ", "│ ● ", "●─┼─╮ ", "●─╯ │ ", "│   ● ", "●───╯ "]
    ),
    // A merge into an existing line.
    (
      [(6, [4]), (5, [3]), (4, [2, 3]), (3, [2]), (2, [])],
      ["● ", "│ ● ", "●─┤ ", "│ ● ", "●─╯ "]
    ),
    // A root beside another line, and a line that begins after it.
    ([(4, [2]), (3, []), (2, [1]), (1, [])], ["● ", "│ ● ", "● ", "● "]),
  ]

  @Test("each commit is a row", arguments: histories.indices)
  func rows(index: Int) {
    let history = Self.histories[index]
    var graph = CommitGraph()
    #expect(history.commits.map { graph.row(of: $0.0, parents: $0.1) } == history.rows)
    #expect(graph.isClosed)
  }

  @Test("a parent that git prints before a child, as of the same second, is behind it")
  func order() {
    let printed = [("5", "4 3"), ("3", "2"), ("2", "1"), ("1", ""), ("4", "2")]
    let fields = printed.flatMap { [$0.0, $0.0, $0.1, "2026-01-02", "Ada", "c" + $0.0] }
    let found = FoundCommits()
    found.append(Array(fields.joined(separator: "\0").utf8)[...])
    let (commits, rest) = found.commits(isEnded: true)
    #expect(
      commits.map { $0.graph + $0.subject } == ["●─╮ c5", "│ ● c3", "● │ c4", "●─╯ c2", "● c1"]
    )
    #expect(rest.isEmpty)
  }

  @Test("rows of any history are short, and each commit is in one row")
  func random() {
    for seed in UInt64(1)...20 {
      var generator = SplitMix64(seed: seed)
      var graph = CommitGraph()
      let count: UInt64 = 400
      for commit in (1...count).reversed() {
        let parents = (0..<generator.int(in: 0...4)).map { _ in
          UInt64(generator.int(in: 0...Int(commit) - 1))
        }
        let row = graph.row(of: commit, parents: parents.filter { $0 > 0 })
        #expect(row.filter { $0 == "●" }.count == 1, "seed \(seed), commit \(commit): \(row)")
        #expect(row.count <= 2 * CommitGraph.drawnLanes + 2 && row.last == " ")
      }
    }
  }
}
