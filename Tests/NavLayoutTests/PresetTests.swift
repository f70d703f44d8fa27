import NavGeometry
import NavLayout
import Testing

@Suite("D-4: the numbers of tabs, scroll views and motions, in points and in cells")
struct PresetTests {
  @Test(
    "S15-bar: 10 columns, 6 where there are less than 80, none where there are less than 48",
    arguments: [
      (944, 10), (200, 10), (81, 10), (80, 10), (79, 6), (50, 6), (48, 6), (47, 0), (41, 0),
      (40, 0), (39, 0), (1, 0),
    ]
  )
  func bar(columns: Int, width: Int) {
    let metrics = TabMetrics.cells(columns: columns)
    #expect(metrics.barWidth == Double(width))
    #expect(metrics.isCompact == (width == 6))
    #expect(TabMetrics.points.barWidth == 80 && !TabMetrics.points.isCompact)
    // What is left is wide enough for half pages, wherever the whole viewport is.
    let left = columns - width
    #expect(left >= min(columns, StackMetrics.leastColumnsForHalves))
  }

  @Test(
    "S15-item: a tab is 80 by 70 every 80 points, 3 rows every 4; its badge is at the top right"
  )
  func item() {
    #expect(TabMetrics.points.itemHeight == 70 && TabMetrics.points.pitch == 80)
    #expect(TabMetrics.points.topInset == 10 && TabMetrics.points.bottomInset == 10)
    #expect(TabMetrics.points.badgePlacement == .aroundPoint)
    for columns in [944, 200, 80, 48, 41, 39] {
      let metrics = TabMetrics.cells(columns: columns)
      #expect(metrics.itemHeight == 3 && metrics.pitch == 4)
      #expect(metrics.topInset == 0 && metrics.bottomInset == 0)
      #expect(metrics.badgePlacement == .topRight)
      #expect(metrics.iconY < metrics.titleY && metrics.titleY < metrics.itemHeight)
    }
  }

  @Test("S15-attachment: 69 points, 3 rows; the wait of half a second is the points' alone")
  func attachment() {
    #expect(TabMetrics.points.bottomHeight == 69 && TabMetrics.points.hiddenGap == 1)
    #expect(TabBottomTiming.points.duration == 0.25 && TabBottomTiming.points.shrinkDelay == 0.5)
    #expect(TabBottomTiming.cells.duration == 0.25 && TabBottomTiming.cells.shrinkDelay == 0)
    for columns in [944, 200, 80, 41, 39] {
      let metrics = TabMetrics.cells(columns: columns)
      #expect(metrics.bottomHeight == 3 && metrics.hiddenGap == 0)
    }
  }

  @Test("S15-scroll-laws: the band's 0.55 and the rates 0.998 and 0.99 know no unit")
  func scrollLaws() {
    #expect(RubberBand.stiffness == 0.55)
    #expect(DecelerationRate.normal.perMillisecond == 0.998)
    #expect(DecelerationRate.fast.perMillisecond == 0.99)
    let axes = [
      ScrollMetrics.points(bounds: 24, content: 100), .columns(bounds: 24, content: 100),
      .rows(bounds: 24, content: 100),
    ]
    for axis in axes {
      #expect(axis.rate == .normal)
      // 1 beyond the edge shows c d / (c + d) of it.
      #expect(abs(axis.rubberBand.shown(-1) + 0.55 * 24 / (0.55 + 24)) < 1e-12)
    }
  }

  @Test("S15-threshold: a motion is over when less than 0.5 is left, in either unit")
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
      let scroll = StackScroll(from: 0, to: 944, metrics: metrics, margin: metrics.doneMargin)
      // As fast as it goes while it is far.
      #expect(abs(scroll.steps[0] - metrics.fastest / 60) < 1e-9)
    }
  }
}
