import NavGeometry
import NavScene

/// How the original's tables scroll, frame by frame (TW-12).
///
/// Lists of this engine move like any other rows, by the laws of section 12, so that a list and a
/// text beside it answer one finger alike: these numbers are for whoever wants the original's. Its
/// spring at an edge is SV-6's here; offsets are rounded on the cell grid alone (D-2).
package enum TableMotion {
  /// What is left of a speed, or of a way, after a frame.
  package static let friction = 0.88
  /// How far a page key scrolls.
  package static func pageStep(height: Double) -> Double { 0.9 * height }

  /// An animated scroll: o becomes 0.88 o + 0.12 target in each frame.
  ///
  /// - Parameters:
  ///   - offset: where it begins.
  ///   - target: where it ends.
  ///   - metrics: what near enough is.
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

  /// How far content coasts that is let go.
  ///
  /// - Parameter velocity: in units a second.
  /// - Returns: the whole way, in units: the sum of what each frame leaves.
  package static func coast(at velocity: Double) -> Double {
    velocity / Double(FrameTime.perSecond) * friction / (1 - friction)
  }

  /// What a finger's way does to content that is pulled beyond an end: the further it is, the less;
  /// all of it on the way back.
  ///
  /// - Parameters:
  ///   - pull: how far it is pulled; below 0 at the top.
  ///   - way: how far the finger moves it.
  ///   - metrics: how strong it is damped.
  /// - Returns: how far it is pulled then.
  package static func pull(_ pull: Double, by way: Double, _ metrics: TableMetrics) -> Double {
    let isBack = (pull < 0 && way > 0) || (pull > 0 && way < 0)
    return pull + (isBack ? way : way * Double.exp(-abs(pull) / metrics.pullDamping))
  }

  /// How far a frame scrolls while a row is dragged: nothing in the middle, up to `dragStep` at an
  /// edge.
  ///
  /// - Parameters:
  ///   - y: where the finger is, from the viewport's top.
  ///   - height: the viewport's.
  ///   - metrics: how near an edge is.
  /// - Returns: below 0 for upwards.
  package static func dragStep(at y: Double, height: Double, _ metrics: TableMetrics) -> Double {
    let margin = min(metrics.dragMargin, height / 2)
    guard margin > 0 else { return 0 }
    let up = (margin - y) / margin
    let down = (y - (height - margin)) / margin
    return (max(0, min(1, down)) - max(0, min(1, up))) * metrics.dragStep
  }
}
