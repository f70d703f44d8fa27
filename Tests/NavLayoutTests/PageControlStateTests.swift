import NavGeometry
import NavLayout
import NavModel
import NavScene
import NavTestKit
import Testing

@Suite("The page control as a model")
struct PageControlStateTests {
  @Test(
    "PI-1: only horizontally sliding pages with a count and an index have a page control",
    arguments: [
      (style: PagerStyle.sliding, count: 3 as Int?, index: 0 as Int?, isShown: true),
      (.slide(.horizontal, spacing: 0), 1, 0, true), (.sliding, 0, 0, false),
      (.sliding, nil, 0, false), (.sliding, 3, nil, false), (.sliding, nil, nil, false),
      (.slide(.vertical, spacing: 2), 3, 0, false), (.curl(.mid, isDoubleSided: true), 3, 0, false),
      (.curl(.min, isDoubleSided: false), 3, 0, false), (.none, 3, 0, false),
    ]
  )
  func shown(style: PagerStyle, count: Int?, index: Int?, isShown: Bool) {
    #expect(PageControlState.isShown(for: style, count: count, index: index) == isShown)
  }

  @Test("PI-2, PI-3, PI-4, D-11: after any command and gesture the dots match the model")
  func derived() throws {
    try forSeeds(0..<100) { generator in
      let count = generator.int(in: 1...9)
      var state = PagerState(current: generator.int(in: 0...count - 1))
      var now = Duration.zero
      for _ in 0..<20 {
        now += FrameTime.start(of: generator.int(in: 0...30))
        let before = state
        switch generator.int(in: 0...4) {
        case 0: state.turn(to: generator.int(in: 0...count - 1), at: now)
        case 1:
          state.turn(to: generator.int(in: 0...count - 1), at: now, isAnimated: false)
        case 2: state.beginPan(of: count, at: now)
        case 3: state.pan(by: Double(generator.int(in: -20...20)) / 10)
        default: state.release(to: state.pan?.base ?? 0, at: now)
        }
        let control = PageControlState(of: state, count: count)
        try #require(control.currentPage == state.current)
        try #require(control.displayedPage == state.current && control.pageCount == count)
        // The reported and the shown index are equal.
        for event in state.events(since: before, by: .gesture) {
          try #require(event.page == control.currentPage)
        }
      }
    }
  }

  @Test("PI-5: the index begins at 0, and is clamped to the existing pages")
  func pinned() {
    var control = PageControlState()
    #expect(control.pageCount == 0 && control.currentPage == 0 && control.isHidden)
    for page in [-1, 0, 5, .max, .min] {
      control.setCurrentPage(page)
      #expect(control.currentPage == 0)
    }
    control.setPageCount(3)
    for (page, expected) in [(-1, 0), (0, 0), (2, 2), (3, 2), (.max, 2), (.min, 0), (1, 1)] {
      control.setCurrentPage(page)
      #expect(control.currentPage == expected && control.displayedPage == expected)
    }
    control.setCurrentPage(2)
    control.setPageCount(2)
    #expect(control.currentPage == 1 && control.displayedPage == 1)
    control.setPageCount(5)
    #expect(control.currentPage == 1)
    control.setPageCount(0)
    #expect(control.currentPage == 0 && control.displayedPage == 0)
  }

  @Test("PI-6: a tap moves by one page to its side and is reported; a program's change is not")
  func taps() {
    var control = PageControlState()
    #expect(control.tap(.after) == nil && control.tap(.before) == nil)
    control.setPageCount(3)
    for (side, expected) in [
      (PageSide.before, nil), (.after, 1), (.after, 2), (.after, nil), (.before, 1), (.before, 0),
      (.before, nil),
    ] as [(PageSide, Int?)] {
      let before = control.currentPage
      #expect(control.tap(side) == expected)
      #expect(control.currentPage == expected ?? before)
      #expect(control.displayedPage == control.currentPage)
    }
  }

  @Test("PI-7: a single page is shown unless hidden on request")
  func single() {
    var control = PageControlState()
    control.setPageCount(1)
    #expect(!control.hidesForSinglePage && !control.isHidden)
    control.hidesForSinglePage = true
    #expect(control.isHidden && control.look(in: 80) == nil)
    control.setPageCount(2)
    #expect(!control.isHidden)
  }

  @Test("PI-7: a tap may move the page and leave the dots until they are updated")
  func deferred() {
    var control = PageControlState()
    #expect(!control.defersCurrentPageDisplay)
    control.defersCurrentPageDisplay = true
    control.setPageCount(4)
    #expect(control.tap(.after) == 1 && control.tap(.after) == 2)
    #expect(control.currentPage == 2 && control.displayedPage == 0)
    control.updateCurrentPageDisplay()
    #expect(control.displayedPage == 2)
    // A program's change shows at once.
    #expect(control.tap(.after) == 3)
    control.setCurrentPage(1)
    #expect(control.currentPage == 1 && control.displayedPage == 1)
    // The index never names a removed page.
    #expect(control.tap(.after) == 2)
    control.setCurrentPage(3)
    #expect(control.tap(.before) == 2 && control.displayedPage == 3)
    control.setPageCount(2)
    #expect(control.currentPage == 1 && control.displayedPage == 1)
  }

  @Test(
    "PI-8: n dots need 2n - 1 columns; if they do not fit, a number is shown",
    arguments: [
      (
        count: 12, columns: 23,
        look: PageControlState.Look.dots(columns: 23) as PageControlState.Look?
      ),
      (12, 22, .number("‹3/12›")), (12, 80, .dots(columns: 23)), (3, 5, .dots(columns: 5)),
      (3, 4, .number("‹3/3›")), (3, 1, .number("‹3/3›")), (3, 0, nil), (0, 80, nil),
      (1, 1, .dots(columns: 1)), (.max, 80, .number("‹3/\(Int.max)›")),
    ]
  )
  func looks(count: Int, columns: Int, look: PageControlState.Look?) {
    var control = PageControlState()
    control.setPageCount(count)
    control.setCurrentPage(2)
    #expect(control.look(in: columns) == look)
    // The painted container decides the same.
    var painted = Container(
      id: PagerLayout.dotsID,
      kind: .pageControl,
      frame: CellRect(x: 0, y: 0, width: columns, height: 1)
    )
    painted.pageCount = count
    painted.currentPage = 2
    if case .dots = look {
      #expect(painted.firstDotColumn != nil)
    } else {
      #expect(painted.firstDotColumn == nil)
    }
    #expect(painted.shownPage == control.displayedPage)
  }

  @Test("PI-8: the minimum size")
  func sizes() {
    #expect([0, 1, 2, 20].map(PageControlState.columns(forPages:)) == [0, 1, 3, 39])
  }
}
