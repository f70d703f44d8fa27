import NavGeometry
import NavScene

/// The scroll physics of the original tables, frame by frame (TW-12).
///
/// Lists of this engine use the laws of AboutScrollViews like any other rows, so that a list and a text beside it react alike
/// to a finger; these formulas are for callers that need the original behaviour. The original spring at an edge is
/// replaced by SV-6; offsets are rounded on the cell grid only (D-2).
package enum TableMotion {
  /// The factor by which a speed, or a remaining distance, decreases in a frame.
  package static let friction = 0.88
  /// Returns the distance that a page key scrolls.
  package static func pageStep(height: Double) -> Double { 0.9 * height }

  /// Returns an animated scroll: o becomes 0.88 o + 0.12 target in each frame.
  ///
  /// - Parameters:
  ///   - offset: the first offset.
  ///   - target: the last offset.
  ///   - metrics: the metrics with the margin at which it ends.
  /// - Returns: the offsets in the frames 1, 2, ...; the last one is the target. At most
  ///   `Limits.frames`.
  package static func way(
    from offset: Double,
    to target: Double,
    _ metrics: TableMetrics
  ) -> [Double] {
    var left = offset - target
    var way: [Double] = []
    while abs(left) >= metrics.restMargin, way.count < Limits.frames {
      left *= friction
      way.append(target + left)
    }
    if !way.isEmpty { way[way.count - 1] = target }
    return way
  }

  /// Returns the distance that content moves after its release.
  ///
  /// - Parameter velocity: the velocity in units a second.
  /// - Returns: the whole distance in units: the sum over all frames.
  package static func coast(at velocity: Double) -> Double {
    velocity / Double(FrameTime.perSecond) * friction / (1 - friction)
  }

  /// Returns the new pull after a finger's movement beyond an end: the resistance grows with the pull; a movement back
  /// takes full effect.
  ///
  /// - Parameters:
  ///   - pull: the current pull; below 0 at the top.
  ///   - way: the distance of the finger's movement.
  ///   - metrics: the metrics with the damping.
  /// - Returns: the new pull.
  package static func pull(_ pull: Double, by way: Double, _ metrics: TableMetrics) -> Double {
    let isBack = (pull < 0 && way > 0) || (pull > 0 && way < 0)
    return pull + (isBack ? way : way * Double.exp(-abs(pull) / metrics.pullDamping))
  }

  /// Returns the distance that a frame scrolls while a row is dragged: 0 in the middle, up to `dragStep` at an edge.
  ///
  /// - Parameters:
  ///   - y: the finger's position, from the viewport's top.
  ///   - height: the viewport's height.
  ///   - metrics: the metrics with the margin at the edges.
  /// - Returns: the distance, below 0 for upwards.
  package static func dragStep(at y: Double, height: Double, _ metrics: TableMetrics) -> Double {
    let margin = min(metrics.dragMargin, height / 2)
    guard margin > 0 else { return 0 }
    let up = (margin - y) / margin
    let down = (y - (height - margin)) / margin
    return (max(0, min(1, down)) - max(0, min(1, up))) * metrics.dragStep
  }
}
