import NavBase
import NavEngine
import Testing

@Suite("D-4: the constants of tabs, scroll views and motions, in points and in cells")
struct PresetTests {
  private static let points = Constants.points(viewport: 944)

  @Test(
    "S15-bar: 10 columns, 6 below 80 columns, none below 48",
    arguments: [
      (944, 10), (200, 10), (81, 10), (80, 10), (79, 6), (50, 6), (48, 6), (47, 0), (41, 0),
      (40, 0), (39, 0), (1, 0),
    ]
  )
  func bar(columns: Int, width: Int) {
    let metrics = Constants.cells(columns: columns).tabs
    #expect(metrics == TabMetrics.cells(columns: columns))
    #expect(metrics.barWidth == Double(width))
    #expect(metrics.isCompact == (width == 6))
    #expect(Self.points.tabs.barWidth == 80 && !Self.points.tabs.isCompact)
    // The rest is wide enough for half pages if the whole viewport is.
    let left = columns - width
    #expect(left >= min(columns, StackMetrics.leastColumnsForHalves))
  }

  @Test(
    "S15-item: a tab is 80 by 70 every 80 points, 3 rows every 4; its badge is at the top right"
  )
  func item() {
    let points = Self.points.tabs
    #expect(points == TabMetrics.points)
    #expect(points.item.height == 70 && points.item.pitch == 80)
    #expect(points.topInset == 10 && points.bottomInset == 10)
    #expect(points.item.iconY == 4 && points.item.titleY == 46 && points.item.loneTitleY == 46)
    #expect(points.badge.padding == TabSize(width: 16, height: 2) && points.item.textInset == 0)
    #expect(points.badge.placement == .aroundPoint)
    for columns in [944, 200, 80, 48, 41, 39] {
      let metrics = Constants.cells(columns: columns).tabs
      #expect(metrics.item.height == 3 && metrics.item.pitch == 4)
      #expect(metrics.topInset == 0 && metrics.bottomInset == 0)
      #expect(metrics.badge.placement == .topRight)
      #expect(metrics.item.iconY == 1 && metrics.item.titleY == 2 && metrics.item.loneTitleY == 1)
      #expect(metrics.badge.padding == TabSize(width: 2, height: 0) && metrics.item.textInset == 1)
    }
  }

  @Test("S15-attachment: 69 points, 3 rows; the wait of half a second is only in points")
  func attachment() {
    #expect(Self.points.tabs.bottom.height == 69 && Self.points.tabs.bottom.hiddenGap == 1)
    #expect(Self.points.bottom.duration == 0.25 && Self.points.bottom.shrinkDelay == 0.5)
    #expect(Self.points.bottom == TabBottomTiming.points)
    for columns in [944, 200, 80, 41, 39] {
      let constants = Constants.cells(columns: columns)
      #expect(constants.tabs.bottom.height == 3 && constants.tabs.bottom.hiddenGap == 0)
      #expect(constants.bottom.duration == 0.25 && constants.bottom.shrinkDelay == 0)
      #expect(constants.bottom == TabBottom().timing)
    }
  }

  @Test("S15-scroll-laws: the band's 0.55 and the rates 0.998 and 0.99 have no unit")
  func scrollLaws() {
    #expect(RubberBand.stiffness == 0.55)
    #expect(DecelerationRate.normal.perMillisecond == 0.998)
    #expect(DecelerationRate.fast.perMillisecond == 0.99)
    for unit in [Self.points, .cells(columns: 80)].flatMap({
      [$0.scroll.horizontal, $0.scroll.vertical]
    }) {
      let axis = ScrollMetrics(unit, bounds: 24, content: 100)
      // A pull of 1 beyond the edge shows c d / (c + d).
      #expect(abs(axis.rubberBand.shown(-1) + 0.55 * 24 / (0.55 + 24)) < 1e-12)
    }
  }

  @Test("D-4, D-16, SV-8, SV-9: scroll views count in points, or in columns and rows")
  func scroll() {
    let table: [(constants: Constants, across: ScrollUnit, down: ScrollUnit)] = [
      (Self.points, .point, .point), (.cells(columns: 944), .column, .row),
      (.cells(columns: 80), .column, .row), (.cells(columns: 39), .column, .row),
      (.cells(columns: 0), .column, .row),
    ]
    for (constants, across, down) in table {
      let scroll = constants.scroll
      #expect(scroll.horizontal == across && scroll.vertical == down)
      for unit in [across, down] {
        let metrics = ScrollMetrics(unit, bounds: 24, content: 100)
        #expect(metrics.flickSpeed == 300 / unit.points)
      }
    }
    #expect(ScrollUnit.allCases.map(\.points) == [1, 8, 16])
  }

  @Test("PS-1: 20 points between pages, 2 columns; a turn takes a third of a second")
  func pager() {
    #expect(Self.points.pager == .points && Self.points.pager.spacing == 20)
    #expect(Self.points.pager.turnDuration == 1.0 / 3)
    for columns in [944, 80, 39, 0] {
      let pager = Constants.cells(columns: columns).pager
      #expect(pager.spacing == 2 && pager.turnDuration == PagerState.turnDuration)
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
    for metrics in [Self.points.stack, Constants.cells(columns: 944).stack] {
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
