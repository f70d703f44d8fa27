package import NavGeometry

/// One axis of a scroll view: how much is seen of how much, and how it scrolls (SV-1).
///
/// Lengths are in one unit, points or cells; speeds in units a second. Nothing is rounded (D-2).
package struct ScrollMetrics: Hashable, Sendable {
  /// What is seen at once, from 0 to `limit`.
  package var bounds: Double { didSet { Self.check(bounds) } }
  /// What there is to see, from 0 to `limit`.
  package var content: Double { didSet { Self.check(content) } }
  /// Room before the content and behind it, from 0 to `limit`.
  package var insetLow = 0.0 { didSet { Self.check(insetLow) } }
  package var insetHigh = 0.0 { didSet { Self.check(insetHigh) } }
  /// Whether content follows a finger beyond an edge and springs back from there.
  package var bounces = true
  /// Whether it does so too where there is nothing to scroll (SV-3).
  package var alwaysBounce = false
  /// Whether it rests on multiples of the bounds only (SV-8).
  package var isPaging = false
  /// Whether a finger, a wheel or a key may scroll; a program may at any time.
  package var isScrollEnabled = true
  package var showsIndicator = true
  package var rate = DecelerationRate.normal
  /// The speed above which a release turns to the next page (D-16).
  package var flickSpeed: Double
  /// One step of an arrow key, and what a page key leaves in view.
  package var line: Double

  /// The largest length: far beyond every document, and exact to a thousandth.
  package static let limit = 0x1p40
  /// The fastest that a finger is believed to be.
  package static let fastest = 1e6
  /// Lines that a notch of the wheel scrolls.
  package static let linesPerNotch = 3.0

  /// The numbers of a unit; every preset is made here.
  package init(_ unit: ScrollUnit, bounds: Double, content: Double) {
    self.bounds = bounds
    self.content = content
    flickSpeed = unit.flickSpeed
    line = unit.line
    Self.check(bounds)
    Self.check(content)
  }

  /// The originals' numbers.
  package static func points(bounds: Double, content: Double) -> ScrollMetrics {
    ScrollMetrics(ScrollConstants.points.vertical, bounds: bounds, content: content)
  }

  /// One unit is a column.
  package static func columns(bounds: Double, content: Double) -> ScrollMetrics {
    ScrollMetrics(ScrollConstants.cells.horizontal, bounds: bounds, content: content)
  }

  /// One unit is a row.
  package static func rows(bounds: Double, content: Double) -> ScrollMetrics {
    ScrollMetrics(ScrollConstants.cells.vertical, bounds: bounds, content: content)
  }

  private static func check(_ length: Double) {
    precondition(length >= 0 && length <= limit, "cannot scroll over a length of \(length)")
  }

  // MARK: Where it may rest

  /// The legal offsets (SV-2).
  package var range: ClosedRange<Double> {
    -insetLow...max(-insetLow, content + insetHigh - bounds)
  }

  /// The nearest legal offset.
  package func confined(_ offset: Double) -> Double {
    precondition(!offset.isNaN, "cannot scroll to an offset that is no number")
    return offset.clamped(to: range)
  }

  /// Whether a finger moves it at all (SV-3).
  package var canScroll: Bool {
    isScrollEnabled && (range.lowerBound < range.upperBound || (bounces && alwaysBounce))
  }

  package var rubberBand: RubberBand {
    RubberBand(range: range, dimension: bounces ? bounds : 0)
  }
}
