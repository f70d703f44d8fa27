/// The resistance of content that a finger pulls beyond an edge (SV-4).
///
/// Inside the legal range content follows the finger; when it is pulled x beyond the edge, it is displayed (1 - 1 / (x
/// c / d + 1)) d beyond it: with a slope of c at the edge, and always less than d.
package struct RubberBand: Hashable, Sendable {
  /// The share of a pull that is displayed directly at the edge.
  package static let stiffness = 0.55

  /// The legal offsets.
  package let range: ClosedRange<Double>
  /// The bounds on this axis, at least 0: the displayed distance beyond an edge stays below it.
  package let dimension: Double

  package init(range: ClosedRange<Double>, dimension: Double) {
    precondition(
      range.lowerBound.isFinite && range.upperBound.isFinite && dimension.isFinite
        && dimension >= 0,
      "cannot stretch over bounds without a size"
    )
    self.range = range
    self.dimension = dimension
  }

  /// Returns the displayed offset for a pulled one.
  package func shown(_ offset: Double) -> Double {
    let edge = offset.clamped(to: range)
    guard offset != edge, dimension > 0 else { return edge }
    let pull = abs(offset - edge) * Self.stiffness / dimension
    // (1 - 1 / (pull + 1)) without the cancellation of digits; 1 for an infinite pull.
    let share = pull.isFinite ? pull / (pull + 1) : 1
    return offset < edge ? edge - share * dimension : edge + share * dimension
  }

  /// Returns the pulled offset for a displayed one: the inverse of `shown`.
  ///
  /// A displayed distance of a whole dimension, which no pull reaches, counts as `deepest`.
  package func pulled(_ shown: Double) -> Double {
    let edge = shown.clamped(to: range)
    guard shown != edge, dimension > 0 else { return edge }
    let share = min(abs(shown - edge) / dimension, Self.deepest)
    let pull = share / (1 - share) / Self.stiffness * dimension
    return shown < edge ? edge - pull : edge + pull
  }

  /// Returns the share of a small movement of the finger that is displayed: 1 inside the range, `stiffness` at its
  /// edges and less beyond.
  package func slope(at offset: Double) -> Double {
    let edge = offset.clamped(to: range)
    guard offset != edge else { return 1 }
    guard dimension > 0 else { return 0 }
    let pull = abs(offset - edge) * Self.stiffness / dimension
    return Self.stiffness / ((pull + 1) * (pull + 1))
  }

  /// The largest displayed share of the dimension; larger ones are not distinguished.
  package static let deepest = 1 - 0x1p-20
}

extension Double {
  /// Returns the nearest number in a range.
  package func clamped(to range: ClosedRange<Double>) -> Double {
    min(max(self, range.lowerBound), range.upperBound)
  }
}
