import NavBase

// The constants of the layouts in cells (D-4, AboutCells): columns horizontally, rows vertically.
//
// The comments name the row of AboutCells that defines a number; its meaning is documented at its type. Layouts use these
// values and do not round: `CellGrid` does (D-2). Tests have the same constants in points, the numbers of the original
// implementation.
//
// Constants of laws that are independent of the unit are defined with their laws: `RubberBand.stiffness`,
// `DecelerationRate`, `MotionThreshold.half` and `FrameTime.perSecond` in modules below this one, and the durations of a
// scroll in `ScrollTrajectory`.

// MARK: Stacks

extension StackMetrics {
  /// The number of covered pages that stay visible, including the one that is still readable (S15-edges, SN-10).
  package static let edges = 3

  /// The least number of columns with half pages (S15-half, D-4).
  package static let leastColumnsForHalves = 40

  /// The viewport of the original implementation in points; k is a viewport's ratio to it.
  private static let originalViewport = 944.0

  /// Returns the metrics in columns; the width may be 0.
  ///
  /// A half page is exactly half of the viewport; if that has an odd number of columns, the cell grid gives the odd one
  /// to the upper page of a pair (D-2, D-4). Below `leastColumnsForHalves` every page is full and, because its text
  /// then uses the full width, no column is reserved for edges.
  package static func cells(columns: Int) -> StackMetrics {
    precondition(columns >= 0, "cannot lay out a stack in \(columns) columns")
    let viewport = Double(columns)
    let hasHalves = columns >= leastColumnsForHalves
    let k = viewport / originalViewport
    return StackMetrics(
      viewport: viewport,
      // S15-half.
      halfPage: hasHalves ? viewport / 2 : viewport,
      // S15-edges; the room is that of the two steps beside a page that is read.
      edge: Edge(step: hasHalves ? 1 : 0, room: hasHalves ? 2 : 0),
      // S15-overlay, an opacity.
      overlayPerWidth: 0.3,
      // S15-stretch, a divisor.
      endStretch: 2,
      motion: Motion(
        // S15-margins.
        doneMargin: 0.25,
        overshootMargin: 0.5,
        // S15-gain, in 1/s.
        speedPerDistance: 14,
        // S15-speeds.
        slowest: max(4, 20 * k),
        fastest: max(40, 4_000 * k),
        // S15-bounce.
        bounceDistance: max(2, 30 * k),
        // proto/README.md: Timelines, in widths of the viewport.
        longestDistance: 3
      ),
      release: Release(
        // S15-flings.
        passingOne: 5_500 * k,
        passingTwo: 8_500 * k,
        // S15-overshoot.
        leastOvershoot: 1,
        // S15-overshoot-speed, in seconds.
        overshootPerSpeed: 1.0 / 150,
        // proto/README.md: Timelines, in widths of the viewport.
        longestOvershoot: 1
      ),
      isOnCells: true
    )
  }
}

// MARK: Side tabs

extension TabMetrics {
  /// The columns of a bar with titles, and of a compact one (S15-bar).
  package static let wideBar = 10
  package static let compactBar = 6
  /// The least ratio of a viewport's width to its bar's, so that a bar uses an eighth or less (S15-bar).
  ///
  /// So the bar has titles from 80 columns on, the standard terminal width, is compact from 48 on, and is hidden below
  /// (S15-bar: about 50). At 48 columns a compact bar leaves 42, enough for half pages
  /// (`StackMetrics.leastColumnsForHalves`): a bar never prevents half pages.
  package static let leastBars = 8

  /// Returns the metrics in columns and rows; an item has a row for the badge, one for the icon, and one for the title.
  package static func cells(columns: Int) -> TabMetrics {
    let bar =
      columns >= leastBars * wideBar
      ? wideBar : columns >= leastBars * compactBar ? compactBar : 0
    return TabMetrics(
      // S15-bar.
      barWidth: Double(bar),
      isCompact: bar == compactBar,
      // S15-item: the free space of ST-7.
      topInset: 0,
      bottomInset: 0,
      // S15-item, from the item's top (ST-9; the badge has the first row); the inset is that of the selected item's mark
      // and the bar's rule.
      item: Item(height: 3, pitch: 4, iconY: 1, titleY: 2, loneTitleY: 1, textInset: 1),
      // S15-item (ST-10; a blank on either side).
      badge: Badge(padding: TabSize(width: 2, height: 0), placement: .topRight),
      // S15-attachment; the gap is ST-1's.
      bottom: Bottom(height: 3, hiddenGap: 0)
    )
  }
}

extension TabBottomTiming {
  /// The durations used for terminals, in seconds (ST-2): the delay of the original implementation only works around a
  /// glitch, and would hide rows that are being read, so the main container shrinks as the motion ends.
  package static let cells = TabBottomTiming(duration: 0.25, shrinkDelay: 0)
}

// MARK: Scroll views

extension ScrollUnit {
  /// The number of points in a unit: a cell is 8 by 16 (AboutCells).
  package var points: Double {
    switch self {
    case .column: 8
    case .row: 16
    }
  }

  /// The speed above which a release turns to the next page, in units a second: 300 points (D-16).
  ///
  /// That is 37.5 columns or 18.75 rows. A mouse that reports whole cells is measured over the 100 ms of SV-7, so the
  /// threshold is four columns or two rows in that time: more than the one step that a resting hand may cause, and less
  /// than any flick.
  var flickSpeed: Double { 300 / points }
}
