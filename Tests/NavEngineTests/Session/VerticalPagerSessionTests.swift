import NavBase
import NavEngine
import NavScene
import NavTestKit
import Testing

@Suite("Session: vertical pagers, and pages with spacing")
struct VerticalPagerSessionTests {
  /// An overflowing page between two that fit.
  private static func pager(spacing: Int) -> SessionContent {
    let pages = [
      Audience.text("p0"), Audience.text("p1", lines: 100), Audience.text("p2"),
    ]
    let style = PagerStyle.slide(.vertical, spacing: spacing)
    return .pager(PagerContent(title: "pages", pages: .listed(pages), style: style))
  }

  @Test("PS-1, PS-2: a vertical drag moves pages that fit by the same share for all viewers")
  func drags() throws {
    for spacing in [0, 1, 5] {
      var audience = try Audience(Self.pager(spacing: spacing), Audience.portrait, Audience.phone)
      let height = try #require(audience.page("p0")).frame.height
      let page = try #require(audience.page("p0")).id
      for rows in [1, 5, height - 1] {
        audience.drag(page, .vertical, by: -rows)
        #expect(audience.pager()?.scroll == CellPoint(x: 0, y: rows))
        let share = Double(rows) / Double(height + spacing)
        let other = try #require(audience.page("p0", in: Audience.phone)).frame.height + spacing
        let expected = Int((share * Double(other) + 1e-9).rounded(.down))
        #expect(audience.pager(in: Audience.phone)?.scroll.y == expected)
      }
      #expect(audience.titles().contains("p1"))
      try audience.release()
      audience.rest()
      #expect(audience.titles() == ["p1"])
      #expect(audience.titles(in: Audience.phone) == ["p1"])
      #expect(audience.pager()?.scroll == CellPoint(x: 0, y: height + spacing))
    }
  }

  @Test("PS-2, SV-3: overflowing rows scroll first; a horizontal drag moves nothing")
  func rowsFirst() throws {
    var audience = try Audience(Self.pager(spacing: 1), Audience.portrait)
    try audience.perform(.goTo(2))
    audience.rest()
    let page = try #require(audience.page("p1"))
    let place = audience.pager()?.scroll
    audience.drag(page.id, .vertical, by: -7)
    #expect(audience.page("p1")?.scroll.y == 7)
    #expect(audience.pager()?.scroll == place)
    try audience.release()
    let before = audience.scene()
    let isMoved = audience.drag(page.id, .horizontal, by: -60)
    #expect(!isMoved)
    try audience.release()
    #expect(audience.scene() == before)
    // On a size that fits the page, the drag moves the pages.
    let tall = CellSize(columns: 60, rows: 140)
    audience.join(tall)
    audience.drag(page.id, .vertical, by: -100, of: tall)
    try audience.release(of: tall)
    audience.rest()
    #expect(audience.titles() == ["p2"])
  }

  @Test("PI-1: only horizontal pages without a header have a page control")
  func dots() throws {
    let cases: [(PagerStyle, BarStyle?, Bool)] = [
      (.sliding, nil, true), (.none, nil, false), (.slide(.vertical, spacing: 0), nil, false),
      (.sliding, .buttons, false), (.curl(.min, isDoubleSided: false), nil, false),
    ]
    for (style, header, hasDots) in cases {
      let audience = try Audience(Audience.pager(3, style, header), Audience.portrait)
      let dots = audience.scene().containers.filter { $0.kind == .pageControl && !$0.frame.isEmpty }
      #expect((dots.first { !$0.isHidden } != nil) == hasDots, "\(style)")
    }
  }

  @Test("D-9, SV-11: a turn continues from a drag, and a drag from a turn, up and down")
  func caught() throws {
    var audience = try Audience(Self.pager(spacing: 2), Audience.portrait)
    try audience.perform(.forward)
    audience.pass(.milliseconds(100))
    let moving = try #require(audience.page("p1")).frame.y - (audience.pager()?.scroll.y ?? 0)
    #expect(moving > 0)
    let id = try #require(audience.page("p0")).id
    audience.drag(id, .vertical, by: 0)
    let held = try #require(audience.page("p1")).frame.y - (audience.pager()?.scroll.y ?? 0)
    #expect(held == moving)
    try audience.perform(.last)
    #expect(audience.session.panOwner == nil)
    let later = try #require(audience.page("p1")).frame.y - (audience.pager()?.scroll.y ?? 0)
    #expect(later == moving)
    audience.rest()
    #expect(audience.titles() == ["p2"])
  }
}
