import NavGeometry
import NavLayout
import NavModel
import NavScene
import NavTestKit
import Testing

/// The header of the pages, and the list of pages.
@Suite("Pagers with tabs: rules")
struct TabbedPagerTests {
  @Test("MBX-1: a new pager has no pages, current index 0, and buttons")
  func beginning() {
    #expect(PageList<String>().pages.isEmpty)
    #expect(PageMode.allCases.first == .buttons)
    let state = PagerState(current: 0)
    #expect(state.current == 0 && state.motion == nil && state.pan == nil)
    #expect(state.position(at: .seconds(9)) == 0)
  }

  @Test(
    "MBX-3, MBX-5, MBX-13, RK-6, D-16: the effect of a tap on a tag",
    arguments: [
      (mode: PageMode.buttons, tag: 3, current: 1, reported: [2, 3]),
      (.buttons, 0, 2, [1, 0]), (.buttons, 4, 4, [4]), (.buttons, 0, 0, [0]),
      (.segments, 3, 1, [3]), (.segments, 1, 1, [1]), (.segments, 0, 4, [0]),
      (.arrows, 0, 1, [0]), (.arrows, 1, 1, [2]), (.arrows, 0, 4, [3]), (.arrows, 1, 3, [4]),
      // At an end nothing happens, and other tags have no effect.
      (.arrows, 0, 0, []), (.arrows, 1, 4, []), (.arrows, 2, 2, []), (.arrows, -1, 2, []),
      (.arrows, .max, 2, []), (.arrows, .min, 2, []),
    ]
  )
  func taps(mode: PageMode, tag: Int, current: Int, reported: [Int]) throws {
    let tags = try HeaderTapResolver(mode, tags: mode == .arrows ? 2 : 5, pages: 5)
    switch try tags.tap(tag, current: current) {
    case .nothing: #expect(reported == [])
    case .retap(let page): #expect(reported == [page] && page == current)
    case .jump(let jump):
      #expect(jump.start == current && jump.callbacks(in: mode) == reported)
    }
  }

  @Test("MBX-8: the tag of the current page is the selected one; arrows have none")
  func selection() throws {
    for mode in PageMode.allCases {
      let tags = try HeaderTapResolver(mode, tags: 4, pages: 4)
      for current in 0..<4 {
        #expect(tags.selected(current: current) == (mode == .arrows ? nil : current))
      }
    }
    #expect(PagerHeader.allCases.map(\.mode) == [.buttons, .arrows, .segments, .buttons])
  }

  @Test(
    "MBX-4, MBX-5, D-1: a header that can't be tapped is an error, not a crash",
    arguments: [
      (
        mode: PageMode.segments, tags: 4, pages: 5,
        error: PagerError.wrongSegments(given: 4, required: 5) as PagerError?
      ),
      (.segments, 6, 5, .wrongSegments(given: 6, required: 5)), (.segments, 5, 5, nil),
      (.buttons, 1, 5, nil), (.buttons, 0, 5, .noTags), (.buttons, 9, 5, nil),
      (.segments, 0, 5, .noTags), (.arrows, 0, 1, .noTags), (.arrows, 1, 1, nil),
      (.buttons, 1, 0, .noPages), (.segments, 0, 0, .noPages), (.arrows, 2, -1, .noPages),
    ]
  )
  func unfitTags(mode: PageMode, tags: Int, pages: Int, error: PagerError?) {
    var found: PagerError?
    do throws(PagerError) {
      _ = try HeaderTapResolver(mode, tags: tags, pages: pages)
    } catch {
      found = error
    }
    #expect(found == error)
  }

