import NavBase
import NavEngine
import NavScene
import NavTestKit
import Testing

@Suite("ListLayout: a page of entries")
struct ListLayoutTests {
  private static let entries = [
    ListEntry(key: [1], label: "Sources/", detail: "12 entries", opens: .list),
    ListEntry(key: [2], label: "README.md", detail: "10.6 kB", opens: .text),
    ListEntry(
      key: [3],
      label: "a name that is longer than most lists are wide, on purpose.txt",
      detail: "1 byte",
      opens: .text
    ),
    ListEntry(key: [4], label: "日本語のファイル名.txt", detail: "3 kB", opens: .text),
    ListEntry(key: [5], label: "👩‍👩‍👧/", detail: "empty", opens: .list),
    ListEntry(key: [6], label: "pipe", opens: .nothing),
    ListEntry(key: [7], label: "", detail: "no name", opens: .text),
  ]
  private static let notes = ["3 hidden", "一 more note that is cut where it is too long for a row"]
  private static let widths = [1, 2, 10, 20, 38, 76, 200]

  private static func layout(
    _ list: ListContent = ListContent(entries: entries, notes: notes),
    columns: Int,
    uncovered: Int? = nil,
    rows: Int = 12,
    header: Int = 2
  ) -> ListLayout {
    ListLayout(
      list,
      frame: CellSize(columns: columns + 2, rows: rows),
      header: header,
      columns: columns,
      uncovered: uncovered ?? columns
    )
  }

  @Test("rows at many widths, alone and beside another page")
  func golden() throws {
    var drawing = ""
    for columns in Self.widths {
      for uncovered in Set([columns, max(1, columns / 2)]).sorted(by: >) {
        let layout = Self.layout(columns: columns, uncovered: uncovered)
        drawing += "+ \(columns) columns, \(uncovered) of them uncovered\n"
        for row in layout.rows(0..<layout.rowCount) {
          let rest = columns - layout.content.x - row.columns
          drawing +=
            "|" + String(repeating: " ", count: layout.content.x) + row.text
            + String(repeating: " ", count: rest) + "|\n"
        }
      }
    }
    try GoldenText().check(drawing, name: "list-rows")
  }

  @Test("details of which the widths are known end in one column, which long names move right")
  func aligned() throws {
    let entries = [
      ListEntry(key: [1], label: "short", detail: "1 kB", opens: .text),
      ListEntry(key: [2], label: String(repeating: "n", count: 70), detail: "10 kB", opens: .text),
      ListEntry(
        key: [3],
        label: "link",
        detail: "2 B",
        remark: " -> " + String(repeating: "t", count: 90),
        opens: .text
      ),
    ]
    let list = ListContent(entries: entries, longest: (line: 70, detail: 5))
    for (columns, end, count) in [(120, 77, 3), (80, 77, 3), (70, 68, 2)] {
      let rows = Self.layout(list, columns: columns).rows(0..<3).map(\.text)
      let ends = rows.filter { $0.hasSuffix("B") }.map { columnWidth(of: $0) }
      #expect(ends == Array(repeating: end, count: count), "\(columns)")
    }
  }

  @Test(
    "one column stays free on either side from 20 columns on; at least one is used for text",
    arguments: [(1, 0, 1), (2, 0, 2), (19, 0, 19), (20, 1, 18), (38, 1, 36), (200, 1, 198)]
  )
  func margins(columns: Int, x: Int, width: Int) {
    let content = Self.layout(columns: columns).content
    #expect(content == CellRect(x: x, y: 2, width: width, height: 9))
  }

  @Test("rows fit in their width, and their runs cover their text")
  func rowsFit() throws {
    try forSeeds(0..<200) { generator in
      let list = ListContent(
        entries: (0..<generator.int(in: 0...8)).map { _ in
          ListEntry(
            key: generator.bytes(3),
            label: generator.text(upTo: 30),
            detail: generator.text(upTo: 8),
            opens: generator.pick([.nothing, .list, .text])
          )
        },
        notes: (0..<generator.int(in: 0...2)).map { _ in generator.text(upTo: 40) }
      )
      let columns = generator.int(in: 1...90)
      let layout = Self.layout(list, columns: columns, uncovered: generator.int(in: 1...columns))
      try demand(layout.rowCount == list.entries.count + list.notes.count)
      for (index, row) in layout.rows(0..<layout.rowCount).enumerated() {
        try demand(row.columns <= layout.content.width, "\(row.text) in \(columns)")
        try demand(row.runs.map(\.length).reduce(0, +) == row.text.utf8.count, "\(row)")
        try demand(row == layout.rows(index..<index + 1)[0])
        guard index < list.entries.count else { continue }
        let label = list.entries[index].label
        let isWhole = columnWidth(of: label) <= layout.content.width
        try demand(isWhole ? row.text.hasPrefix(label) : row.text.hasSuffix("…"), "\(row.text)")
      }
    }
  }

