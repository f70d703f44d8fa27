import NavGeometry
import NavLayout
import NavModel
import NavScene
import NavTestKit
import Testing

@Suite("The rules of books: bindings, numbers of pages, spreads, neighbours")
struct BookRuleTests {
  @Test("PC-1, PC-2, PC-6, PC-10: other pagers have neither spine nor leaves, along either axis")
  func styles() {
    for axis in PagerAxis.allCases {
      let style = PagerStyle.slide(axis, spacing: 0)
      #expect(style.book == nil && style.gestures(of: BookSource(count: 3)) == [])
    }
    #expect(PagerStyle.none.book == nil)
    #expect(PagerStyle.none.gestures(of: BookSource(count: 3)) == [])
    #expect(Spine.allCases.map(\.rawValue) == [1, 2, 3])
    for spine in Spine.allCases {
      let style = PagerStyle.curl(spine, isDoubleSided: false)
      #expect(style.book?.spine == spine)
      #expect(style.gestures(of: BookSource(count: 3)) == [.pan, .edgeTap])
      // PC-6: without a data source no gesture turns a page.
      #expect(style.gestures(of: nil) == [])
    }
  }

  @Test("PC-2, PC-3: the default spine is at the left; a middle spine is always double-sided")
  func doubleSided() throws {
    var style = BookStyle()
    #expect(style == BookStyle(spine: .min, isDoubleSided: false))
    try style.setDoubleSided(true)
    try style.setDoubleSided(false)
    #expect(!style.isDoubleSided)
    style.setSpine(.mid)
    #expect(style.isDoubleSided && style == BookStyle(spine: .mid))
    #expect(throws: BookError.middleIsDoubleSided) { try style.setDoubleSided(false) }
    #expect(style.isDoubleSided)
    try style.setDoubleSided(true)
    style.setSpine(.max)
    #expect(style == BookStyle(spine: .max, isDoubleSided: true))
    try style.setDoubleSided(false)
    #expect(BookError.middleIsDoubleSided.description.contains("move the spine"))
  }

