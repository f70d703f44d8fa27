import NavBase
import NavScene
import NavTestKit
import Testing

@testable import NavEngine

@Suite("ListLayout: sections of a list")
struct ListSectionTests {
  /// A list with sections of so many entries; `plain` entries precede the first one.
  private static func list(_ counts: [Int], plain: Int = 0, notes: Int = 0) -> ListContent {
    var sections: [ListSection] = []
    var next = plain
    for (index, count) in counts.enumerated() {
      sections.append(ListSection(title: "section \(index)", entries: next..<next + count))
      next += count
    }
    return ListContent(
      entries: (0..<next).map { ListEntry(key: [], label: "entry \($0)", opens: .text) },
      sections: sections,
      notes: (0..<notes).map { "note \($0)" }
    )
  }

  private static func layout(_ list: ListContent, visible: Int) -> ListLayout {
    ListLayout(
      list,
      frame: CellSize(columns: 30, rows: visible + 2),
      header: 2,
      columns: 30,
      uncovered: 30
    )
  }

  private static let lists: [(counts: [Int], plain: Int, notes: Int)] = [
    ([], 0, 0), ([], 3, 1), ([0], 0, 0), ([1], 0, 1), ([5], 0, 0), ([0, 0, 2, 0, 1, 0], 0, 2),
    ([3, 3], 2, 1), ([0, 4], 1, 0), ([1, 1, 1, 1], 0, 0), ([40, 60], 7, 3),
  ]

  @Test("TW-1: headers are above their entries, notes below all", arguments: lists)
  func rows(counts: [Int], plain: Int, notes: Int) {
    let list = Self.list(counts, plain: plain, notes: notes)
    var expected: [(ListRow, String)] = (0..<plain).map { (.entry($0), "entry \($0)") }
    for (index, section) in list.sections.enumerated() {
      expected.append((.header(index), "section \(index)"))
      expected += section.entries.map { (.entry($0), "entry \($0)") }
    }
    expected += (0..<notes).map { (.note($0), "note \($0)") }
    let layout = Self.layout(list, visible: 5)
    #expect(layout.rowCount == expected.count && list.rowCount == expected.count)
    #expect(layout.rows(0..<layout.rowCount).map(\.text) == expected.map(\.1))
    for (row, (kind, _)) in expected.enumerated() {
      #expect(list.row(at: row) == kind)
      switch kind {
      case .entry(let entry): #expect(layout.row(ofEntry: entry) == row)
      case .header(let section): #expect(list.headerRow(of: section) == row)
      case .note: #expect(list.headerRow(aboveRow: row) == nil)
      }
    }
    for entry in list.entries.indices {
      let section = list.sections.firstIndex { $0.entries.contains(entry) }
      #expect(list.section(ofEntry: entry) == section)
    }
  }

  @Test("a header and an entry that can't be selected have their own styles")
  func styles() {
    let entries = [
      ListEntry(key: [], label: "one", opens: .list, isSelectable: false),
      ListEntry(key: [], label: "two", opens: .list),
    ]
    let sections = [ListSection(title: "a title that is too long for its row", entries: 0..<2)]
    let list = ListContent(entries: entries, sections: sections)
    let rows = Self.layout(list, visible: 5).rows(0..<3)
    #expect(rows.map { $0.runs.map(\.style.role) } == [[.heading3], [.muted], [.branch]])
    #expect(rows[0].text == "a title that is too long fo…")
    #expect(rows[0].runs.map(\.length) == [rows[0].text.utf8.count])
  }

  /// Sections of no row, of three, of two, and a note.
  ///
  /// Headers are in the rows 0, 1 and 5, entries between them and in 6 and 7, the note in 8.
  private static let pinned: [(visible: Int, rows: [Int?])] = [
    (3, [nil, nil, 1, 1, 1, nil, 5, 5, nil]), (4, [nil, nil, 1, 1, 1, nil, 5, 5, nil]),
    (2, [Int?](repeating: nil, count: 9)), (1, [Int?](repeating: nil, count: 9)),
  ]

