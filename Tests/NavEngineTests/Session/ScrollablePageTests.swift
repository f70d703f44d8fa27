import NavBase
import NavTestKit
import Testing

@testable import NavEngine

/// A list of entries with the given keys and sections.
func listPage(
  _ keys: [Int],
  sections: [Range<Int>] = [],
  vetoed: Set<Int> = [],
  notes: [String] = []
) -> PageContent {
  PageContent(
    title: "list",
    list: ListContent(
      entries: keys.map { key in
        ListEntry(
          key: Array("k\(key)".utf8),
          label: "\(key)",
          opens: .text,
          isSelectable: !vetoed.contains(key)
        )
      },
      sections: sections.enumerated().map { ListSection(title: "s\($0)", entries: $1) },
      notes: notes
    )
  )
}

extension ScrollablePage {
  /// Returns the page's body for a viewport with so many rows.
  func body(visible: Int) -> any PageBody {
    let size = CellSize(columns: 30, rows: visible)
    guard let list = content.list else {
      let text = FlowedText(content.document, columns: 30)
      return PageLayout(reading: text, frame: size, header: 0, columns: 30)
    }
    return ListLayout(list, frame: size, header: 0, columns: 30, uncovered: 30)
  }

  func offset(visible: Int) -> Int { body(visible: visible).offset(for: anchor) }
}

@Suite("ScrollablePage: moving in a list with sections and vetoes")
struct RowsPageTests {
  private static let first: [(keys: Int, vetoed: Set<Int>, selection: Int?)] = [
    (0, [], nil), (1, [], 0), (3, [], 0), (3, [0], 1), (3, [0, 1], 2), (3, [0, 1, 2], nil),
  ]

  @Test(
    "TW-4, TW-7: a list begins at its top, and the first selectable entry is selected",
    arguments: first
  )
  func opened(keys: Int, vetoed: Set<Int>, selection: Int?) {
    let page = ScrollablePage(listPage(Array(0..<keys), vetoed: vetoed))
    #expect(page.selection == selection && page.isUntouched)
  }

  private static let moves:
    [(keys: Int, vetoed: Set<Int>, moves: [ScrollablePage.Move], selection: Int?)] = [
      (6, [1, 2], [.rows(1)], 3), (6, [1, 2], [.rows(1), .rows(-1)], 0),
      (6, [1, 2], [.rows(2)], 3), (6, [4, 5], [.to(3), .rows(1)], 3), (6, [5], [.to(.max)], 4),
      (6, [0, 1], [.to(5), .to(0)], 2), (6, [0, 1], [.rows(-1)], 2), (6, [3], [.to(3)], 4),
      (6, [3], [.to(5), .to(3)], 2), (6, [3], [.to(-9)], 0), (9, [], [.screens(1)], 4),
      (9, [4, 5], [.screens(1)], 6), (9, [4, 5], [.to(8), .screens(-1)], 3),
      (9, [], [.screens(1), .screens(1), .screens(1)], 8), (1, [], [.rows(1)], 0),
      (3, [0, 1, 2], [.rows(1), .to(2), .screens(1)], nil), (0, [], [.rows(1), .to(3)], nil),
    ]

  @Test("TW-7: vetoed entries are skipped in the direction of the move", arguments: moves)
  private func vetoes(keys: Int, vetoed: Set<Int>, moves: [ScrollablePage.Move], selection: Int?) {
    var page = ScrollablePage(listPage(Array(0..<keys), vetoed: vetoed))
    for move in moves {
      let before = page.selection
      let isMoved = page.move(by: move, in: page.body(visible: 4))
      #expect(isMoved == (page.selection != before))
    }
    #expect(page.selection == selection)
  }

  @Test("TW-7: a list without selectable entries scrolls like a text")
  func allVetoed() {
    var page = ScrollablePage(listPage(Array(0..<10), vetoed: Set(0..<10)))
    let body = page.body(visible: 4)
    #expect(page.move(by: .rows(1), in: body) && page.offset(visible: 4) == 1)
    #expect(page.move(by: .screens(1), in: body) && page.offset(visible: 4) == 4)
    #expect(page.move(by: .to(.max), in: body) && page.offset(visible: 4) == 6)
    #expect(!page.move(by: .rows(1), in: body) && page.selection == nil)
    page.returnToTop(scrolling: 1)
    #expect(page.offset(visible: 4) == 0 && page.place == nil)
  }

  private static let unselected: [(offset: Int, move: ScrollablePage.Move, selection: Int)] = [
    // Header 0, entries 0 ... 4 in rows 1 ... 5, header in row 6, entries 5 ... 9 in 7 ... 11; four
    // rows are visible.
    (0, .rows(1), 0), (0, .rows(-1), 2), (0, .screens(-1), 2),
    // The row below the pinned header is the first visible one.
    (2, .rows(1), 2), (2, .rows(-1), 4), (3, .rows(-1), 4), (6, .rows(1), 5), (7, .screens(1), 6),
    (8, .rows(-1), 9), (5, .to(3), 3),
  ]

