import NavBase
import NavScene
import NavTestKit
import Testing

@Suite("RowTable: rows of a page in segments")
struct RowTableTests {
  @Test("behaves as a dictionary of rows under random changes")
  func dictionaryTwin() throws {
    try forSeeds(0..<300) { generator in
      var table = RowTable()
      var twin: [Int: TextRow] = [:]
      for step in 0..<40 {
        let first = generator.int(in: 0...40)
        if generator.oneIn(3) {
          let range = first..<first + generator.int(in: 0...15)
          table.remove(range)
          for index in range { twin[index] = nil }
        } else {
          let rows = (0..<generator.int(in: 0...10)).map { TextRow("\(step).\($0)") }
          table.set(rows, at: first)
          for (offset, row) in rows.enumerated() { twin[first + offset] = row }
        }
        try demand(table.count == twin.count)
        try demand(table.isEmpty == twin.isEmpty)
        for index in -1...70 { try demand(table[index] == twin[index]) }
        try checkInvariants(table)
      }
    }
  }

  @Test("equal contents are equal tables, however they were made")
  func canonicalForm() throws {
    try forSeeds(0..<300) { generator in
      let rows = generator.textRows(1...12)
      var whole = RowTable()
      whole.set(rows, at: 5)
      var pieces = RowTable()
      for index in rows.indices.shuffled(using: &generator) {
        pieces.set([rows[index]], at: 5 + index)
      }
      try demand(pieces == whole)
      try demand(pieces.hashValue == whole.hashValue)
    }
  }

  private func checkInvariants(_ table: RowTable) throws {
    try demand(table.segments.allSatisfy { !$0.rows.isEmpty })
    for (a, b) in zip(table.segments, table.segments.dropFirst()) { try demand(a.end < b.first) }
  }
}
