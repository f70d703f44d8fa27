import NavBase
@testable import NavEngine
import NavScene
import NavTestKit
import Testing

@Suite("The page control as a model")
struct PageControlStateTests {
  @Test(
    "PI-1: only horizontally sliding pages have a page control",
    arguments: [
      (style: PagerStyle.sliding, count: 3, isShown: true),
      (.slide(.horizontal, spacing: 0), 1, true), (.sliding, 0, false),
      (.slide(.vertical, spacing: 2), 3, false), (.curl(.mid, isDoubleSided: true), 3, false),
      (.curl(.min, isDoubleSided: false), 3, false), (.none, 3, false),
    ]
  )
  func shown(style: PagerStyle, count: Int, isShown: Bool) {
    #expect(PageControlState.isShown(for: style, count: count) == isShown)
  }

  @Test("PI-5: the index is clamped to the existing pages")
  func clamped() {
    for page in [-1, 0, 5, .max, .min] {
      let control = PageControlState(on: page, of: 0)
      #expect(control.pageCount == 0 && control.currentPage == 0)
      #expect(control.appearance(in: 80) == nil)
    }
    for (page, expected) in [(-1, 0), (0, 0), (2, 2), (3, 2), (.max, 2), (.min, 0), (1, 1)] {
      #expect(PageControlState(on: page, of: 3).currentPage == expected)
    }
  }

  @Test("PI-6: a tap moves by one page to its side; at an end there is none")
  func taps() {
    let empty = PageControlState(on: 0, of: 0)
    #expect(empty.page(tappedAt: .after) == nil && empty.page(tappedAt: .before) == nil)
    for page in 0..<3 {
      let control = PageControlState(on: page, of: 3)
      #expect(control.page(tappedAt: .before) == (page > 0 ? page - 1 : nil))
      #expect(control.page(tappedAt: .after) == (page < 2 ? page + 1 : nil))
    }
  }

  @Test(
    "PI-8: n dots need 2n - 1 columns; if they do not fit, a number is shown",
    arguments: [
      (
        count: 12, columns: 23,
        appearance: PageControlState.Appearance.dots(columns: 23) as PageControlState.Appearance?
      ),
      (12, 22, .number("‹3/12›")), (12, 80, .dots(columns: 23)), (3, 5, .dots(columns: 5)),
      (3, 4, .number("‹3/3›")), (3, 1, .number("‹3/3›")), (3, 0, nil), (0, 80, nil),
      (1, 1, .dots(columns: 1)), (.max, 80, .number("‹3/\(Int.max)›")),
    ]
  )
  func appearances(count: Int, columns: Int, appearance: PageControlState.Appearance?) {
    let control = PageControlState(on: 2, of: count)
    #expect(control.appearance(in: columns) == appearance)
    // The painted container decides the same.
    var painted = Container(PagerLayout.dotsID, .pageControl, CellRect(0, 0, columns, 1))
    painted.pageCount = count
    painted.currentPage = 2
    if case .dots = appearance {
      #expect(painted.firstDotColumn != nil)
    } else {
      #expect(painted.firstDotColumn == nil)
    }
    #expect(painted.shownPage == control.currentPage)
  }

  @Test("PI-8: the minimum size")
  func sizes() {
    #expect([0, 1, 2, 20].map(PageControlState.columns(forPages:)) == [0, 1, 3, 39])
  }
}
