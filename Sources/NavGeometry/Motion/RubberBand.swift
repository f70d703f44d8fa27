/// How far content follows a finger that pulls it beyond an edge (SV-4).
///
/// Inside the legal range content follows the finger; beyond it, x away from the edge, it is shown
/// (1 - 1 / (x c / d + 1)) d away: at first c times as far, never as far as d.
package struct RubberBand: Hashable, Sendable {
  /// How much of a pull is shown right at the edge.
  package static let stiffness = 0.55

  /// The offsets that are legal.
  package let range: ClosedRange<Double>
  /// The bounds on this axis, at least 0: what is shown beyond an edge stays below it.
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

  /// Where content is shown that a finger has pulled to an offset.
  package func shown(_ offset: Double) -> Double {
    let edge = offset.clamped(to: range)
    guard offset != edge, dimension > 0 else { return edge }
    let pull = abs(offset - edge) * Self.stiffness / dimension
    // (1 - 1 / (pull + 1)) without the difference that would cancel digits; 1 for an endless pull.
    let share = pull.isFinite ? pull / (pull + 1) : 1
    return offset < edge ? edge - share * dimension : edge + share * dimension
  }

  /// Where a finger has to pull content that is shown at an offset: the inverse of `shown`.
  ///
  /// What is shown a whole dimension away, which no pull reaches, counts as `deepest` away.
  package func pulled(_ shown: Double) -> Double {
    let edge = shown.clamped(to: range)
    guard shown != edge, dimension > 0 else { return edge }
    let share = min(abs(shown - edge) / dimension, Self.deepest)
    let pull = share / (1 - share) / Self.stiffness * dimension
    return shown < edge ? edge - pull : edge + pull
  }

  /// How much of a small movement of the finger is seen: 1 inside the range, `stiffness` at its
  /// edges and less beyond.
  package func slope(at offset: Double) -> Double {
    let edge = offset.clamped(to: range)
    guard offset != edge else { return 1 }
    guard dimension > 0 else { return 0 }
    let pull = abs(offset - edge) * Self.stiffness / dimension
    return Self.stiffness / ((pull + 1) * (pull + 1))
  }

  /// The share of the dimension beyond which nothing is told apart any more.
  package static let deepest = 1 - 0x1p-20
}

extension Double {
  /// The nearest number in a range.
  package func clamped(to range: ClosedRange<Double>) -> Double {
    min(max(self, range.lowerBound), range.upperBound)
  }
}
