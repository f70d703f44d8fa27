import NavBase
import Testing

@testable import NavEngine

@Suite("Places in lists and slides")
struct ListPlaceTests {
  private static func list(_ details: ListContent.Details = .near) -> ListContent {
    let names = ["alpha and a long name of an entry", "beta", "\u{4e2d}\u{6587} words"]
    let entries = names.enumerated().map { index, name in
      ListEntry(
        key: Array(name.utf8),
        label: name,
        detail: "\(index * 7) kB",
        lead: index == 1 ? "- " : "",
        remark: index == 2 ? " more" : "",
        opens: .text
      )
    }
    return ListContent(
      entries: entries,
      sections: [ListSection(title: "Part", entries: 1..<3)],
      notes: ["that is all"],
      details: details
    )
  }

  private static func layout(_ list: ListContent, _ columns: Int) -> ListLayout {
    let size = CellSize(columns: columns, rows: 10)
    return ListLayout(list, frame: size, header: 0, columns: columns, uncovered: columns)
  }

  @Test(
    "each character of an entry is found in every width, or the sign for what is cut off",
    arguments: [ListContent.Details.near, .column, .columnBehindEnds]
  )
  func entries(details: ListContent.Details) throws {
    let list = Self.list(details)
    let layouts = [100, 44, 30, 20, 12, 5].map { Self.layout(list, $0) }
    for source in layouts {
      for row in 0..<source.rowCount {
        for cluster in source.rows(row..<row + 1)[0].clusters {
          let place = try #require(source.place(atRow: row, column: cluster.columns.lowerBound))
          let own = try #require(source.cells(showing: place))
          #expect(own.rows == row..<row + 1)
          for target in layouts {
            let found = try #require(target.cells(showing: place))
            #expect(found.rows == own.rows)
            let (here, there) = (
              Self.character(source, own), Self.character(target, found)
            )
            #expect(
              here == there || here == "\u{2026}" || there == "\u{2026}" || details == .near
                || !Self.isWhole(target, row),
              "\(place)"
            )
          }
        }
      }
    }
  }

  private static func isWhole(_ layout: ListLayout, _ row: Int) -> Bool {
    guard case .entry(let entry) = layout.list.row(at: row) else { return false }
    let text = layout.rows(row..<row + 1)[0].text
    return text.hasSuffix(layout.list.entries[entry].detail)
  }

  private static func character(_ layout: ListLayout, _ cells: PlaceCells) -> Substring? {
    let row = layout.rows(cells.rows)[0]
    guard let cluster = row.clusters.first(where: { $0.columns == cells.columns }) else {
      return nil
    }
    let start = row.text.utf8.index(row.text.startIndex, offsetBy: cluster.bytes.lowerBound)
    return row.text[start..<row.text.utf8.index(start, offsetBy: cluster.bytes.count)]
  }

  @Test(
    "an entry is found by its key where others are filtered out, and has no cells where it is itself"
  )
  func filtered() throws {
    let list = Self.list()
    let place = try #require(Self.layout(list, 40).place(atRow: 3, column: 2))
    let only = ListContent(entries: [list.entries[2]])
    #expect(Self.layout(only, 40).cells(showing: place)?.rows == 0..<1)
    let other = ListContent(entries: [list.entries[1]])
    #expect(Self.layout(other, 40).cells(showing: place) == nil)
  }

  @Test("headers and notes are places, too")
  func headers() throws {
    let layout = Self.layout(Self.list(), 40)
    for row in [1, 4] {
      let place = try #require(layout.place(atRow: row, column: 9))
      #expect(layout.cells(showing: place) == PlaceCells(rows: row..<row + 1, columns: 0..<1))
    }
  }
}
