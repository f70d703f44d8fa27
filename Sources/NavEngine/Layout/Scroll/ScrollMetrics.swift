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
  /// The most pages by which a release moves from the page on which the drag began.
  package var flickPages = 1

  /// The largest length: far larger than any document, and exact to a thousandth.
  package static let limit = 0x1p40
  /// The upper limit of a finger's velocity, in units a second.
  package static let fastest = 1e6

  /// Creates the metrics for a unit.
  package init(_ unit: ScrollUnit, bounds: Double, content: Double) {
    self.bounds = bounds
    self.content = content
    flickSpeed = unit.flickSpeed
    Self.check(bounds)
    Self.check(content)
  }

  /// Returns metrics in columns.
  package static func columns(bounds: Double, content: Double) -> ScrollMetrics {
    ScrollMetrics(.column, bounds: bounds, content: content)
  }

  /// Returns metrics in rows.
  package static func rows(bounds: Double, content: Double) -> ScrollMetrics {
    ScrollMetrics(.row, bounds: bounds, content: content)
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

/// The pages of content that rests on multiples of its bounds (SV-8, D-16).
extension ScrollMetrics {
  /// The number of pages, at least 1; the last may be shorter.
  ///
  /// With bounds of 0 there is one page.
  package var pageCount: Int {
    guard bounds > 0 else { return 1 }
    return Int(min(max(1, (content / bounds).rounded(.up)), Self.limit))
  }

  /// Returns the page at which a release comes to rest (D-16).
  ///
  /// A flick leads to the next page in its direction, a slower release to the nearer one; never further than `flickPages`
  /// from the drag's first page. If that is more than one page, a flick leads to the page nearest to where content that
  /// is paged, and so decelerates fast, would stop (SV-5).
  ///
  /// - Parameters:
  ///   - offset: the offset at the release.
  ///   - velocity: the content's velocity in units a second; positive reveals content after the visible part.
  ///   - start: the page on which the drag began; nil without a drag.
  /// - Returns: the page's index.
  package func pageOfRelease(at offset: Double, velocity: Double, from start: Int?) -> Int {
    guard bounds > 0 else { return 0 }
    let position = offset / bounds
    var page =
      velocity > flickSpeed
      ? position.rounded(.down) + 1
      : velocity < -flickSpeed
        ? position.rounded(.up) - 1
        : (position + 0.5).rounded(.down)
    if flickPages > 1, abs(velocity) > flickSpeed {
      let end = Deceleration(from: offset, velocity: velocity, rate: .fast).target / bounds
      page = velocity > 0 ? max(page, end.rounded()) : min(page, end.rounded())
    }
    let most = Double(flickPages)
    if let start { page = page.clamped(to: Double(start) - most...Double(start) + most) }
    return Int(page.clamped(to: 0...Double(pageCount - 1)))
  }
}

/// The length of one unit of a scroll view: a side of a cell (AboutCells).
///
/// A cell stands for 8 by 16 points, approximately its size in a terminal. Lengths and speeds are divided by that size,
/// not scaled with the viewport, so that the same hand movement has the same effect on both axes and in every viewport.
/// Its numbers are in `Constants.swift`.
package enum ScrollUnit: BitwiseCopyable, CaseIterable, Hashable, Sendable {
  case column
  case row
}
