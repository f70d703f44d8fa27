/// The numbers of a stack, in one unit of length; `Constants` has them (semantics.md, section 15).
///
/// Speeds are in units a second, margins and distances in units.
package struct StackMetrics: BitwiseCopyable, Hashable, Sendable {
  /// The viewport's width.
  package var viewport: Double
  /// The width of a half page; of a full one it is the viewport's.
  package var halfPage: Double
  /// How far the edge of a covered page stands right of the one below it (SN-10).
  package var edgeStep: Double
  /// How much of a page stays free for edges, of its own and of the pages below (D-4).
  package var edgeRoom: Double
  /// The opacity of the overlay for each of its own widths that a page is covered by (SN-9).
  package var overlayPerWidth: Double
  /// What is divided by where a stack is pulled beyond its ends (SN-4).
  package var endStretch: Double
  /// How near a motion has to come to its target to be over (SN-16).
  package var doneMargin: Double
  /// The same for the leg of a motion that goes beyond its target (SN-21).
  package var overshootMargin: Double
  /// The speed for each unit that is left, a second (SN-17).
  package var speedPerDistance: Double
  /// Between which speeds a motion stays, however much is left (SN-17).
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
  package var overshootPerSpeed: Double
  /// The longest way that is shown whole, in widths of the viewport; a longer one begins so far
  /// from its target (protocol.md: Timelines).
  package var longestWay: Double
  /// The furthest that a released pan goes beyond its target, in the same widths.
  package var longestOvershoot: Double
  /// Whether a unit is a cell: motions then begin in the cells that are seen and end in whole ones.
  package var isOnCells: Bool

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
