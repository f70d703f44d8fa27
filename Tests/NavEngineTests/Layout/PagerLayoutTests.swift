import NavBase
import NavEngine
import NavScene
import NavTestKit
import Testing

@Suite("PagerLayout: a pager at rest in one viewport")
struct PagerLayoutTests {
  @Test(
    "MBX-12: every small viewport: pages fill it, nothing leaves it, the status line's row is free, the dots fit"
  )
  func smallViewports() throws {
    for columns in 1...40 {
      for rows in 1...20 {
        for count in [1, 2, 300] {
          var world = PagerWorld(pages: count, viewport: CellSize(columns: columns, rows: rows))
          world.turn(to: count - 1, at: .zero)
          try check(world.layout(at: .seconds(9)).trajectory.end, pages: count)
        }
      }
    }
  }

  private func check(_ scene: Scene, pages count: Int) throws {
    let place = "\(scene.viewport), \(count) pages"
    let screen = CellRect(scene.viewport)
    let pager = try #require(scene[PagerLayout.pagerID])
    let dots = try #require(scene[PagerLayout.dotsID])
    let lastFreeRow = scene.viewport.rows - (scene.viewport.rows >= 3 ? 1 : 0)
    try demand(!pager.frame.isEmpty && pager.frame.intersection(screen) == pager.frame, place)
    try demand(pager.frame.x == 0 && pager.frame.width == screen.width, place)
    try demand(pager.frame.maxY <= lastFreeRow, place)
    // PS-3: at rest there is only the active page, and it fills the pager.
    try demand(scene.pagesOnScreen == [UInt32(count - 1): 0], place)
    let page = try #require(scene.containers.last)
    try demand(page.frame.width == pager.frame.width && page.frame.height == pager.frame.height)
    // PI-8: the dots are below the pages or hidden.
    try demand(dots.isHidden == (scene.viewport.rows < 8), place)
    try demand(dots.pageCount == count && dots.currentPage == count - 1, place)
    try demand(dots.frame.intersection(screen) == dots.frame, place)
    if !dots.isHidden {
      try demand(dots.frame.y >= pager.frame.maxY && dots.frame.maxY <= lastFreeRow, place)
    }
    try demand(scene.focus == pager.id && scene.focusKind == .pager)
  }

  @Test(
    "PI-8: n dots take 2n - 1 columns, or a count is shown",
    arguments: [
      (columns: 80, count: 1, width: 1), (80, 2, 3), (80, 39, 77), (80, 40, 7), (80, 1000, 11),
      (7, 3, 5), (7, 4, 5), (3, 2, 3), (3, 12, 3), (40, 19, 37), (40, 20, 7),
    ]
  )
  func dots(columns: Int, count: Int, width: Int) {
    var world = PagerWorld(pages: count, viewport: CellSize(columns: columns, rows: 24))
    let frame = world.layout(at: .zero).trajectory.end[PagerLayout.dotsID]?.frame
    #expect(frame == CellRect(x: (columns - width) / 2, y: 22, width: width, height: 1))
  }

  @Test("the layout of known sizes", arguments: [(80, 24), (40, 10), (20, 7), (3, 2)])
  func golden(columns: Int, rows: Int) throws {
    var world = PagerWorld(pages: 12, viewport: CellSize(columns: columns, rows: rows))
    world.turn(to: 4, at: .zero)
    try GoldenText().check(
      world.layout(at: .seconds(1)).trajectory.end.outline,
      name: "pager-\(columns)x\(rows)"
    )
  }
}
