package import NavBase

/// One axis of content that scrolls: its visible length, its content length, and its settings (SV-1).
///
/// Lengths are in one unit, points or cells; speeds in units a second. Nothing is rounded (D-2).
package struct ScrollMetrics: Hashable, Sendable {
  /// The visible length, from 0 to `limit`.
  package var bounds: Double { didSet { Self.check(bounds) } }
  /// The length of the content, from 0 to `limit`.
  package var content: Double { didSet { Self.check(content) } }
  /// The space before and after the content, from 0 to `limit`.
  package var insetLow = 0.0 { didSet { Self.check(insetLow) } }
  package var insetHigh = 0.0 { didSet { Self.check(insetHigh) } }
  /// Whether content follows a finger beyond an edge and springs back.
  package var bounces = true
  /// The speed above which a release turns to the next page (D-16).
  package var flickSpeed: Double

  /// The largest length: far larger than any document, and exact to a thousandth.
  package static let limit = 0x1p40
  /// The upper limit of a finger's velocity, in units a second.
  package static let fastest = 1e6

  /// Creates the metrics for a unit; all presets are created here.
  package init(_ unit: ScrollUnit, bounds: Double, content: Double) {
    self.bounds = bounds
    self.content = content
    flickSpeed = unit.flickSpeed
    Self.check(bounds)
    Self.check(content)
  }

  /// Returns metrics in points, with the numbers of the original implementation.
  package static func points(bounds: Double, content: Double) -> ScrollMetrics {
    ScrollMetrics(ScrollConstants.points.vertical, bounds: bounds, content: content)
  }

  /// Returns metrics in columns.
  package static func columns(bounds: Double, content: Double) -> ScrollMetrics {
    ScrollMetrics(ScrollConstants.cells.horizontal, bounds: bounds, content: content)
  }

  /// Returns metrics in rows.
  package static func rows(bounds: Double, content: Double) -> ScrollMetrics {
    ScrollMetrics(ScrollConstants.cells.vertical, bounds: bounds, content: content)
  }

  private static func check(_ length: Double) {
    precondition(length >= 0 && length <= limit, "cannot scroll over a length of \(length)")
  }

  // MARK: Legal offsets

  /// The legal offsets (SV-2).
  package var range: ClosedRange<Double> {
    -insetLow...max(-insetLow, content + insetHigh - bounds)
  }

  /// Returns the nearest legal offset.
  package func confined(_ offset: Double) -> Double {
    precondition(!offset.isNaN, "cannot scroll to an offset that is no number")
    return offset.clamped(to: range)
  }

  /// Whether a finger can move the content (SV-3).
  package var canScroll: Bool {
    range.lowerBound < range.upperBound
  }

  package var rubberBand: RubberBand {
    RubberBand(range: range, dimension: bounces ? bounds : 0)
  }
}

/// The length of one unit of a scroll view: a point of the original implementation, or a side of a cell (AboutCells).
///
/// A cell stands for 8 by 16 points, approximately its size in a terminal. Lengths and speeds are divided by that size,
/// not scaled with the viewport, so that the same hand movement has the same effect on both axes and in every viewport.
/// Its numbers are set by `Constants`.
package enum ScrollUnit: BitwiseCopyable, CaseIterable, Hashable, Sendable {
  case point
  case column
  case row
}

/// The constants of scroll views on both axes; set by `Constants`.
package struct ScrollConstants: BitwiseCopyable, Hashable, Sendable {
  /// The horizontal and the vertical unit.
  package var horizontal: ScrollUnit
  package var vertical: ScrollUnit
}
