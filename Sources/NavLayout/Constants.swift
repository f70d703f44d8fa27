import NavGeometry

/// The numbers of the layouts in one unit of length, points or cells (D-4, section 15).
///
/// There are two presets: `points(viewport:)` with the originals' numbers, which fixtures use, and
/// `cells(columns:)`, which is shown. The tables below hold both of each number, beside the row it
/// comes from; what a number means stands where its type does. Layouts take theirs from here and
/// round nothing: `CellGrid` does (D-2).
///
/// Numbers of laws that know no unit stand with their laws: `RubberBand.stiffness`,
/// `DecelerationRate`, `MotionThreshold.half` and `FrameTime.perSecond` below this module, and the
/// times of a scroll in `ScrollTrajectory`.
///
/// Making one is cheap, as each layout does: it is flat, some 40 numbers without any reference.
package struct Constants: BitwiseCopyable, Hashable, Sendable {
  package var stack: StackMetrics
  package var tabs: TabMetrics
  package var bottom: TabBottomTiming
  package var scroll: ScrollConstants
  package var pager: PagerMetrics

  /// The originals' numbers, for a viewport that is so many points wide.
  package static func points(viewport: Double) -> Constants {
    Constants(
      stack: .points(viewport: viewport),
      tabs: .points,
      bottom: .points,
      scroll: .points,
      pager: .points
    )
  }

  /// One unit is a column or a row, in a room of so many columns; none is a number too.
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

/// Which of the two presets a table gives.
private enum Preset {
  case points
  case cells

  /// The number of this preset.
  func callAsFunction<Number>(points: Number, cells: Number) -> Number {
    switch self {
    case .points: points
    case .cells: cells
    }
  }
}

// MARK: Stacks

extension StackMetrics {
  /// S15-edges: how many covered pages stay visible, the one that is still read included (SN-10).
  package static let edges = 3

  /// S15-half: columns from which on there are half pages (D-4).
  package static let leastColumnsForHalves = 40

  /// The originals' viewport in points; k is a viewport's share of it.
  private static let originalViewport = 944.0

  /// The originals' numbers; the viewport in points.
  package static func points(viewport: Double) -> StackMetrics {
    StackMetrics(.points, viewport: viewport, hasHalves: true)
  }

  /// One unit is one column; a room may have any number of them, none included.
  ///
  /// A half page is exactly half of the viewport; where that has an odd number of columns the cell
  /// grid gives the odd one to the upper page of a pair (D-2, D-4). Below `leastColumnsForHalves`
  /// every page is full and, as its text then takes the full width, no column is left for edges.
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
      // S15-edges, in units.
      edgeStep: preset(points: 3, cells: hasHalves ? 1 : 0),
      // S15-edges, in units: the two steps that rest beside a page that is read.
      edgeRoom: preset(points: 6, cells: hasHalves ? 2 : 0),
      // S15-overlay, an opacity.
      overlayPerWidth: 0.3,
      // S15-stretch, a divisor.
      endStretch: 2,
      // S15-margins, in units.
      doneMargin: preset(points: 1, cells: 0.25),
      overshootMargin: preset(points: 3, cells: 0.5),
      // S15-gain, a second.
      speedPerDistance: 14,
      // S15-speeds, in units a second.
      slowest: preset(points: 20, cells: max(4, 20 * k)),
      fastest: preset(points: 4_000, cells: max(40, 4_000 * k)),
      // S15-bounce, in units.
      bounceDistance: preset(points: 30, cells: max(2, 30 * k)),
      // S15-flings, in units a second.
      passingOne: preset(points: 5_500, cells: 5_500 * k),
      passingTwo: preset(points: 8_500, cells: 8_500 * k),
      // S15-overshoot, in units.
      leastOvershoot: preset(points: 10, cells: 1),
      // S15-overshoot-speed, in seconds.
      overshootPerSpeed: 1.0 / 150,
      // protocol.md: Timelines, in widths of the viewport.
      longestWay: preset(points: .infinity, cells: 3),
      longestOvershoot: preset(points: .infinity, cells: 1),
      isOnCells: preset(points: false, cells: true)
    )
  }
}

// MARK: Side tabs

