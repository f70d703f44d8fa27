import NavLayout
import NavTestKit
import Testing

@Suite("Table: every small table in every short sequence of steps")
struct TableSmallWorldTests {
  /// Returns all lists of at most so many elements.
  private static func lists(of elements: [Double], upTo count: Int) -> [[Double]] {
    var all: [[Double]] = [[]]
    var longest = all
    for _ in 0..<count {
      longest = longest.flatMap { list in elements.map { list + [$0] } }
      all += longest
    }
    return all
  }

  @Test(
    "TW-2, TW-3: removed and added rows equal the reference's, with no more cells than ever visible"
  )
  func ways() throws {
    let offsets = [-1.0, 0, 0.5, 3]
    for heights in Self.lists(of: [0, 1, 2], upTo: 3) {
      for header in [0.0, 1] {
        let content = tableSections([heights, [], [1, 2]], header: header)
        let twin = TableTwin(content)
        for height in [1.0, 2.5] {
          for first in offsets {
            for second in offsets {
              try check(content, twin, height: height, [first, second, 2])
            }
          }
        }
      }
    }
  }

  private func check(
    _ content: [TableSection<Int>],
    _ twin: TableTwin,
    height: Double,
    _ way: [Double]
  ) throws {
    var table = Table(content, height: height)
    _ = table.scroll(to: way[0])
    var (old, most): ([Int], Int) = ([], 0)
    for (step, offset) in way.enumerated() {
      let events = step == 0 ? table.layout() : table.scroll(to: offset)
      let new = twin.seen(offset..<offset + height)
      most = max(most, new.count)
      let note = "\(content) \(height) \(way)"
      let removed = old.filter { !new.contains($0) }.map { twin.rows[$0].index }
      let added = new.filter { !old.contains($0) }.map { twin.rows[$0].index }
      try demand(events.removed == removed && events.added == added, note)
      try demand(Set(removed).isDisjoint(with: added), note)
      try demand(table.cells.keys.sorted() == new, note)
      try demand(table.allocated <= most, "\(table.allocated) cells, \(most) in view: \(note)")
      let serials = table.cells.values.map(\.serial)
      try demand(Set(serials).count == serials.count, note)
      try demand(table.cells.allSatisfy { $1.index == twin.rows[$0].index }, note)
      old = new
    }
  }

  @Test(
    "TW-2, TW-5, TW-6, TW-7: after any requests, cells show the visible rows and the selection"
  )
  func anything() throws {
    try forSeeds(0..<400) { random in
      var table = Table(Self.content(&random), height: 4, pinsHeaders: random.oneIn(2))
      var most = 0
      for _ in 0..<30 {
        Self.step(&table, &random)
        let twin = TableTwin(table.content)
        let seen = Set(twin.seen(table.offset..<table.offset + table.height))
        most = max(most, table.cells.count)
        try demand(table.cells.isEmpty || seen.isSubset(of: table.cells.keys), "\(table)")
        try demand(table.cells.count <= seen.count + 1)
        try demand(table.allocated <= most)
        for (number, cell) in table.cells {
          try demand(cell.index == twin.rows[number].index)
          try demand(cell.isSelected == (cell.index == table.selection))
        }
        let serials = table.cells.values.map(\.serial)
        try demand(Set(serials).count == serials.count)
        if let selection = table.selection { try demand(table.row(at: selection).isSelectable) }
      }
    }
  }

  private static func content(_ random: inout SplitMix64) -> [TableSection<Int>] {
    let counts = (0..<random.int(in: 0...4)).map { _ in random.pick([0, 1, 2, 7]) }
    let keys = Array(0..<40).shuffled(using: &random)
    let vetoed = random.oneIn(4) ? Set(0..<40) : Set(keys.suffix(8))
    return unitSections(counts, keys: keys, vetoed: vetoed)
  }

  private static func step(_ table: inout NumberedTable, _ random: inout SplitMix64) {
    let rows = table.geometry.rowCount
    let index = rows > 0 ? table.geometry.index(of: random.int(in: 0...rows - 1)) : nil
    switch random.int(in: 0...8) {
    case 0: _ = table.layout()
    case 1: _ = table.scroll(to: .random(in: -3...Double(rows) + 3, using: &random))
    case 2: _ = table.selectNext(towards: random.pick([-1, 1]))
    case 3:
      if let index { _ = try? table.select(index, reveal: random.pick([.none, .top, .visible])) }
    case 4: if let index { _ = try? table.reveal(index, random.pick([.top, .visible])) }
    case 5: _ = table.reload(content(&random), keeping: random.pick([.firstRow, .offset]))
    case 6: _ = table.resize(to: Double(random.int(in: 0...6)))
    case 7: if let index { try? table.drag(index) }
    default: _ = table.drop()
    }
  }
}