  @Test(
    "TW-7: without a selection, keys begin with the first or the last visible entry",
    arguments: unselected
  )
  private func withoutSelection(offset: Int, move: ScrollablePage.Move, selection: Int) {
    var page = ScrollablePage(listPage(Array(0..<10), sections: [0..<5, 5..<10]))
    page.selection = nil
    let body = page.body(visible: 4)
    page.anchor = body.anchor(forOffset: offset)
    page.move(by: move, in: body)
    #expect(page.selection == selection)
  }

  @Test("TW-7: only selectable entries respond to taps")
  func taps() {
    let page = ScrollablePage(
      listPage([0, 1, 2], sections: [0..<0, 0..<3], vetoed: [1], notes: ["n"])
    )
    let entries = (-1...6).map { page.selectableEntry(atRow: $0) }
    #expect(entries == [nil, nil, nil, 0, nil, 2, nil, nil])
    let text = PageContent("t", [])
    #expect(ScrollablePage(text).selectableEntry(atRow: 0) == nil)
  }

  @Test("TW-8: in every viewport the selected entry is visible, and never below the pinned header")
  func coverage() throws {
    try forSeeds(0..<150) { random in
      let counts = (0..<random.int(in: 1...4)).map { _ in random.pick([0, 1, 2, 9]) }
      var sections: [Range<Int>] = []
      for count in counts {
        let start = sections.last?.upperBound ?? random.int(in: 0...2)
        sections.append(start..<start + count)
      }
      let keys = Array(0..<(sections.last?.upperBound ?? 0))
      let vetoed = Set(keys.filter { _ in random.oneIn(5) })
      let content = listPage(keys, sections: sections, vetoed: vetoed, notes: ["n"])
      var page = ScrollablePage(content)
      for _ in 0..<20 {
        let step = random.pick([-30, -1, 1, 1, 3])
        let move: ScrollablePage.Move = random.pick([
          .rows(step), .screens(step.signum()), .to(step),
        ])
        page.move(by: move, in: page.body(visible: random.int(in: 1...9)))
        guard let entry = page.selection else {
          try demand(keys.allSatisfy(vetoed.contains))
          continue
        }
        try demand(!vetoed.contains(entry))
        for visible in 1...12 {
          let body = page.body(visible: visible)
          let row = body.row(ofEntry: entry)
          let offset = body.offset(for: page.anchor)
          let top = body.pinnedRow(atOffset: offset) == nil ? offset : offset + 1
          try demand((top..<offset + visible).contains(row), "\(entry) at \(offset) of \(visible)")
        }
      }
    }
  }

  @Test(
    "TW-8: the first entry comes with the vetoed ones above it, the last with the notes"
  )
  func ends() {
    let content = listPage(Array(0..<20), sections: [0..<20], vetoed: [0, 1, 19], notes: ["n"])
    var page = ScrollablePage(content)
    page.move(by: .to(.max), in: page.body(visible: 6))
    #expect(page.selection == 18 && page.offset(visible: 6) == 22 - 6)
    page.move(by: .to(0), in: page.body(visible: 6))
    #expect(page.selection == 2 && page.offset(visible: 6) == 0)
  }

  @Test("TW-8: a list scrolls by the least possible amount")
  func minimal() {
    var page = ScrollablePage(listPage(Array(0..<30), sections: [0..<10, 10..<30]))
    let table: [(Int, Int)] = [
      // The row of an entry is one further down, from entry 10 on two.
      (3, 0), (4, 0), (5, 1), (6, 2), (3, 2), (2, 2), (1, 1), (0, 0), (14, 11), (11, 11), (10, 11),
      (9, 9), (12, 9),
    ]
    for (entry, offset) in table {
      page.move(by: .rows(entry - (page.selection ?? 0)), in: page.body(visible: 6))
      #expect(page.offset(visible: 6) == offset, "entry \(entry)")
    }
  }

  @Test("TW-8: a jump out of view shows what surrounds the entry, and any other moves nothing")
  func jumps() {
    var page = ScrollablePage(listPage(Array(0..<30), sections: [0..<10, 10..<30]))
    let table: [(Int, Int)] = [
      // The row of an entry is one further down, from entry 10 on two. The pinned header covers entry 12.
      (4, 0), (5, 4), (9, 8), (14, 14), (17, 14), (13, 14), (12, 12), (29, 26), (0, 0),
    ]
    for (entry, offset) in table {
      page.move(by: .to(entry), in: page.body(visible: 6))
      #expect(page.offset(visible: 6) == offset, "entry \(entry)")
    }
  }
}