  @Test(
    "MBX-10, D-1: an invalid index is an error that names the valid ones",
    arguments: [-1, 5, .max, .min]
  )
  func unknownPages(index: Int) throws {
    let expected = PagerError.noPage(index: index, count: 5)
    for mode in [PageMode.buttons, .segments] {
      let tags = try HeaderTapResolver(mode, tags: 5, pages: 5)
      #expect(throws: expected) { try tags.tap(index, current: 2) }
    }
    #expect(throws: expected) { try PagerJump(from: 2, to: index, of: 5) }
    #expect(throws: expected) { try PagerJump(from: index, to: 2, of: 5) }
    #expect(expected.description == "there is no page with index \(index): give 0 to 4")
    #expect(throws: PagerError.noPage(index: 0, count: 0)) { try PagerJump(from: 0, to: 0, of: 0) }
  }

  @Test(
    "errors say what to do",
    arguments: [
      (PagerError.noPages, "a pager needs a page: give at least one"),
      (.noPage(index: 0, count: 0), "a pager needs a page: give at least one"),
      (.noTags, "there is nothing to choose a page with: give at least one button"),
      (
        .wrongSegments(given: 2, required: 3),
        "2 segments do not stand for 3 pages: give one segment for each page"
      ),
      (.duplicate(index: 2), "the page with index 2 is there already: give each page once"),
    ]
  )
  func texts(error: PagerError, text: String) {
    #expect(error.description == text)
  }

  @Test("MBX-10: the old index is never reported first, and a direct turn has a direction")
  func directWays() throws {
    for (from, to, direction) in [
      (1, 4, PagerDirection.forward), (4, 1, .reverse), (2, 2, .forward), (0, 1, .forward),
    ] {
      let jump = try PagerJump(from: from, to: to, of: 5)
      #expect(jump.directStep == PagerJump.Step(page: to, direction: direction))
      for mode in PageMode.allCases {
        #expect(jump.callbacks(in: mode).last == to)
        #expect(from == to || !jump.callbacks(in: mode).contains(from))
      }
    }
  }

  @Test("MBX-6, MBX-7: any jump, step by step")
  func allJumps() throws {
    for from in 0..<6 {
      for to in 0..<6 {
        let jump = try PagerJump(from: from, to: to, of: 6)
        var page = from
        var walked: [Int] = []
        while page != to {
          page += to > page ? 1 : -1
          walked.append(page)
        }
        #expect(jump.steps.map(\.page) == walked)
        #expect(jump.steps.allSatisfy { $0.direction == (to > from ? .forward : .reverse) })
        #expect(jump.callbacks(in: .buttons) == (walked.isEmpty ? [to] : walked))
        #expect(jump.callbacks(in: .arrows) == jump.callbacks(in: .buttons))
        #expect(jump.callbacks(in: .segments) == [to])
      }
    }
  }

  @Test("MBX-11: neighbours are found by identity; the ends and unknown pages have none")
  func dataSource() throws {
    let list = try PageList(["a", "b", "c"])
    let expected: [(String, before: String?, after: String?)] = [
      ("a", nil, "b"), ("b", "a", "c"), ("c", "b", nil), ("x", nil, nil),
    ]
    for (page, before, after) in expected {
      #expect(list.page(before: page) == before)
      #expect(list.page(after: page) == after)
    }
    #expect(list.index(of: "c") == 2 && list.index(of: "x") == nil)
    #expect(throws: PagerError.noPages) { try PageList([Int]()) }
    #expect(throws: PagerError.duplicate(index: 2)) { try PageList(["a", "b", "a"]) }
    let one = try PageList(["a"])
    #expect(one.page(before: "a") == nil && one.page(after: "a") == nil)
  }