  @Test("PC-4, D-10: the number of pages of a transition; a wrong number is an error with both")
  func counts() throws {
    let table: [(style: PagerStyle, isAnimated: Bool, required: Int)] = [
      (.sliding, true, 1), (.sliding, false, 1), (.none, false, 1),
      (.curl(.min, isDoubleSided: false), true, 1), (.curl(.min, isDoubleSided: false), false, 1),
      (.curl(.max, isDoubleSided: false), true, 1), (.curl(.max, isDoubleSided: false), false, 1),
      (.curl(.min, isDoubleSided: true), true, 2), (.curl(.min, isDoubleSided: true), false, 1),
      (.curl(.max, isDoubleSided: true), true, 2), (.curl(.max, isDoubleSided: true), false, 1),
      (.curl(.mid, isDoubleSided: false), true, 2), (.curl(.mid, isDoubleSided: false), false, 2),
      (.curl(.mid, isDoubleSided: true), true, 2), (.curl(.mid, isDoubleSided: true), false, 2),
    ]
    for (style, isAnimated, required) in table {
      #expect(style.requiredPages(isAnimated: isAnimated) == required, "\(style)")
      guard let book = style.book else { continue }
      for given in 0...3 where given != required {
        let error = BookError.wrongCount(given: given, required: required)
        #expect(throws: error) { try book.check(given: given, isAnimated: isAnimated) }
        #expect(error.description.contains("\(given) pages"))
        #expect(error.description.contains("give \(required)"))
        // Nothing changes, also during a turn.
        var state = BookState(current: 2)
        state.turn(to: 4, at: .zero)
        let before = state
        let pages = [Int?](repeating: 0, count: given)
        #expect(throws: error) {
          try state.show(pages, as: book, of: 9, isAnimated: isAnimated, at: .milliseconds(50))
        }
        #expect(state == before)
      }
      try book.check(given: required, isAnimated: isAnimated)
    }
  }

  @Test("PC-5, PCQ-4, PC-8: the pages set are those visible at the end")
  func show() throws {
    let leaves = BookStyle(spine: .min, isDoubleSided: true)
    var state = BookState(current: 0)
    var outcome = try state.show([2, 1], as: leaves, of: 4, isAnimated: true, at: .zero)
    #expect(outcome == BookOutcome(status: .started, events: []))
    #expect(state.current == 2 && state.leaf(of: .pages, at: .zero) != nil)
    #expect(state.settle(at: .seconds(1)) == [.completion(finished: true)])
    // A book can't rest on the back of a page.
    let before = state
    #expect(throws: BookError.noPage(given: nil, count: 4)) {
      try state.show([nil, 3], as: leaves, of: 4, isAnimated: true, at: .zero)
    }
    for page in [-1, 4] {
      #expect(throws: BookError.noPage(given: page, count: 4)) {
        try state.show([page, 3], as: leaves, of: 4, isAnimated: true, at: .zero)
      }
    }
    #expect(BookError.noPage(given: 4, count: 4).description.contains("page 5"))
    #expect(BookError.noPage(given: 4, count: 4).description.contains("1 to 4"))
    #expect(BookError.noPage(given: 0, count: 0).description.contains("none"))
    #expect(state == before)
    // Spine in the middle: a spread, whose last half may be blank.
    let middle = BookStyle(spine: .mid)
    outcome = try state.show([4, nil], as: middle, of: 5, isAnimated: false, at: .seconds(1))
    #expect(outcome == BookOutcome(status: .placed, events: [.completion(finished: true)]))
    #expect(state == BookState(current: 4))
    for pages: [Int?] in [[1, 2], [2, 4], [2, nil], [3, 2]] {
      let left = (pages[0] ?? 0) / 2 * 2
      #expect(throws: BookError.noSpread(left: left)) {
        try state.show(pages, as: middle, of: 5, isAnimated: true, at: .seconds(1))
      }
    }
    #expect(BookError.noSpread(left: 2).description.contains("give 3"))
    #expect(state == BookState(current: 4))
  }

  @Test("PC-6, PS-4: the neighbours of a page; asking changes nothing, nil ends the document")
  func source() {
    for count in 0...5 {
      let source = BookSource(count: count)
      for page in -2...count + 1 {
        let isThere = page >= 0 && page < count
        let before = isThere && page - 1 >= 0 ? page - 1 : nil
        let after = isThere && page + 1 < count ? page + 1 : nil
        #expect(source.page(before: page) == before && source.page(after: page) == after)
      }
    }
    // Asking for both neighbours of a swipe does not turn the page.
    let state = BookState(current: 1)
    _ = BookSource(count: 3).page(after: state.current)
    #expect(state == BookState(current: 1))
  }

  @Test("PC-8, PCQ-1: even pages are left, odd ones right, and the last of an odd number is alone")
  func spreads() {
    for count in 1...20 {
      for index in 0..<count {
        let spread = BookSpread(of: index, count: count)
        let left = [0, 2, 4, 6, 8, 10, 12, 14, 16, 18].last { $0 <= index } ?? 0
        #expect(spread.left == left && spread.contains(index))
        #expect(spread.right == (left == count - 1 ? nil : left + 1))
        #expect(spread.pages.count == (spread.right == nil ? 1 : 2))
        #expect(spread.previous?.next ?? spread == spread)
        #expect((spread.previous == nil) == (left == 0))
        #expect((spread.next == nil) == (left + 2 >= count))
      }
    }
  }

  @Test(
    "D-4, PC-8: two pages from 100 columns on if twice as wide as high; with a middle spine from 41 on",
    arguments: [
      (columns: 100, rows: 50, spine: Spine.min, shown: Spine.mid), (100, 51, .min, .min),
      (99, 24, .min, .min), (101, 50, .max, .mid), (99, 24, .max, .max), (102, 52, .max, .max),
      (41, 24, .mid, .mid), (40, 24, .mid, .min), (41, 500, .mid, .mid), (200, 60, .mid, .mid),
      (0, 0, .mid, .min), (0, 0, .max, .max), (1000, 500, .max, .mid),
    ]
  )
  func twoUp(columns: Int, rows: Int, spine: Spine, shown: Spine) {
    for isDoubleSided in [false, true] {
      let layout = BookLayout(
        room: CellSize(columns: columns, rows: rows),
        style: BookStyle(spine: spine, isDoubleSided: isDoubleSided)
      )
      #expect(layout.spine == shown && layout.isTwoUp == (shown == .mid))
      // A book with a middle spine that shows one page shows every page.
      let hasBacks = shown == .mid || (isDoubleSided && spine != .mid)
      #expect(layout.isDoubleSided == hasBacks && layout.step == (hasBacks ? 2 : 1))
    }
  }

  @Test(
    "PC-9: turning a double-sided book bound at an edge reaches every second page only"
  )
  func doubleSteps() {
    for spine in [Spine.min, .max] {
      let layout = BookLayout(
        room: CellSize(columns: 80, rows: 24),
        spine: spine,
        isDoubleSided: true
      )
      var seen = [0]
      while let next = layout.next(from: seen[seen.count - 1], of: 7) { seen.append(next) }
      #expect(seen == [0, 2, 4, 6])
      // A back that was requested by its number goes back to its own front.
      #expect(layout.previous(from: 3, of: 7) == 2 && layout.next(from: 3, of: 7) == 4)
      #expect(layout.previous(from: 1, of: 7) == 0 && layout.previous(from: 2, of: 7) == 0)
    }
  }

  @Test("PCQ-2, PCQ-4: a leaf is lifted only if there is a page behind it")
  func canTurn() {
    for (columns, spine, isDoubleSided) in [
      (80, Spine.min, false), (80, .min, true), (80, .max, true), (80, .mid, true),
      (30, .mid, true),
    ] {
      let layout = BookLayout(
        room: CellSize(columns: columns, rows: 24),
        spine: spine,
        isDoubleSided: isDoubleSided
      )
      for count in 1...9 {
        for page in 0..<count {
          let next = layout.next(from: page, of: count)
          let previous = layout.previous(from: page, of: count)
          let step = layout.step
          #expect(next == (page / step + 1) * step || (page / step + 1) * step >= count)
          #expect(layout.canTurn(.forward, from: page, of: count) == (next != nil))
          #expect(layout.canTurn(.reverse, from: page, of: count) == (previous != nil))
          #expect(next.map { $0 > page && $0 < count } ?? true)
          #expect(previous.map { $0 < page && $0 >= 0 } ?? true)
          // Before the first spread and after the last one there is no page.
          #expect((next == nil) == (page >= count - 1 - (count - 1) % step))
        }
        #expect(!layout.canTurn(.forward, from: count, of: count))
        #expect(!layout.canTurn(.reverse, from: -1, of: count))
      }
    }
  }

  @Test("PC-10: a tap in the outer eighth at either edge turns, one between them does not")
  func edges() {
    let layout = BookLayout(
      room: CellSize(columns: 80, rows: 24),
      spine: .min,
      isDoubleSided: false
    )
    let table: [(Int, PageSide?)] = [
      (-1, nil), (0, .before), (9, .before), (10, nil), (69, nil), (70, .after), (79, .after),
      (80, nil),
    ]
    for (column, side) in table {
      #expect(PageSide.leafEdge(at: column, of: 80) == side, "\(column)")
    }
    #expect(layout.turnDistance == 80 && layout.flickSpeed == 37.5 / 80)
    let narrow = BookLayout(room: .zero, spine: .min, isDoubleSided: false)
    #expect(PageSide.leafEdge(at: 0, of: 0) == nil && narrow.turnDistance == 1)
  }
}
