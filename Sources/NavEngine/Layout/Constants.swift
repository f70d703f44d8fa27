import NavBase

/// The constants of the layouts in one unit of length, points or cells (D-4, AboutCells).
///
/// There are two presets: `points(viewport:)` with the numbers of the original implementation, which fixtures use, and
/// `cells(columns:)`, which is used for terminals. The tables below list both values of each constant, with the row of
/// AboutCells that defines it; its meaning is documented at its type. Layouts use these values and do not round:
/// `CellGrid` does (D-2).
///
/// Constants of laws that are independent of the unit are defined with their laws: `RubberBand.stiffness`,
/// `DecelerationRate`, `MotionThreshold.half` and `FrameTime.perSecond` in modules below this one, and the durations of
/// a scroll in `ScrollTrajectory`.
///
/// It is cheap to create, because every layout creates one: a flat value of some 40 numbers without references.
package struct Constants: BitwiseCopyable, Hashable, Sendable {
  package var stack: StackMetrics
  package var tabs: TabMetrics
  package var bottom: TabBottomTiming
  package var scroll: ScrollConstants
  package var pager: PagerMetrics

  /// Returns the numbers of the original implementation, for a viewport's width in points.
  package static func points(viewport: Double) -> Constants {
    Constants(
      stack: .points(viewport: viewport),
      tabs: .points,
      bottom: .points,
      scroll: .points,
      pager: .points
    )
  }

  /// Returns the constants in columns and rows, for an available width in columns, which may be 0.
  package static func cells(columns: Int) -> Constants {
    Constants(
      stack: .cells(columns: columns),
      tabs: .cells(columns: columns),
      bottom: .cells,
      scroll: .cells,
      pager: .cells
    )
  }
}

/// The presets between which a table distinguishes.
private enum Preset {
  case points
  case cells

  /// Returns the value for this preset.
  func callAsFunction<Number>(points: Number, cells: Number) -> Number {
    switch self {
    case .points: points
    case .cells: cells
    }
  }
}

// MARK: Stacks

extension StackMetrics {
  /// The number of covered pages that stay visible, including the one that is still readable (S15-edges, SN-10).
  package static let edges = 3

  /// The least number of columns with half pages (S15-half, D-4).
  package static let leastColumnsForHalves = 40

  /// The viewport of the original implementation in points; k is a viewport's ratio to it.
  private static let originalViewport = 944.0

  /// Returns the numbers of the original implementation; the viewport is in points.
  package static func points(viewport: Double) -> StackMetrics {
    StackMetrics(.points, viewport: viewport, hasHalves: true)
  }

  /// Returns the metrics in columns; the width may be 0.
  ///
  /// A half page is exactly half of the viewport; if that has an odd number of columns, the cell grid gives the odd one
  /// to the upper page of a pair (D-2, D-4). Below `leastColumnsForHalves` every page is full and, because its text
  /// then uses the full width, no column is reserved for edges.
  package static func cells(columns: Int) -> StackMetrics {
    precondition(columns >= 0, "cannot lay out a stack in \(columns) columns")
    return StackMetrics(
      .cells,
      viewport: Double(columns),
      hasHalves: columns >= leastColumnsForHalves
    )
  }