  @Test("MBX-2, MBX-12: a reload has one order of steps")
  func reloadOrder() throws {
    let list = try PageList(["a", "b", "c"])
    let all: [PagerReload.Step] = [
      .setCurrent(1), .attach, .load(count: 3), .show(page: 1, .forward), .follow,
      .connect(tags: 3), .configure,
    ]
    let reload = try PagerReload(list, start: .page(1), tags: 3, isConfigured: true)
    #expect(reload.steps == all)
    #expect(try PagerReload(list, start: .page(1), tags: 3).steps == Array(all.dropLast()))
    #expect(try PagerReload(list, start: .page(1)).steps == Array(all.dropLast(2)))
    // By default a first load shows the first page.
    #expect(try PagerReload(list).current == 0)
    // AboutPagers: a page to start with.
    #expect(try PagerReload(list, start: .page(2)).current == 2)
    for index in [-1, 3] {
      #expect(throws: PagerError.noPage(index: index, count: 3)) {
        try PagerReload(list, start: .page(index))
      }
    }
    #expect(throws: PagerError.noPages) { try PagerReload(PageList<String>()) }
  }

  @Test(
    "PSQ-3: a reload keeps the current page by identity, not by index",
    arguments: [
      (new: ["a", "b", "c"], current: 1, kept: 1), (["b", "c"], 1, 0),
      (["x", "y", "a", "b"], 1, 3),
      // It was removed: the page at its index, or the last one.
      (["a", "c", "d"], 1, 1), (["a"], 1, 0), (["a"], 2, 0), (["c", "b", "a"], 0, 2),
      (["x"], 2, 0),
    ]
  )
  func reloadKeeps(new: [String], current: Int, kept: Int) throws {
    let old = try PageList(["a", "b", "c"])
    let reload = try PagerReload(PageList(new), replacing: old, current: current)
    #expect(reload.current == kept)
    var state = PagerState(current: current)
    state.turn(to: 0, at: .zero)
    state.reload(reload)
    #expect(state == PagerState(current: kept))
  }

  @Test("RK-2: the original constants, and those of a terminal (S15-title-bar)")
  func barNumbers() {
    let points = SwipeBarMetrics.points
    #expect([points.sideRoom, points.topRoom, points.titleHeight] == [0, 14, 30])
    #expect([points.indicatorY, points.indicatorHeight, points.offset] == [40, 4, 8])
    #expect(points.opacity == 0.8)
    let cells = SwipeBarMetrics.cells
    #expect([cells.topRoom, cells.titleHeight] == [0, 1])
    #expect(
      [cells.indicatorY, cells.indicatorHeight, cells.offset, cells.sideRoom] == [1, 1, 0, 0]
    )
  }

  @Test("RK-3: the positions of tabs; the first page's indicator has their width")
  func equalTabs() {
    var metrics = SwipeBarMetrics.points
    for (index, start) in [(0, -8.0), (1, 72), (2, 152), (3, 232)] {
      #expect(metrics.tab(index, of: 4, in: 320) == TabSpan(start: start, width: 80))
    }
    metrics.sideRoom = 10
    #expect(metrics.tab(0, of: 3, in: 320) == TabSpan(start: 2, width: 100))
    #expect(metrics.tab(2, of: 3, in: 320) == TabSpan(start: 202, width: 100))
    let found = TabIndicator.span(position: 0, count: 3) { metrics.tab($0, of: 3, in: 320) }
    #expect(found == metrics.tab(0, of: 3, in: 320))
  }

  @Test("RK-5: any number of pages may have no title")
  func titles() {
    let texts = (0..<10).map { TabTitle.text("", index: $0) }
    #expect(texts == ["first", "second", "third", "fourth"] + Array(repeating: "etc", count: 6))
    #expect(TabTitle.text("Mine", index: 9) == "Mine")
    #expect(TabTitle.text("", index: -1) == "etc")
  }

  @Test(
    "MBX-12: pages fill the pager, and pager and dots the viewport, at every size",
    arguments: 1...90
  )
  func filled(columns: Int) {
    for rows in 3...40 {
      var world = PagerWorld(pages: 3, viewport: CellSize(columns: columns, rows: rows))
      let scene = world.layout(at: .zero).trajectory.end
      let pager = scene[PagerLayout.pagerID]
      let page = scene[PagerLayout.pageID(0)]
      #expect(
        page?.frame
          == pager.map { CellRect(x: 0, y: 0, width: $0.frame.width, height: $0.frame.height) }
      )
      #expect(pager?.frame.height == world.pager.pageSize.rows)
      #expect(pager?.frame.width == columns)
    }
  }
}
