import NavBase
import NavScene
import NavTestKit
import Testing

@testable import NavEngine

/// The header of the pages, and the list of pages.
@Suite("Pagers with tabs: rules")
struct TabbedPagerTests {
  /// Returns the pages that a jump reports, those that it passes first; a segmented control reports the last only.
  static func reports(from start: Int, to destination: Int, in mode: BarStyle) -> [Int] {
    let before = PagerState(current: start)
    var state = before
    state.turn(to: destination, at: .zero)
    let events = state.events(since: before, by: .command, reportsPassing: mode != .segments)
    return events.filter { $0.kind == .passing }.map(\.page)
      + events.filter { $0.kind == .destination }.map(\.page)
  }

  @Test("MBX-1: a new pager rests on its first page, and has buttons")
  func beginning() {
    #expect(BarStyle.allCases.first == .buttons)
    let state = PagerState(current: 0)
    #expect(state.current == 0 && state.motion == nil && state.pan == nil)
    #expect(state.position(at: .seconds(9)) == 0)
  }

  @Test(
    "MBX-3, MBX-5, MBX-13, RK-6, D-16: the effect of a tap on a tag",
    arguments: [
      (mode: BarStyle.buttons, tag: 3, current: 1, reported: [2, 3]),
      (.buttons, 0, 2, [1, 0]), (.buttons, 4, 4, [4]), (.buttons, 0, 0, [0]),
      (.segments, 3, 1, [3]), (.segments, 1, 1, [1]), (.segments, 0, 4, [0]),
      (.arrows, 0, 1, [0]), (.arrows, 1, 1, [2]), (.arrows, 0, 4, [3]), (.arrows, 1, 3, [4]),
      // At an end nothing happens, and other tags have no effect.
      (.arrows, 0, 0, []), (.arrows, 1, 4, []), (.arrows, 2, 2, []), (.arrows, -1, 2, []),
      (.arrows, .max, 2, []), (.arrows, .min, 2, []),
    ]
  )
  func taps(mode: BarStyle, tag: Int, current: Int, reported: [Int]) throws {
    let tags = try HeaderTapResolver(mode, tags: mode == .arrows ? 2 : 5, pages: 5)
    switch try tags.tap(tag, current: current) {
    case .nothing: #expect(reported == [])
    case .retap(let page): #expect(reported == [page] && page == current)
    case .jump(let jump):
      #expect(jump.start == current)
      #expect(Self.reports(from: current, to: jump.destination, in: mode) == reported)
    }
  }

  @Test("MBX-8: the column of the current page is the selected one; arrows mark the title between")
  func selection() {
    let room = CellSize(columns: 40, rows: 12)
    for style in BarStyle.allCases {
      let layout = PagerHeaderLayout(OptionColumns(["a", "b", "c", "d"]), style, room: room)
      for current in 0..<4 {
        #expect(layout.selectedColumn(ofPage: current) == (style == .arrows ? 1 : current))
      }
    }
  }

  @Test(
    "MBX-4, MBX-5, D-1: a header that can't be tapped is an error, not a crash",
    arguments: [
      (
        mode: BarStyle.segments, tags: 4, pages: 5,
        error: PagerError.wrongSegments(given: 4, required: 5) as PagerError?
      ),
      (.segments, 6, 5, .wrongSegments(given: 6, required: 5)), (.segments, 5, 5, nil),
      (.buttons, 1, 5, nil), (.buttons, 0, 5, .noTags), (.buttons, 9, 5, nil),
      (.segments, 0, 5, .noTags), (.arrows, 0, 1, .noTags), (.arrows, 1, 1, nil),
      (.buttons, 1, 0, .noPages), (.segments, 0, 0, .noPages), (.arrows, 2, -1, .noPages),
    ]
  )
  func unfitTags(mode: BarStyle, tags: Int, pages: Int, error: PagerError?) {
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
    for mode in [BarStyle.buttons, .segments] {
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
    ]
  )
  func texts(error: PagerError, text: String) {
    #expect(error.description == text)
  }

  @Test("RK-5: any number of pages may have no title")
  func titles() {
    let texts = (0..<10).map { TabTitle.text("", index: $0) }
    #expect(texts == ["first", "second", "third", "fourth"] + Array(repeating: "etc", count: 6))
    #expect(TabTitle.text("Mine", index: 9) == "Mine")
    #expect(TabTitle.text("", index: -1) == "etc")
  }
}
