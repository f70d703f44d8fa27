import NavTestKit
import Testing

@testable import NavLayout

@Suite("Table: cells, scroll positions and the selection")
struct TableTests {
  private static func table(
    _ count: Int = 10,
    height: Double = 3,
    header: Double = 0
  ) -> NumberedTable {
    Table(unitSections([count], header: header), height: height)
  }

  // MARK: Passes

  @Test("TW-2, TW-3: a pass places, lays headers out, removes, adds, then the repeated views")
  func order() {
    var content = unitSections([4, 4])
    for row in 0..<4 { content[0].rows[row].repeated = "a" }
    var table = Table(content, height: 3, pinsHeaders: true)
    let first = table.layout()
    let names = [TableIndex(0, 0), TableIndex(0, 1)]
    #expect(
      first == [
        .didPlace(offset: 0),
        .didLayOutHeaders([TableHeader(section: 0, y: 0, isPinned: false)]),
        .allocate(cell: 0, names[0]), .willDisplay(cell: 0, names[0]),
        .allocate(cell: 1, names[1]), .willDisplay(cell: 1, names[1]),
        .didLayOutRepeatedViews([TableRepeatedView(identifier: "a", rows: 0..<4, y: 1)]),
      ]
    )
    #expect(table.layout() == [])
    let second = table.scroll(to: 3)
    #expect(
      second == [
        .didLayOutHeaders([
          TableHeader(section: 0, y: 0, isPinned: true),
          TableHeader(section: 1, y: 2, isPinned: false),
        ]),
        .didEndDisplaying(cell: 0, names[0]), .didEndDisplaying(cell: 1, names[1]),
        .reuse(cell: 1, TableIndex(0, 2)), .willDisplay(cell: 1, TableIndex(0, 2)),
        .reuse(cell: 0, TableIndex(0, 3)), .willDisplay(cell: 0, TableIndex(0, 3)),
        .didLayOutRepeatedViews([TableRepeatedView(identifier: "a", rows: 0..<4, y: 0)]),
      ]
    )
    // A reused cell has no state of its last row.
    #expect(table.cells[3] == TableCell(serial: 0, identifier: "row").showing(TableIndex(0, 3)))
  }

  @Test("TW-2: a cell without an identifier is used once")
  func withoutIdentifier() {
    var table = Table(tableSections([[1, 1, 1]], identifier: nil), height: 1).laidOut()
    for offset in [1.0, 2, 1, 0] { _ = table.scroll(to: offset) }
    #expect(table.allocated == 5 && table.cells.values.map(\.serial) == [4])
  }

  @Test("TW-2: a dragged cell is never reused for another row, at any scroll offset")
  func dragging() throws {
    var table = Self.table().laidOut()
    try table.drag(TableIndex(0, 1))
    for offset in [5.0, 7, 2, 6] {
      let events = table.scroll(to: offset)
      #expect(!events.contains { if case .reuse(1, _) = $0 { true } else { false } })
      #expect(table.cells[1]?.serial == 1 && table.shown.contains(TableIndex(0, 1)))
    }
    // Dropped out of view it is removed, and can be reused.
    #expect(table.drop() == [.didEndDisplaying(cell: 1, TableIndex(0, 1))])
    #expect(table.resize(to: 4).contains(.reuse(cell: 1, TableIndex(0, 9))))
    // Only visible rows can be dragged.
    #expect(throws: TableError(index: TableIndex(0, 0))) { try table.drag(TableIndex(0, 0)) }
    #expect(throws: TableError(index: TableIndex(3, 0))) { try table.drag(TableIndex(3, 0)) }
    #expect(TableError(index: TableIndex(3, 0)).description.contains("row 0 in section 3"))
  }

  @Test("TW-2: a row selected out of view gets the focus when it becomes visible, once")
  func focus() throws {
    var table = Self.table().laidOut()
    let far = TableIndex(0, 8)
    #expect(try table.select(far, reveal: .none) == [.didSelect(far)])
    let events = table.scroll(to: 6)
    let cell = try #require(table.cells[8]?.serial)
    #expect(events.suffix(2) == [.willDisplay(cell: cell, far), .didFocus(cell: cell, far)])
    #expect(table.cells[8]?.isSelected == true)
    let later = table.scroll(to: 0) + table.scroll(to: 6)
    #expect(!later.contains { if case .didFocus = $0 { true } else { false } })
    // A visible one gets it at once.
    let near = TableIndex(0, 6)
    let serial = try #require(table.cells[6]?.serial)
    #expect(
      try table.select(near) == [
        .didDeselect(far), .didSelect(near), .didFocus(cell: serial, near),
      ]
    )
    // A selection that was replaced gets none.
    _ = try table.select(TableIndex(0, 0), reveal: .none)
    _ = table.deselect()
    #expect(!table.scroll(to: 0).contains { if case .didFocus = $0 { true } else { false } })
  }

  // MARK: Places

  @Test("TW-4: the first layout is at the top, unless an offset was set before")
  func firstLayout() {
    var plain = Self.table()
    #expect(plain.layout().first == .didPlace(offset: 0))
    var set = Self.table()
    #expect(set.scroll(to: 4) == [] && set.cells.isEmpty)
    #expect(set.layout().first == .didPlace(offset: 4))
    #expect(set.shown == [4, 5, 6].map { TableIndex(0, $0) })
    // Nothing is shown before it.
    var unseen = Self.table()
    #expect(unseen.resize(to: 5) == [] && unseen.drop() == [])
    #expect(unseen.reload(unitSections([2])) == [.willReload, .didReload])
  }

  @Test("TW-5: a new size keeps the first visible row at its distance, as far as there are rows")
  func resizing() {
    var table = Self.table().laidOut(at: 3.5)
    #expect(table.resize(to: 5).first == .didPlace(offset: 3.5))
    #expect(table.resize(to: 8).first == .didPlace(offset: 2))
    #expect(table.resize(to: 20).first == .didPlace(offset: 0))
    #expect(table.resize(to: -1).first == .didPlace(offset: 0) && table.cells.isEmpty)
  }

  @Test("TW-5, TW-6: new heights keep the cells, and the first visible row at its distance")
  func reloadLayout() {
    var table = Self.table().laidOut(at: 4.5)
    let serials = table.cells.mapValues(\.serial)
    // Rows of 3: row 4 begins at 12, and half a unit of it is out of view.
    let events = table.reloadLayout(tableSections([[Double](repeating: 3, count: 10)]))
    #expect(events.first == .didPlace(offset: 12.5))
    #expect(events.removed == [6, 7].map { TableIndex(0, $0) } && events.added == [])
    #expect(table.cells.mapValues(\.serial) == serials.filter { $0.key < 6 })
  }

  private static let reloads: [(keys: [Int], keeping: TableKeeping, offset: Double, name: String)] =
    [
      // Ten rows, of which 4 ... 7 are visible, 4 half.
      (Array(0..<10), .firstRow, 4.5, "the same"),
      ([90, 91] + Array(0..<10), .firstRow, 6.5, "two above"),
      ([90, 91] + Array(0..<10), .offset, 4.5, "two above, the offset kept"),
      ([4, 5, 6, 7, 8, 9, 0, 1, 2, 3], .firstRow, 0.5, "moved to the top"),
      ([0, 1, 2, 3, 5, 6, 7, 8, 9, 10], .firstRow, 3.5, "the first one has gone"),
      (
        [0, 1, 7, 8, 9, 10, 11, 12, 13], .firstRow, 0,
        "all but the last one have gone, above the top"
      ),
      ([20, 21, 22, 23, 24, 25, 26, 27, 28, 29], .firstRow, 4.5, "all have gone: the offset"),
      ([4, 5], .firstRow, 0, "too few to scroll"), ([], .firstRow, 0, "none"),
    ]

  @Test("TW-5: a reload keeps the first visible row, or the offset", arguments: reloads)
  func reloadPlaces(keys: [Int], keeping: TableKeeping, offset: Double, name: String) {
    var table = Self.table().laidOut(at: 4.5)
    let events = table.reload(unitSections([keys.count], header: 0, keys: keys), keeping: keeping)
    #expect(table.offset == offset, "\(name)")
    #expect(events.contains(.didPlace(offset: offset)))
    #expect(
      table.shown == TableTwin(table.content).seen(offset..<offset + 3).map { TableIndex(0, $0) }
    )
  }

  // MARK: Reloads

  @Test("TW-6: will reload, all cells returned from the top, laid out at once, did reload")
  func reload() throws {
    var table = Self.table(height: 2).laidOut(at: 1)
    let events = table.reload(unitSections([10], header: 0, keys: Array(20..<30)))
    #expect(
      events == [
        .willReload,
        .didEndDisplaying(cell: 1, TableIndex(0, 1)), .didEndDisplaying(cell: 0, TableIndex(0, 2)),
        .didPlace(offset: 1),
        .reuse(cell: 0, TableIndex(0, 1)), .willDisplay(cell: 0, TableIndex(0, 1)),
        .reuse(cell: 1, TableIndex(0, 2)), .willDisplay(cell: 1, TableIndex(0, 2)),
        .didReload,
      ]
    )
  }

  private static let selections: [(keys: [Int], vetoed: Set<Int>, selection: TableIndex?)] = [
    (Array(0..<10), [], TableIndex(0, 4)), ([4], [], TableIndex(0, 0)),
    ([9, 8, 7, 6, 5, 4, 3], [], TableIndex(0, 5)), ([0, 1, 2, 3, 5, 6], [], nil), ([], [], nil),
    (Array(0..<10), [4], nil),
  ]

  @Test(
    "TW-6: a selection follows its row's key, and ends if the key is gone",
    arguments: selections
  )
  func reloadSelection(keys: [Int], vetoed: Set<Int>, selection: TableIndex?) throws {
    var table = Self.table().laidOut(at: 3)
    _ = try table.select(TableIndex(0, 4))
    let content = unitSections([keys.count], header: 0, keys: keys, vetoed: vetoed)
    let events = table.reload(content)
    #expect(table.selection == selection && events.selections == [])
    #expect(
      table.cells.values.filter(\.isSelected).compactMap(\.index).allSatisfy { $0 == selection }
    )
  }

  @Test("TW-2, TW-6: a dragged row keeps its cell in a reload, until its key is gone")
  func reloadDragged() throws {
    var table = Self.table().laidOut()
    try table.drag(TableIndex(0, 1))
    let moved = table.reload(unitSections([5], header: 0, keys: [5, 0, 6, 1, 7]))
    #expect(moved.removed == [TableIndex(0, 0), TableIndex(0, 2)])
    #expect(table.cells[3]?.serial == 1 && table.cells[3]?.index == TableIndex(0, 3))
    let gone = table.reload(unitSections([2], header: 0, keys: [0, 5]))
    #expect(gone.contains(.didEndDisplaying(cell: 1, TableIndex(0, 3))))
    #expect(table.drop() == [] && table.cells.count == 2)
  }

  // MARK: Selecting

  @Test("TW-7: selecting deselects first, even the same row, and stores a row out of view")
  func selecting() throws {
    var table = Self.table().laidOut()
    let (near, far) = (TableIndex(0, 1), TableIndex(0, 9))
    #expect(try table.select(near).selections == [.didSelect(near)])
    #expect(table.cells[1]?.isSelected == true)
    #expect(try table.select(near).selections == [.didDeselect(near), .didSelect(near)])
    let events = try table.select(far)
    #expect(events.prefix(2) == [.didDeselect(near), .didSelect(far)])
    // Then it scrolls.
    #expect(events.added == [7, 8, 9].map { TableIndex(0, $0) } && table.offset == 7)
    #expect(table.selection == far && table.cells[9]?.isSelected == true)
    #expect(table.cells.values.count { $0.isSelected } == 1)
    #expect(table.deselect() == [.didDeselect(far)] && table.deselect() == [])
    #expect(table.selection == nil && table.cells[9]?.isSelected == false)
    #expect(throws: TableError(index: TableIndex(0, 10))) { try table.select(TableIndex(0, 10)) }
    #expect(throws: TableError(index: TableIndex(1, 0))) { try table.reveal(TableIndex(1, 0)) }
  }

  @Test("TW-7: a veto changes nothing")
  func veto() throws {
    var table = Table(unitSections([5], vetoed: [3]), height: 9).laidOut()
    _ = try table.select(TableIndex(0, 1))
    #expect(try table.select(TableIndex(0, 3)) == [])
    #expect(table.selection == TableIndex(0, 1))
  }

  private static let keyTable:
    [(counts: [Int], vetoed: Set<Int>, offset: Double, start: Int?, keys: [Int], row: Int?)] = [
      ([5], [], 0, 2, [1], 3), ([5], [], 0, 2, [-1], 1), ([5], [], 0, 4, [1], 4),
      ([5], [], 0, 0, [-1], 0), ([5], [3], 0, 2, [1], 4), ([5], [3, 4], 0, 2, [1], 2),
      ([5], [0, 1], 0, 2, [-1], 2), ([5], [1, 2, 3], 0, 4, [-1], 0),
      // Sections of no rows, of one, of many.
      ([0, 1, 0, 0, 3, 0], [], 0, 0, [1], 1), ([0, 1, 0, 0, 3, 0], [], 0, 1, [-1], 0),
      ([0, 1, 0, 0, 3, 0], [], 0, nil, [1, 1, 1, 1, 1], 3),
      // Without a selection: the first visible row, or the last one. (Headers of 1, a viewport of
      // 4.)
      ([9], [], 0, nil, [1], 0), ([9], [], 0, nil, [-1], 2), ([9], [], 5, nil, [-1], 7),
      // A row under the pinned header is not visible.
      ([9], [], 5, nil, [1], 5), ([9], [], 4.5, nil, [1], 4),
      ([9], [5, 6], 5, nil, [1], 7), ([9], [7, 6], 5, nil, [-1], 5),
      // All vetoed, or no rows.
      ([3], [0, 1, 2], 0, nil, [1, -1], nil), ([0, 0], [], 0, nil, [1, -1], nil),
      ([], [], 0, nil, [1, -1], nil),
    ]

  @Test(
    "TW-7: keys skip vetoed rows and empty sections, and begin with a visible row",
    arguments: keyTable
  )
  func keys(
    counts: [Int],
    vetoed: Set<Int>,
    offset: Double,
    start: Int?,
    keys: [Int],
    row: Int?
  ) throws {
    let content = unitSections(counts, vetoed: vetoed)
    var table = Table(content, height: 4, pinsHeaders: true).laidOut(at: offset)
    if let start { _ = try table.select(table.geometry.index(of: start), reveal: .none) }
    for key in keys {
      let before = table.selection
      let events = table.selectNext(towards: key)
      #expect(events.isEmpty == (before == table.selection))
    }
    #expect(table.selection.flatMap { table.geometry.number(of: $0) } == row)
  }

  // MARK: Revealing

  /// Two sections of a header of 2 and four rows of 1; a viewport of 5; 12 in all.
  private static let revealTable:
    [(from: Double, row: Int, place: TableReveal, pinned: Double, plain: Double)] = [
      (0, 7, .none, 0, 0), (3, 0, .none, 3, 3),
      // At the top, below the header; no further than the end.
      (0, 2, .top, 2, 4), (7, 2, .top, 2, 4), (0, 7, .top, 7, 7), (5, 0, .top, 0, 2),
      (0, 5, .top, 7, 7),
      // Visible: nothing moves.
      (0, 2, .visible, 0, 0), (1, 3, .visible, 1, 1),
      // Below: as little as possible. Above: as little as possible, and not below the header.
      (0, 3, .visible, 1, 1), (0, 4, .visible, 4, 4), (7, 4, .visible, 6, 7),
      (7, 1, .visible, 1, 3),
      (3, 1, .visible, 1, 3), (2, 0, .visible, 0, 2), (7, 0, .visible, 0, 2),
    ]

  @Test(
    "TW-8: to the top, or as little as possible; a pinned header does not cover the row",
    arguments: revealTable
  )
  func reveals(from: Double, row: Int, place: TableReveal, pinned: Double, plain: Double) throws {
    for (pins, expected) in [(true, pinned), (false, plain)] {
      let content = unitSections([4, 4], header: 2)
      var table = Table(content, height: 5, pinsHeaders: pins).laidOut(at: from)
      let index = table.geometry.index(of: row)
      let events = try table.reveal(index, place)
      #expect(table.offset == expected, "\(pins ? "pinned" : "plain")")
      #expect((from == expected) == events.isEmpty)
      guard place != .none else { continue }
      let extent = table.geometry.extent(of: row)
      let top = table.headers.filter { $0.isPinned }.map { $0.y + 2 }.max() ?? 0
      #expect(extent.lowerBound - table.offset >= top && extent.upperBound - table.offset <= 5)
    }
  }
}

extension TableCell {
  fileprivate func showing(_ index: TableIndex) -> TableCell {
    showing(index, isSelected: false)
  }
}
