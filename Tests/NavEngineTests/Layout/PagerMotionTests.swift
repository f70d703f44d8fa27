import NavBase
import NavEngine
import NavScene
import NavTestKit
import Testing

@Suite("The pager in motion")
struct PagerMotionTests {
  private let viewport = CellSize(columns: 80, rows: 24)

  @Test(
    "D-12, PS-3: a turn begins with the visible state, ends at rest, and takes a third of a second"
  )
  func oneTurn() {
    var world = PagerWorld(pages: 5, viewport: viewport)
    let before = world.layout(at: .seconds(1)).trajectory.end
    world.turn(to: 1, at: .seconds(1))
    let (trajectory, startedAt) = world.layout(at: .seconds(1))
    #expect(startedAt == .seconds(1))
    #expect(trajectory.length == 20)
    #expect(trajectory.start.pagesOnScreen == before.pagesOnScreen)
    #expect(trajectory.scene(atFrame: 20) == trajectory.end)
    #expect(world.layout(at: .seconds(2)).trajectory == Trajectory(rest: trajectory.end))
    // PS-3: the two neighbours and no other page take part.
    #expect(
      trajectory.start.containers.filter { $0.kind == .page }.map(\.title) == ["Page 1", "Page 2"]
    )
    // The tracks alone lead to rest: only the removal of a page remains.
    var last = trajectory.scene(atFrame: 19)
    _ = last[PagerLayout.pagerID]?.set(.scrollX, to: trajectory.tracks[0].values[19])
    last[PagerLayout.pageID(0)] = nil
    #expect(last == trajectory.end)
  }

  @Test(
    "a jump shows the first page and the last two",
    arguments: [
      (from: 0, to: 9, shown: [0, 8, 9]), (9, 0, [0, 1, 9]), (3, 5, [3, 4, 5]), (5, 3, [3, 4, 5]),
      (3, 4, [3, 4]), (0, 999, [0, 998, 999]),
    ]
  )
  func jumps(from: Int, to: Int, shown: [Int]) throws {
    var world = PagerWorld(pages: 1000, viewport: viewport)
    world.turn(to: from, at: .zero)
    world.turn(to: to, at: .seconds(1))
    let trajectory = world.layout(at: .seconds(1)).trajectory
    let pages = trajectory.start.containers.filter { $0.kind == .page }
    #expect(pages.map { Int($0.id.rawValue) - 16 } == shown)
    #expect(pages.map(\.frame.x) == pages.indices.map { pages[0].frame.x + $0 * 82 })
    try checkEveryFrame(trajectory)
    #expect(trajectory.end.pagesOnScreen == [UInt32(to): 0])
  }

  @Test("the active page at rest is not turned to")
  func noMotionToWhereItIs() {
    var world = PagerWorld(pages: 5, viewport: viewport)
    world.turn(to: 0, at: .seconds(1))
    #expect(world.state.motion == nil)
    world.turn(to: 1, at: .seconds(1))
    world.turn(to: 1, at: .seconds(1))
    #expect(world.state.motion(at: .seconds(1)) != nil)
    #expect(world.state.motion(at: .milliseconds(1_333)) != nil)
    #expect(world.state.motion(at: .milliseconds(1_334)) == nil)
  }

  @Test("D-9, D-18: at any interruption, no visible page jumps, and pages stay in order")
  func interruptions() throws {
    try forSeeds(0..<100) { generator in
      let columns = generator.pick([1, 2, 3, 20, 41, 80, 133])
      let viewport = CellSize(columns: columns, rows: 24)
      let count = generator.int(in: 1...12)
      var world = PagerWorld(pages: count, viewport: viewport)
      var now = Duration.seconds(5)
      var (trajectory, startedAt) = world.layout(at: now)
      for _ in 0..<30 {
        now += .milliseconds(
          generator.oneIn(4) ? generator.int(in: 0...600) : generator.int(in: 0...120)
        )
        let frame = min(FrameTime.frame(at: now - startedAt), trajectory.length)
        let shown = trajectory.scene(atFrame: frame)
        world.turn(to: generator.int(in: 0...count - 1), at: now)
        (trajectory, startedAt) = world.layout(at: now)
        try #require(startedAt <= now && now - startedAt < .seconds(1) / 60)
        try #require(trajectory.start.pagesOnScreen == shown.pagesOnScreen, "\(viewport) at \(now)")
        // PI-4, D-11: the dots follow the model at once, never the motion.
        for scene in [trajectory.start, trajectory.end] {
          try #require(scene[PagerLayout.dotsID]?.currentPage == world.state.current)
        }
        try #require(trajectory.end.pagesOnScreen == [UInt32(world.state.current): 0])
        try checkEveryFrame(trajectory)
      }
    }
  }

  /// Checks that one or two neighbouring pages are visible in each frame, in order, at most the gap between them is free,
  /// and nothing moves further in a frame than an ease-out's first step.
  private func checkEveryFrame(_ trajectory: Trajectory) throws {
    let width = trajectory.start.viewport.columns
    let slots = Set(trajectory.start.containers.filter { $0.kind == .page }.map(\.frame.x))
    let pages = trajectory.start.containers.filter { $0.kind == .page }
    try demand(slots.count == pages.count, "two pages in one slot")
    var previous = trajectory.start
    for frame in 0...trajectory.length {
      let scene = trajectory.scene(atFrame: frame)
      let onScreen = scene.pagesOnScreen
      let seen = onScreen.values.map { min($0 + width, width) - max($0, 0) }.reduce(0, +)
      let order = onScreen.sorted { $0.value < $1.value }.map(\.key)
      try demand(order == order.sorted(), "\(order) in frame \(frame)")
      try demand(onScreen.count <= 2 && seen >= width - PagerLayout.spacing, "frame \(frame)")
      if width > PagerLayout.spacing { try demand(!onScreen.isEmpty) }
      let limit = (pages.count * (width + PagerLayout.spacing)) / 10 + 2
      for (page, x) in onScreen {
        if let before = previous.pagesOnScreen[page] { try demand(abs(x - before) <= limit) }
      }
      previous = scene
    }
  }

  @Test("the trajectory of one turn")
  func golden() throws {
    var world = PagerWorld(pages: 12, viewport: CellSize(columns: 40, rows: 10))
    world.turn(to: 2, at: .zero)
    world.turn(to: 3, at: .seconds(1))
    let trajectory = world.layout(at: .seconds(1)).trajectory
    let columns = trajectory.tracks[0].values.map(String.init).joined(separator: " ")
    try GoldenText().check(
      "start\n\(trajectory.start.outline)columns \(columns)\nend\n\(trajectory.end.outline)",
      name: "turn-40x10"
    )
  }
}