  private init(_ preset: Preset, viewport: Double, hasHalves: Bool) {
    let k = viewport / Self.originalViewport
    self.init(
      viewport: viewport,
      // S15-half, in units.
      halfPage: preset(points: 472, cells: hasHalves ? viewport / 2 : viewport),
      // S15-edges, in units; the room is that of the two steps beside a page that is read.
      edge: Edge(
        step: preset(points: 3, cells: hasHalves ? 1 : 0),
        room: preset(points: 6, cells: hasHalves ? 2 : 0)
      ),
      // S15-overlay, an opacity.
      overlayPerWidth: 0.3,
      // S15-stretch, a divisor.
      endStretch: 2,
      motion: Motion(
        // S15-margins, in units.
        doneMargin: preset(points: 1, cells: 0.25),
        overshootMargin: preset(points: 3, cells: 0.5),
        // S15-gain, in 1/s.
        speedPerDistance: 14,
        // S15-speeds, in units a second.
        slowest: preset(points: 20, cells: max(4, 20 * k)),
        fastest: preset(points: 4_000, cells: max(40, 4_000 * k)),
        // S15-bounce, in units.
        bounceDistance: preset(points: 30, cells: max(2, 30 * k)),
        // proto/README.md: Timelines, in widths of the viewport.
        longestWay: preset(points: .infinity, cells: 3)
      ),
      release: Release(
        // S15-flings, in units a second.
        passingOne: preset(points: 5_500, cells: 5_500 * k),
        passingTwo: preset(points: 8_500, cells: 8_500 * k),
        // S15-overshoot, in units.
        leastOvershoot: preset(points: 10, cells: 1),
        // S15-overshoot-speed, in seconds.
        overshootPerSpeed: 1.0 / 150,
        // proto/README.md: Timelines, in widths of the viewport.
        longestOvershoot: preset(points: .infinity, cells: 1)
      ),
      isOnCells: preset(points: false, cells: true)
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

  /// The numbers of the original implementation.
  package static let points = TabMetrics(.points, columns: 0)

  /// Returns the metrics in columns and rows; an item has a row for the badge, one for the icon, and one for the title.
  package static func cells(columns: Int) -> TabMetrics { TabMetrics(.cells, columns: columns) }

  private init(_ preset: Preset, columns: Int) {
    let bar =
      columns >= Self.leastBars * Self.wideBar
      ? Self.wideBar : columns >= Self.leastBars * Self.compactBar ? Self.compactBar : 0
    self.init(
      // S15-bar, in units.
      barWidth: preset(points: 80, cells: Double(bar)),
      isCompact: preset(points: false, cells: bar == Self.compactBar),
      // S15-item, in units: the free space of ST-7.
      topInset: preset(points: 10, cells: 0),
      bottomInset: preset(points: 10, cells: 0),
      item: Item(
        // S15-item, in units.
        height: preset(points: 70, cells: 3),
        pitch: preset(points: 80, cells: 4),
        // S15-item, in units from the item's top (ST-9; in cells the badge has the first row).
        iconY: preset(points: 4, cells: 1),
        titleY: preset(points: 46, cells: 2),
        loneTitleY: preset(points: 46, cells: 1),
        // In units: in cells the columns of the selected item's mark and the bar's rule.
        textInset: preset(points: 0, cells: 1)
      ),
      // S15-item, in units (ST-10; in cells a blank on either side).
      badge: Badge(
        padding: TabSize(
          width: preset(points: 16, cells: 2),
          height: preset(points: 2, cells: 0)
        ),
        placement: preset(points: .aroundPoint, cells: .topRight)
      ),
      // S15-attachment, in units; the gap is ST-1's.
      bottom: Bottom(
        height: preset(points: 69, cells: 3),
        hiddenGap: preset(points: 1, cells: 0)
      )
    )
  }
}

extension TabBottomTiming {
  /// The numbers of the original implementation: the main container shrinks half a second later (ST-2).
  package static let points = TabBottomTiming(.points)
  /// The durations used for terminals: the delay only works around a glitch of the original implementation, and would
  /// hide rows that are being read, so the main container shrinks as the motion ends.
  package static let cells = TabBottomTiming(.cells)

  private init(_ preset: Preset) {
    // Both in seconds (ST-2).
    self.init(duration: 0.25, shrinkDelay: preset(points: 0.5, cells: 0))
  }
}

// MARK: Scroll views

extension ScrollConstants {
  /// The numbers of the original implementation: both axes are in points.
  package static let points = ScrollConstants(.points)
  /// Columns horizontally, rows vertically.
  package static let cells = ScrollConstants(.cells)

  private init(_ preset: Preset) {
    self.init(
      horizontal: preset(points: .point, cells: .column),
      vertical: preset(points: .point, cells: .row)
    )
  }
}

extension ScrollUnit {
  /// The number of points in a unit: a cell is 8 by 16 (AboutCells).
  package var points: Double {
    switch self {
    case .point: 1
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

// MARK: Pagers

extension PagerMetrics {
  /// The numbers of the original implementation.
  package static let points = PagerMetrics(.points)
  /// The metrics in columns.
  package static let cells = PagerMetrics(.cells)

  private init(_ preset: Preset) {
    self.init(
      // In units (AboutCells).
      spacing: preset(points: 20, cells: Double(PagerStyle.defaultSpacing)),
      // In seconds, equal for all viewers: a turn belongs to the model, which is independent of units.
      turnDuration: 1.0 / 3
    )
  }
}
