import NavBase
@testable import NavEngine
import NavScene
import NavTestKit
import Testing

@Suite("Sliding pagers along either axis")
struct PagerSlideTests {
  /// Returns the trajectory of a pager from now to rest.
  private func trajectory(
    _ layout: PagerLayout,
    _ state: PagerState,
    of count: Int,
    at now: Duration
  ) -> Trajectory {
    var world = PagerWorld(layout, state, pages: count)
    return world.layout(at: now).trajectory
  }

  /// Returns the cells of each page along the axis.
  private func shown(_ scene: Scene, _ axis: PagerAxis) -> [UInt32: Range<Int>] {
    guard let pager = scene[PagerLayout.pagerID] else { return [:] }
    var ranges: [UInt32: Range<Int>] = [:]
    for page in scene.containers where page.parent == pager.id {
      let frame = page.frame.offset(x: -pager.scroll.x, y: -pager.scroll.y)
      let seen = frame.intersection(
        CellRect(x: 0, y: 0, width: pager.frame.width, height: pager.frame.height)
      )
      guard !seen.isEmpty else { continue }
      ranges[page.id.rawValue - 16] =
        axis == .horizontal ? seen.x..<seen.maxX : seen.y..<seen.maxY
    }
    return ranges
  }

  @Test(
    "PS-1, PS-2: pages are their length and a gap apart, which is visible in motion only",
    arguments: PagerAxis.allCases,
    [0, 1, 2, 5]
  )
  func pitch(axis: PagerAxis, spacing: Int) throws {
    for columns in [1, 2, 3, 20, 41, 80] {
      for rows in [1, 2, 6, 7, 15, 24] {
        let layout = PagerLayout(
          room: CellSize(columns: columns, rows: rows),
          axis: axis,
          spacing: spacing,
          hasDots: false
        )
        let length = axis == .horizontal ? columns : rows
        #expect(layout.pageSize == layout.room && layout.pageDistance == length + spacing)
        var state = PagerState(current: 1)
        state.turn(to: 2, at: .zero)
        let trajectory = trajectory(layout, state, of: 4, at: .zero)
        for frame in 0...trajectory.length {
          let seen = shown(trajectory.scene(atFrame: frame), axis)
          // Beside the visible part of the first page come the gap and the second page.
          let rest = 1 - Double(frame) / 20
          let gone = Int(((1 - rest * rest) * Double(length + spacing) + 1e-9).rounded(.down))
          var expected: [UInt32: Range<Int>] = [:]
          if gone < length { expected[1] = 0..<length - gone }
          if gone > spacing { expected[2] = length + spacing - gone..<length }
          try demand(seen == expected, "\(axis) \(spacing) \(columns)x\(rows) frame \(frame)")
        }
        #expect(trajectory.tracks.map(\.field) == [axis == .horizontal ? .scrollX : .scrollY])
        #expect(shown(trajectory.end, axis) == [2: 0..<length])
        #expect(trajectory.end[PagerLayout.dotsID]?.isHidden == true)
      }
    }
  }