  @Test(
    "TW-9: the header of the top row is pinned if three rows are visible",
    arguments: pinned
  )
  func pinning(visible: Int, rows: [Int?]) {
    let layout = Self.layout(Self.list([0, 3, 2], notes: 1), visible: visible)
    #expect(rows.indices.map { layout.pinnedRow(atOffset: $0) } == rows)
    for offset in [-3, -1, 9, 10] { #expect(layout.pinnedRow(atOffset: offset) == nil) }
  }

  @Test("TW-9: a header is pinned from the row below it to the last row of its section")
  func reference() throws {
    for (counts, plain, _) in Self.lists where plain == 0 {
      let layout = Self.layout(Self.list(counts), visible: 4)
      // The header of each row, from top to bottom.
      let headers = counts.reduce(into: [Int]()) { rows, count in
        rows += [Int](repeating: rows.count, count: count + 1)
      }
      for offset in 0...layout.rowCount {
        let header = headers.indices.contains(offset) ? headers[offset] : nil
        let pinned = header == offset ? nil : header
        #expect(layout.pinnedRow(atOffset: offset) == pinned, "\(counts) at \(offset)")
      }
    }
  }

  @Test("TW-9: scenes contain the pinned header, at rest and in every frame of a motion")
  func held() throws {
    let layout = Self.layout(Self.list([300, 10, 300]), visible: 6)
    let bare = Container(id: ContainerID(rawValue: 9), kind: .page, frame: CellRect(layout.frame))
    let cases: [(Int, [Int])] = [
      (250, [253, 256]), (290, [297, 304, 311, 318]), (400, []), (0, [-1, 1, 3]),
      (318, [305, 296]),
      (606, [609, 607]),
    ]
    for (offset, offsets) in cases {
      let shown = ShownRows(body: layout, offset: offset, offsets: offsets, entries: 610)
      let start = shown.start(bare)
      #expect(start.pinnedRow == layout.pinnedRow(atOffset: offset))
      var frames = [start]
      for index in offsets.indices {
        var frame = start
        for track in shown.tracks(of: bare.id) {
          let isSet = frame.set(track.field, to: track.values[index])
          #expect(isSet && track.values.count == offsets.count)
        }
        frames.append(frame)
      }
      let rest = shown.rest(bare)
      for (frame, offset) in zip(frames + [rest], [offset] + offsets + [shown.restingOffset]) {
        #expect(frame.scroll.y == offset)
        #expect(frame.pinnedRow == layout.pinnedRow(atOffset: offset))
        for row in [frame.pinnedRow].compactMap(\.self) { #expect(frame.rows[row] != nil) }
        for row in max(0, offset)..<min(offset + 6, layout.rowCount) {
          #expect(frame.rows[row] != nil)
        }
      }
      #expect(start.rows.count <= Limits.leadingRows + 1 + 6 + 40)
    }
    // A constant value has no track.
    let still = ShownRows(body: layout, offset: 250, offsets: [253], entries: 610)
    #expect(still.tracks(of: bare.id).map(\.field) == [.scrollY])
  }

  @Test("TW-7: the selection is a row of the scene, headers above it counted separately")
  func selection() {
    let layout = Self.layout(Self.list([0, 3, 2], plain: 1), visible: 6)
    let bare = Container(id: ContainerID(rawValue: 9), kind: .page, frame: CellRect(layout.frame))
    let table = [(0, 0, 0), (1, 3, 2), (3, 5, 2), (4, 7, 3), (5, 8, 3)]
    for (entry, row, headers) in table {
      let page = ShownRows(body: layout, offset: 0, selection: entry, entries: 6).start(bare)
      #expect(page.selection == row && page.currentPage == headers && page.pageCount == 6)
    }
    let none = ShownRows(body: layout, offset: 0, entries: 6).start(bare)
    #expect(none.selection == nil && none.currentPage == 0)
  }

  @Test(
    "TW-8: a selection stays below the pinned header on every size, unlike scrolled rows"
  )
  func anchors() {
    let list = Self.list([3, 20], plain: 2, notes: 1)
    for visible in 1...30 {
      let layout = Self.layout(list, visible: visible)
      for row in 0..<layout.rowCount {
        for ratio in [0x1p-20, 0.03, 0.5, 1] {
          let place = layout.position(ofRow: row)
          let offset = layout.offset(for: ScrollAnchor(position: place, ratio: ratio))
          let top = layout.pinnedRow(atOffset: offset) == nil ? offset : offset + 1
          #expect((top..<offset + visible).contains(row), "row \(row), \(ratio) of \(visible)")
        }
      }
      for offset in 0...layout.maximumOffset {
        #expect(layout.offset(for: layout.anchor(forOffset: offset)) == offset)
      }
    }
  }

  @Test("a hundred thousand sections are found as fast as a few", .timeLimit(.minutes(120)))
  func speed() {
    let list = Self.list([Int](repeating: 1, count: 100_000))
    let layout = Self.layout(list, visible: 10)
    for offset in stride(from: 1, to: 199_990, by: 7)
    where layout.pinnedRow(atOffset: offset) != nil {
      #expect(layout.pinnedRow(atOffset: offset) == offset - 1)
    }
    #expect(layout.row(ofEntry: 99_999) == 199_999)
  }
}