extension TabMetrics {
  /// S15-bar: the columns of a bar with titles, and of a compact one.
  package static let wideBar = 10
  package static let compactBar = 6
  /// S15-bar: how many times as wide as its bar a viewport is at least, so that a bar takes an
  /// eighth or less.
  ///
  /// So the bar has titles from 80 columns on, which is the standard terminal, is compact from 48
  /// on, and is hidden below (section 15: about 50). At 48 columns a compact bar leaves 42, enough
  /// for half pages (`StackMetrics.leastColumnsForHalves`): a bar never takes those away.
  package static let leastBars = 8

  /// The originals' numbers.
  package static let points = TabMetrics(.points, columns: 0)

  /// One unit is one column or one row; an item is a row for the badge, one for the icon, one for
  /// the title.
  package static func cells(columns: Int) -> TabMetrics { TabMetrics(.cells, columns: columns) }

  private init(_ preset: Preset, columns: Int) {
    let bar =
      columns >= Self.leastBars * Self.wideBar
      ? Self.wideBar : columns >= Self.leastBars * Self.compactBar ? Self.compactBar : 0
    self.init(
      // S15-bar, in units.
      barWidth: preset(points: 80, cells: Double(bar)),
      // S15-item, in units; insets are what ST-7 leaves free.
      itemHeight: preset(points: 70, cells: 3),
      pitch: preset(points: 80, cells: 4),
      topInset: preset(points: 10, cells: 0),
      bottomInset: preset(points: 10, cells: 0),
      // S15-attachment, in units; the gap is ST-1's.
      bottomHeight: preset(points: 69, cells: 3),
      hiddenGap: preset(points: 1, cells: 0),
      // S15-item, in units from the item's top (ST-9; in cells the badge has the first row).
      iconY: preset(points: 4, cells: 1),
      titleY: preset(points: 46, cells: 2),
      loneTitleY: preset(points: 46, cells: 1),
      // S15-item, in units (ST-10; in cells a blank on either side).
      badgePadding: TabSize(
        width: preset(points: 16, cells: 2),
        height: preset(points: 2, cells: 0)
      ),
      // S15-item.
      badgePlacement: preset(points: .aroundPoint, cells: .topRight),
      // In units: in cells the mark of the selected item, and the bar's rule.
      textInset: preset(points: 0, cells: 1),
      // S15-bar.
      isCompact: preset(points: false, cells: bar == Self.compactBar)
    )
  }
}

extension TabBottomTiming {
  /// The originals' numbers: the main container waits half a second (ST-2).
  package static let points = TabBottomTiming(.points)
  /// The wait only works around a glitch of the originals, and here it would cover rows that are
  /// read: the main container becomes smaller as the motion ends.
  package static let cells = TabBottomTiming(.cells)

  private init(_ preset: Preset) {
    // Both in seconds (ST-2).
    self.init(duration: 0.25, shrinkDelay: preset(points: 0.5, cells: 0))
  }
}

// MARK: Scroll views

extension ScrollConstants {
  /// The originals' numbers: both axes count in points.
  package static let points = ScrollConstants(.points)
  /// Columns across, rows down.
  package static let cells = ScrollConstants(.cells)

  private init(_ preset: Preset) {
    self.init(
      horizontal: preset(points: .point, cells: .column),
      vertical: preset(points: .point, cells: .row)
    )
  }
}

extension ScrollUnit {
  /// How many points it is: a cell stands for 8 by 16 (end of section 12).
  package var points: Double {
    switch self {
    case .point: 1
    case .column: 8
    case .row: 16
    }
  }

  /// What a line is, in units: 16 points, or the one cell that an arrow key moves.
  var line: Double { self == .point ? 16 : 1 }

  /// The speed above which a release turns to the next page, in units a second: 300 points (D-16).
  ///
  /// 37.5 columns and 18.75 rows. A mouse that tells whole cells is measured over the 100 ms of
  /// SV-7, so these are four columns and two rows in that time: more than one step, which a hand
  /// that rests may make, and less than any flick.
  var flickSpeed: Double { 300 / points }
}

// MARK: Pagers

extension PagerMetrics {
  /// The originals' numbers.
  package static let points = PagerMetrics(.points)
  /// One unit is one column.
  package static let cells = PagerMetrics(.cells)

  private init(_ preset: Preset) {
    self.init(
      // In units (end of section 4).
      spacing: preset(points: 20, cells: 2),
      // In seconds, the same for all viewers: a turn is the model's, which knows no unit.
      turnDuration: 1.0 / 3
    )
  }
}