  /// The column after the end of a detail; nil if the detail is not shown.
  private static let detailEnds:
    [(columns: Int, uncovered: Int, label: Int, detail: Int, end: Int?)] =
      [
        // At the right end of the row, up to 60 columns.
        (40, 40, 5, 6, 38), (62, 62, 5, 6, 60), (63, 63, 5, 6, 60), (200, 200, 5, 6, 60),
        // Within the uncovered width.
        (78, 38, 5, 6, 36), (78, 1, 5, 6, 13),
        // After a long label two blanks are left; without space for them the detail is dropped.
        (40, 40, 30, 6, 38), (40, 40, 31, 6, nil), (78, 38, 29, 6, 37), (78, 38, 68, 6, 76),
        (78, 38, 69, 6, nil),
        // No detail.
        (40, 40, 5, 0, nil),
        // Without margins.
        (19, 19, 5, 6, 19), (13, 13, 5, 6, 13), (12, 12, 5, 6, nil), (1, 1, 1, 1, nil),
      ]

  @Test("details are aligned in a column, unless a label needs the space", arguments: detailEnds)
  func details(columns: Int, uncovered: Int, label: Int, detail: Int, end: Int?) {
    let entry = ListEntry(
      key: [1],
      label: String(repeating: "l", count: label),
      detail: String(repeating: "d", count: detail),
      opens: .text
    )
    let layout = Self.layout(ListContent(entries: [entry]), columns: columns, uncovered: uncovered)
    let text = layout.rows(0..<1)[0].text
    if let end {
      let gap = String(repeating: " ", count: end - label - detail)
      #expect(text == entry.label + gap + entry.detail)
    } else {
      #expect(text == entry.label)
    }
  }

  private static func row(
    _ entry: ListEntry,
    _ details: ListContent.Details,
    columns: Int,
    beside other: ListEntry? = nil
  ) -> TextRow {
    let list = ListContent(entries: [entry] + [other].compactMap(\.self), details: details)
    return layout(list, columns: columns).rows(0..<1)[0]
  }

  @Test("leads and remarks surround labels; a remark is dropped before a detail")
  func remarks() {
    var entry = ListEntry(
      key: [1],
      label: "link",
      detail: "3 B",
      lead: "x ",
      remark: " -> some/where",
      opens: .text
    )
    let row = Self.row(entry, .near, columns: 40)
    #expect(row.text == "x link -> some/where" + String(repeating: " ", count: 15) + "3 B")
    let muted = TextStyle(role: .muted)
    #expect(row.runs.map(\.style) == [muted, .plain, muted, .plain, muted])
    #expect(Self.row(entry, .near, columns: 22).text == "x link -> some…  3 B")
    #expect(Self.row(entry, .near, columns: 12).text == "x link   3 B")
    #expect(Self.row(entry, .near, columns: 10).text == "x link")
    entry.isFaulty = true
    #expect(Self.row(entry, .near, columns: 40).runs[2].style == TextStyle(role: .error))
  }

  @Test("details in a column end alike: lines are cut for them, or there are none at all")
  func columnOfDetails() {
    let short = ListEntry(key: [1], label: "short", detail: "a", opens: .text)
    let long = ListEntry(
      key: [2],
      label: String(repeating: "l", count: 50) + "end",
      detail: "detail",
      opens: .text
    )
    for (columns, end) in [(200, 61), (63, 61), (62, 60), (40, 38), (34, 32)] {
      let rows = [(short, long), (long, short)].map {
        Self.row($0.0, .column, columns: columns, beside: $0.1)
      }
      #expect(rows.map(\.columns) == [end, end], "\(columns)")
      #expect(rows[1].text.hasSuffix(columns < 63 ? "…  detail" : "end  detail"))
    }
    #expect(Self.row(long, .columnBehindEnds, columns: 40).text.hasPrefix("…lll"))
    #expect(Self.row(long, .columnBehindEnds, columns: 40).text.hasSuffix("end  detail"))
    #expect(Self.row(long, .columnBehindEnds, columns: 40).columns == 38)
    let narrow = [(short, long), (long, short)].map {
      Self.row($0.0, .column, columns: 33, beside: $0.1).text
    }
    #expect(narrow == ["short", String(repeating: "l", count: 30) + "…"])
    // Lines that are all shorter need no more than their own width.
    let other = ListEntry(key: [3], label: "shorter", detail: "detail", opens: .text)
    let list = ListContent(entries: [short, other], details: .column)
    let rows = Self.layout(list, columns: 58, uncovered: 29).rows(0..<2)
    #expect(rows[0].columns == rows[1].columns && rows[0].columns <= 29)
    #expect(rows[0].text.hasSuffix("  a") && rows[1].text.hasSuffix("  detail"))
  }

