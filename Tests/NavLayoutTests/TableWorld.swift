import NavLayout
import NavTestKit

/// A table whose rows have numbers as keys, counted from 0 by default.
typealias NumberedTable = Table<Int>

/// Sections with headers of one height; each row is given by its height.
func tableSections(
  _ heights: [[Double]],
  header: Double = 0,
  keys: [Int]? = nil,
  vetoed: Set<Int> = [],
  identifier: String? = "row"
) -> [TableSection<Int>] {
  var next = 0
  return heights.map { rows in
    TableSection(
      headerHeight: header,
      rows: rows.map { height in
        defer { next += 1 }
        let key = keys?[next] ?? next
        return TableRow(
          key: key,
          height: height,
          identifier: identifier,
          isSelectable: !vetoed.contains(key)
        )
      }
    )
  }
}

/// Sections of rows of one unit.
func unitSections(
  _ counts: [Int],
  header: Double = 1,
  keys: [Int]? = nil,
  vetoed: Set<Int> = []
) -> [TableSection<Int>] {
  let heights = counts.map { [Double](repeating: 1, count: $0) }
  return tableSections(heights, header: header, keys: keys, vetoed: vetoed)
}

/// A reference implementation of a table: computes all positions by going through all rows.
struct TableTwin {
  var rows: [(index: TableIndex, extent: Range<Double>)] = []
  var headers: [Range<Double>] = []
  var height: Double

  init(_ content: [TableSection<Int>], leading: Double = 0) {
    var y = leading
    for (section, group) in content.enumerated() {
      headers.append(y..<y + group.headerHeight)
      y += group.headerHeight
      for (row, content) in group.rows.enumerated() {
        rows.append((TableIndex(section: section, row: row), y..<y + content.height))
        y += content.height
      }
    }
    height = y
  }

  func seen(_ range: Range<Double>) -> [Int] {
    rows.indices.filter { number in
      let extent = rows[number].extent
      return !extent.isEmpty && !range.isEmpty
        && extent.lowerBound < range.upperBound && range.lowerBound < extent.upperBound
    }
  }
}

extension TableIndex {
  init(_ section: Int, _ row: Int) { self.init(section: section, row: row) }
}

extension Table {
  /// The rows with cells, from top to bottom.
  var shown: [TableIndex] { cells.values.compactMap(\.index).sorted() }

  /// Returns a table after its first layout.
  func laidOut(at offset: Double? = nil) -> Table {
    var table = self
    _ = table.layout()
    if let offset { _ = table.scroll(to: offset) }
    return table
  }
}

extension [TableEvent] {
  /// The rows that became visible, and those that left, in order.
  var added: [TableIndex] {
    compactMap { if case .willDisplay(_, let row) = $0 { row } else { nil } }
  }
  var removed: [TableIndex] {
    compactMap { if case .didEndDisplaying(_, let row) = $0 { row } else { nil } }
  }
  var selections: [TableEvent] {
    filter {
      switch $0 {
      case .didSelect, .didDeselect: true
      default: false
      }
    }
  }
}
