import NavBase
import NavEngine
import Testing

@Suite("D-4: the constants of tabs, scroll views and motions in cells")
struct PresetTests {
  @Test(
    "S15-bar: 10 columns, 6 below 80 columns, none below 48",
    arguments: [
      (944, 10), (200, 10), (81, 10), (80, 10), (79, 6), (50, 6), (48, 6), (47, 0), (41, 0),
      (40, 0), (39, 0), (1, 0),
    ]
  )
  func bar(columns: Int, width: Int) {
    let metrics = TabMetrics.cells(columns: columns)
    #expect(metrics.barWidth == Double(width))
    #expect(metrics.isCompact == (width == 6))
    // The rest is wide enough for half pages if the whole viewport is.
    let left = columns - width
    #expect(left >= min(columns, StackMetrics.leastColumnsForHalves))
  }

  @Test("S15-item: a tab is 3 rows every 4; its badge is at the top right")
  func item() {
    for columns in [944, 200, 80, 48, 41, 39] {
      let metrics = TabMetrics.cells(columns: columns)
      #expect(metrics.item.height == 3 && metrics.item.pitch == 4)
      #expect(metrics.topInset == 0 && metrics.bottomInset == 0)
      #expect(metrics.badge.placement == .topRight)
      #expect(metrics.item.iconY == 1 && metrics.item.titleY == 2 && metrics.item.loneTitleY == 1)
      #expect(metrics.badge.padding == TabSize(width: 2, height: 0) && metrics.item.textInset == 1)
    }
  }

  @Test("S15-attachment: 3 rows; it moves for a quarter of a second, without a wait")
  func attachment() {
    for columns in [944, 200, 80, 41, 39] {
      let bottom = TabMetrics.cells(columns: columns).bottom
      #expect(bottom.height == 3 && bottom.hiddenGap == 0)
    }
    let timing = TabBottom().timing
    #expect(timing.duration == 0.25 && timing.shrinkDelay == 0)
  }

  @Test("S15-scroll-laws: the band's 0.55 and the rates 0.998 and 0.99 have no unit")
  func scrollLaws() {
    #expect(RubberBand.stiffness == 0.55)
    #expect(DecelerationRate.normal.lossPerSecond == -1_000 * Double.log(0.998))
    #expect(DecelerationRate.fast.lossPerSecond == -1_000 * Double.log(0.99))
    for unit in ScrollUnit.allCases {
      let axis = ScrollMetrics(unit, bounds: 24, content: 100)
      // A pull of 1 beyond the edge shows c d / (c + d).
      #expect(abs(axis.rubberBand.shown(-1) + 0.55 * 24 / (0.55 + 24)) < 1e-12)
    }
  }

  @Test("PS-1: 2 columns between pages; a turn takes a third of a second")
  func pager() {
    for columns in [944, 80, 39, 0] {
      let layout = PagerLayout(room: CellSize(columns: columns, rows: 23))
      #expect(layout.pageDistance == columns + 2)
    }
    #expect(PagerState.turnDuration == 1.0 / 3)
  }

  @Test("S15-threshold: a motion ends when less than 0.5 is left, in either unit")
  func threshold() {
    #expect(MotionThreshold.half == 0.5)
    #expect(Deceleration(from: 0, velocity: 9).threshold == 0.5)
    #expect(SpringBack(from: 0, to: 9, velocity: 0).threshold == 0.5)
  }

  @Test("S15-frame: 60 frames a second, and a motion that follows them takes a step in each")
  func frames() {
    #expect(FrameTime.perSecond == 60)
    #expect(FrameTime.frame(at: .seconds(1)) == 60 && FrameTime.seconds(of: 1) == 1.0 / 60)
    for metrics in [StackMetrics.points(viewport: 944), .cells(columns: 944)] {
      let scroll = StackScroll(
        from: 0,
        to: 944,
        metrics: metrics,
        margin: metrics.motion.doneMargin
      )
      // The highest speed at a distance.
      #expect(abs(scroll.steps[0] - metrics.motion.fastest / 60) < 1e-9)
    }
  }
}