  @Test(
    "PS-2, PI-1: only horizontal pages have dots below them; others get their row"
  )
  func dots() {
    let room = CellSize(columns: 80, rows: 24)
    #expect(PagerLayout(room: room).pageSize.rows == 22)
    #expect(PagerLayout(room: room, hasDots: false).pageSize.rows == 24)
    #expect(PagerLayout(room: room, axis: .vertical).pageSize.rows == 24)
    #expect(
      PagerLayout(room: room, axis: .vertical, hasDots: true)
        == .init(room: room, axis: .vertical, hasDots: false)
    )
    #expect(PagerLayout(room: room).pageDistance == 80 + PagerLayout.spacing)
    #expect(PagerLayout(room: room, axis: .vertical).pageDistance == 24 + PagerLayout.spacing)
  }

  @Test(
    "SV-8, PS-5, PS-6: a release lands on a neighbour at most, which is the active page",
    arguments: PagerAxis.allCases
  )
  func releases(axis: PagerAxis) {
    let layout = PagerLayout(room: CellSize(columns: 80, rows: 24), axis: axis)
    // The speed of a flick: 300 points, which are 37.5 columns or 18.75 rows.
    let flick = axis == .horizontal ? 37.5 : 18.75
    let table: [(base: Int, pages: Double, velocity: Double, lands: Int)] = [
      (2, 0, 0, 2), (2, 0.49, 0, 2), (2, 0.5, 0, 3), (2, 2.4, 0, 3), (2, -0.51, 0, 1),
      (2, 0.1, flick, 2), (2, 0.1, flick + 0.01, 3), (2, -0.1, -flick - 0.01, 1),
      (2, 0.4, -flick - 0.01, 2), (0, -0.9, -99, 0), (4, 0.9, 99, 4),
    ]
    for (base, pages, velocity, lands) in table {
      var state = PagerState(current: base)
      state.beginPan(of: 5, at: .zero)
      state.pan(by: pages)
      guard let pan = state.pan else { continue }
      let page = layout.page(releasing: pan, velocity: velocity, of: 5)
      #expect(page == lands, "\(axis): from \(base) by \(pages) at \(velocity)")
      state.release(to: page, at: .zero)
      #expect(state.current == lands)
      // Caught on its way back, the model still determines the active page.
      state.beginPan(of: 5, at: .milliseconds(100))
      #expect(state.current == lands)
    }
  }

  @Test(
    "D-19: pages let go by a fast finger go on with its speed, others ease in a third of a second",
    arguments: [(6.0, 10), (1, 20), (0, 20), (-6, 20), (.infinity, 1)] as [(Double, Int)]
  )
  func fastFinger(velocity: Double, length: Int) {
    var state = PagerState(current: 0)
    state.beginPan(of: 3, at: .zero)
    state.pan(by: 0.5)
    state.release(to: 1, velocity: velocity, at: .zero)
    #expect(state.motion?.length == length)
    let first = state.position(at: FrameTime.start(of: 1)) - 0.5
    let own = velocity == 6 ? 6.0 / 60 : 3.0 / 60
    #expect(length == 1 ? first == 0.5 : first <= own && first > 0.9 * own)
  }

  @Test(
    "MBX-11, PSQ-1, PS-4: the neighbours after a jump are computed from the model, not remembered"
  )
  func noCache() {
    for (from, to) in [(0, 4), (4, 0), (1, 3)] {
      var state = PagerState(current: from)
      state.turn(to: to, at: .zero)
      state.settle(at: .seconds(1))
      state.beginPan(of: 5, at: .seconds(1))
      let side = to > from ? -0.25 : 0.25
      state.pan(by: side)
      let neighbour = to > from ? to - 1 : to + 1
      #expect(state.view(at: .seconds(1)).strip == [min(to, neighbour), max(to, neighbour)])
    }
  }

  @Test(
    "D-18, D-9: whatever a jump is interrupted by, the pages in view stay in order",
    arguments: PagerAxis.allCases
  )
  func order(axis: PagerAxis) throws {
    let layout = PagerLayout(room: CellSize(columns: 30, rows: 9), axis: axis)
    for frame in 1...12 {
      for page in 0..<10 {
        var state = PagerState(current: 0)
        state.turn(to: 9, at: .zero)
        let now = FrameTime.start(of: frame)
        let before = shown(trajectory(layout, state, of: 10, at: now).start, axis)
        state.turn(to: page, at: now)
        let motion = trajectory(layout, state, of: 10, at: now)
        let name = "\(axis): to page \(page) in frame \(frame)"
        try demand(shown(motion.start, axis) == before, name)
        for step in 0...motion.length {
          let seen = shown(motion.scene(atFrame: step), axis)
          let pages = seen.sorted { $0.value.lowerBound < $1.value.lowerBound }.map(\.key)
          try demand(!pages.isEmpty && pages == pages.sorted(), "\(name): \(pages), step \(step)")
          // A view that joins then sees the same.
          let later = trajectory(layout, state, of: 10, at: FrameTime.start(of: frame + step))
          try demand(shown(later.start, axis) == seen, "\(name): joins in step \(step)")
          let current = later.start.currentPage(of: PagerLayout.pagerID, index: page)
          try demand(current?.id == PagerLayout.pageID(page), "\(name): rests, step \(step)")
        }
        try demand(Array(shown(motion.end, axis).keys) == [UInt32(page)], name)
      }
    }
  }

  @Test("PSQ-2: any number of requests during a motion leave one motion, to the last target")
  func noQueue() throws {
    var state = PagerState(current: 0)
    for step in 1...50 { state.turn(to: step * 7 % 10, at: .milliseconds(step)) }
    #expect(state.current == 0)
    let motion = try #require(state.motion(at: .milliseconds(50)))
    #expect(motion.startedAt == .milliseconds(50) && motion.strip.contains(0))
    #expect(motion.strip.count <= 4)
    #expect(state.motion(at: .milliseconds(50) + .milliseconds(334)) == nil)
  }

  @Test(
    "the page where a pager comes to rest is found from its containers",
    arguments: PagerAxis.allCases
  )
  func currentPage(axis: PagerAxis) {
    for spacing in [0, 2, 7] {
      let layout = PagerLayout(
        room: CellSize(columns: 30, rows: 9),
        axis: axis,
        spacing: spacing
      )
      for (from, to) in [(0, 0), (0, 1), (3, 2), (0, 8), (8, 0), (8, 4)] {
        var state = PagerState(current: from)
        state.turn(to: to, at: .zero)
        let trajectory = trajectory(layout, state, of: 9, at: .zero)
        for scene in [
          trajectory.start, trajectory.scene(atFrame: trajectory.length / 2), trajectory.end,
        ] {
          let page = scene.currentPage(of: PagerLayout.pagerID, index: to)
          #expect(page?.id == PagerLayout.pageID(to), "\(axis) \(spacing): \(from) to \(to)")
        }
        // With any index from a peer, nothing overflows.
        #expect(trajectory.start.currentPage(of: PagerLayout.pagerID, index: .max) != nil)
        let rest = trajectory.end.currentPage(of: PagerLayout.pagerID, index: nil)
        #expect(rest?.id == PagerLayout.pageID(to))
      }
      let empty = Scene(viewport: .zero).currentPage(of: PagerLayout.pagerID, index: 0)
      #expect(empty == nil)
    }
  }
}
