/// The numbers of a stack, in one unit of length (semantics.md, section 15).
///
/// Speeds are in units a second, margins and distances in units.
package struct StackMetrics: Hashable, Sendable {
  /// The viewport's width.
  package var viewport: Double
  /// The width of a half page; of a full one it is the viewport's.
  package var halfPage: Double
  /// How far the edge of a covered page stands right of the one below it (SN-10).
  package var edgeStep: Double
  /// How much of a page stays free for edges, of its own and of the pages below (D-4).
  package var edgeRoom: Double
  /// The opacity of the overlay for each of its own widths that a page is covered by (SN-9).
  package var overlayPerWidth = 0.3
  /// What is divided by where a stack is pulled beyond its ends (SN-4).
  package var endStretch = 2.0
  /// How near a motion has to come to its target to be over (SN-16).
  package var doneMargin: Double
  /// The same for the leg of a motion that goes beyond its target (SN-21).
  package var overshootMargin: Double
  /// The speed for each unit that is left (SN-17).
  package var speedPerDistance = 14.0
  package var slowest: Double
  package var fastest: Double
  /// How near its target a motion shows no content that was not there before (SN-13).
  package var bounceDistance: Double
  /// The speeds above which a released pan passes one page more, and two (SN-20).
  package var passingOne: Double
  package var passingTwo: Double
  /// The least way that a released pan goes beyond its target (SN-21).
  package var leastOvershoot: Double
  /// How far it goes for each unit a second, in seconds (SN-21).
  package var overshootPerSpeed = 1.0 / 150
  /// The longest way that is shown whole, in widths of the viewport; a longer one begins so far from its
  /// target (protocol.md: Timelines).
  package var longestWay = Double.infinity
  /// The furthest that a released pan goes beyond its target, in the same widths.
  package var longestOvershoot = Double.infinity

  /// How many covered pages stay visible, the one that is still read included (SN-10).
  package static let edges = 3

  /// The originals' numbers; the viewport in points.
  package static func points(viewport: Double) -> StackMetrics {
    StackMetrics(
      viewport: viewport,
      halfPage: 472,
      edgeStep: 3,
      edgeRoom: 6,
      doneMargin: 1,
      overshootMargin: 3,
      slowest: 20,
      fastest: 4_000,
      bounceDistance: 30,
      passingOne: 5_500,
      passingTwo: 8_500,
      leastOvershoot: 10
    )
  }

  /// Columns from which on there are half pages (D-4).
  package static let leastColumnsForHalves = 40

  /// One unit is one column; a room may have any number of them, none included.
  ///
  /// A half page is exactly half of the viewport; where that has an odd number of columns the cell grid
  /// gives the odd one to the upper page of a pair (D-2, D-4). Below `leastColumnsForHalves` every page
  /// is full and, as its text then takes the full width, no column is left for edges.
  package static func cells(columns: Int) -> StackMetrics {
    precondition(columns >= 0, "cannot lay out a stack in \(columns) columns")
    let viewport = Double(columns)
    let scale = viewport / 944
    let hasHalves = columns >= leastColumnsForHalves
    return StackMetrics(
      viewport: viewport,
      halfPage: hasHalves ? viewport / 2 : viewport,
      edgeStep: hasHalves ? 1 : 0,
      edgeRoom: hasHalves ? 2 : 0,
      doneMargin: 0.25,
      overshootMargin: 0.5,
      slowest: max(4, 20 * scale),
      fastest: max(40, 4_000 * scale),
      bounceDistance: max(2, 30 * scale),
      passingOne: 5_500 * scale,
      passingTwo: 8_500 * scale,
      leastOvershoot: 1,
      longestWay: 3,
      longestOvershoot: 1
    )
  }

  package func width(of size: StackPageSize) -> Double {
    switch size {
    case .half: halfPage
    case .full: viewport
    }
  }
}

/// How much of the viewport a page takes (NC-1).
///
/// Raw values are the originals'.
package enum StackPageSize: UInt8, CaseIterable, Hashable, Sendable {
  case half = 1
  case full = 2
}

/// With which of its edges a page stands at the viewport's (NC-10).
package enum StackPosition: UInt8, CaseIterable, Hashable, Sendable {
  case left = 1
  case right = 2
}