  @Test("on a wide page a longer line is complete, with its detail further right")
  func longLinesOfWidePages() {
    let short = ListEntry(key: [1], label: "short", detail: "a", opens: .text)
    let line = String(repeating: "l", count: 150)
    let long = ListEntry(key: [2], label: line, detail: "detail", opens: .text)
    #expect(Self.row(long, .column, columns: 200, beside: short).text == line + "  detail")
    #expect(Self.row(short, .column, columns: 200, beside: long).columns == 140)
    #expect(Self.row(long, .column, columns: 150, beside: short).columns == 148)
    #expect(Self.row(long, .column, columns: 150, beside: short).text.hasSuffix("…  detail"))
  }

  @Test("a match in a lead, a remark or the end of a cut line is marked there")
  func foundInLines() {
    let entry = ListEntry(
      key: [1],
      label: "abc" + String(repeating: "l", count: 40) + "xyz",
      detail: "1234",
      lead: "f00 ",
      remark: " -> far",
      opens: .text
    )
    func marked(_ words: String, _ details: ListContent.Details, columns: Int = 80) -> [String] {
      guard let query = TextQuery(words) else { return [] }
      let list = ListContent(entries: [entry], details: details)
      let layout = Self.layout(list, columns: columns)
      let row = layout.rows(0..<1, marking: .entries(query, current: nil))[0]
      var start = row.text.utf8.startIndex
      return row.runs.compactMap { run in
        let end = row.text.utf8.index(start, offsetBy: run.length)
        defer { start = end }
        return run.style.attributes.contains(.found) ? String(row.text[start..<end]) : nil
      }
    }
    for details in [ListContent.Details.near, .column, .columnBehindEnds] {
      #expect(marked("f00", details) == ["f00"])
      #expect(marked("far", details) == ["far"])
      #expect(marked("c", details) == ["c"])
    }
    #expect(marked("xyz", .column, columns: 40) == ["…"])
    #expect(marked("xyz", .columnBehindEnds, columns: 40) == ["xyz"])
    #expect(marked("f00", .columnBehindEnds, columns: 40) == ["…"])
  }

  @Test("entries that lead on have their own style, and details and notes are muted")
  func styles() {
    let layout = Self.layout(columns: 40)
    let muted = TextStyle(role: .muted)
    let table: [(row: Int, runs: [(Int, TextStyle)])] = [
      (0, [(8, TextStyle(role: .branch)), (20, .plain), (10, muted)]),
      (1, [(9, .plain), (22, .plain), (7, muted)]),
      (5, [(4, .plain)]), (7, [(8, muted)]),
    ]
    for (row, runs) in table {
      let expected = runs.map { StyledRun(length: $0.0, style: $0.1) }
      #expect(layout.rows(row..<row + 1)[0].runs == expected, "row \(row)")
    }
  }

  @Test("an entry's anchor is its number, at every size; beyond the ends it is the last one")
  func places() {
    for columns in Self.widths {
      let layout = Self.layout(columns: columns)
      for row in 0..<9 {
        let position = layout.position(ofRow: row)
        #expect(position == TextPosition(block: row, grapheme: 0))
        #expect(layout.row(of: position) == row)
        #expect(layout.row(of: TextPosition(block: row, grapheme: .max)) == row)
      }
      #expect(layout.row(of: TextPosition(block: 9, grapheme: 0)) == 8)
      #expect(layout.row(of: TextPosition(block: .max, grapheme: 0)) == 8)
      #expect(layout.row(of: TextPosition(block: -1, grapheme: 0)) == 0)
      #expect(layout.endAnchor == .end(ofBlock: 8))
    }
    let empty = Self.layout(ListContent(entries: []), columns: 40)
    #expect(empty.rowCount == 0 && empty.rows(0..<0) == [])
    #expect(empty.row(of: .start) == 0 && empty.endAnchor == .end(ofBlock: 0))
    #expect(!empty.overflows && empty.heldRows(at: 0).isEmpty)
  }

  /// If all rows were made each time, this would take hours.
  @Test(
    "of a hundred thousand entries only the requested ones are laid out",
    .timeLimit(.minutes(120))
  )
  func laziness() {
    let entries = (0..<100_000).map {
      ListEntry(key: [], label: "entry \($0)", detail: "\($0) bytes", opens: .text)
    }
    let layout = Self.layout(ListContent(entries: entries), columns: 76)
    #expect(
      layout.rows(0..<3).map(\.text).map { $0.prefix(8) } == ["entry 0 ", "entry 1 ", "entry 2 "]
    )
    for first in stride(from: 0, to: 99_997, by: 25) {
      let rows = layout.rows(first..<first + 3)
      guard rows.count == 3, rows[2].text.hasPrefix("entry \(first + 2) ") else {
        Issue.record("row \(first + 2): \(rows)")
        return
      }
    }
    let held = layout.heldRows(at: 50_000)
    #expect(held.count == Limits.leadingRows + 10)
    #expect(held[50_009]?.text.hasPrefix("entry 50009 ") == true && held[50_010] == nil)
  }
}
