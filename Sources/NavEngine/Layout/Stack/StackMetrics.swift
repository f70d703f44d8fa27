package import NavBase

/// The lengths, speeds and factors of a stack, in one unit of length; set in `Constants.swift` (AboutCells).
///
/// Speeds are in units a second, margins and distances in units.
package struct StackMetrics: BitwiseCopyable, Hashable, Sendable {
  /// The viewport's width.
  package var viewport: Double
  /// The width of a half page; a full page has the viewport's.
  package var halfPage: Double
  package var edge: Edge
  /// The overlay's opacity for each page width by which a page is covered (SN-9).
  package var overlayPerWidth: Double
  /// The divisor of an offset beyond the ends (SN-4).
  package var endStretch: Double
  package var motion: Motion
  package var release: Release
  /// Whether the unit is a cell: motions then begin at the displayed cells and end on whole cells.
  package var isOnCells: Bool

  /// The visible columns of covered pages.
  package struct Edge: BitwiseCopyable, Hashable, Sendable {
    /// The distance between the edges of two covered pages (SN-10).
    package var step: Double
    /// The width of a page that is reserved for edges, its own and those of the pages below (D-4).
    package var room: Double
  }

  /// The speed and the end of a motion.
  package struct Motion: BitwiseCopyable, Hashable, Sendable {
    /// The distance to the target at which a motion ends (SN-16).
    package var doneMargin: Double
    /// The same for the first leg of a motion, which goes beyond the target (SN-21).
    package var overshootMargin: Double
    /// The speed in units a second for each unit of remaining distance (SN-17).
    package var speedPerDistance: Double
    /// The lower and the upper speed limit (SN-17).
    package var slowest: Double
    package var fastest: Double
    /// The distance to the target within which a motion shows no new content (SN-13).
    package var bounceDistance: Double
    /// The longest distance that a motion shows, in widths of the viewport; a longer motion begins at this distance
    /// from its target (proto/README.md: Timelines).
    package var longestDistance: Double
  }

  /// The pages and the overshoot that the velocity of a released pan adds.
  package struct Release: BitwiseCopyable, Hashable, Sendable {
    /// The speeds above which a release passes one more page, or two (SN-20).
    package var passingOne: Double
    package var passingTwo: Double
    /// The smallest overshoot (SN-21).
    package var leastOvershoot: Double
    /// The overshoot for each unit a second of velocity, in seconds (SN-21).
    package var overshootPerSpeed: Double
    /// The largest overshoot, in widths of the viewport.
    package var longestOvershoot: Double
  }

  package func width(of size: StackPageSize) -> Double {
    switch size {
    case .half: halfPage
    case .full: viewport
    }
  }
}
