package import NavBase

/// A split, independent of viewport sizes: the share of each part, and the part that has the focus (AboutSplits).
package struct SplitState: Hashable, Sendable {
  /// The share of each part in the space that the parts have together, in thousandths; the sum is `whole` (SPL-2).
  package private(set) var shares: [Int]
  /// The index of the part that has the focus (SPL-9).
  package private(set) var focused = 0
  /// The directions in which the parts may be arranged.
  package let arrangement: SplitContent.Arrangement

  /// The possible numbers of parts (SPL-1).
  package static let parts = NavigationState.Split.partCounts
  /// The possible weights of a part, from which shares are computed (SPL-2).
  package static let weights = NavigationState.Split.weights
  /// The sum of all shares.
  package static let whole = 1_000

  /// Creates a split whose first part has the focus.
  ///
  /// - Parameters:
  ///   - weights: the weight of each part; two or three, each in `weights`.
  ///   - arrangement: the directions in which the parts may be arranged.
  package init(weights: [Int], arrangement: SplitContent.Arrangement = .automatic) {
    precondition(
      Self.parts.contains(weights.count) && weights.allSatisfy(Self.weights.contains),
      "cannot share a split by weights \(weights)"
    )
    self.arrangement = arrangement
    let total = weights.reduce(0, +)
    var places = [0]
    var sum = 0
    for (index, weight) in weights.enumerated() {
      sum += weight
      let place = (sum * Self.whole + total / 2) / total
      // Each part keeps one thousandth at least.
      let last = Self.whole - (weights.count - 1 - index)
      places.append(min(max(place, places[index] + 1), last))
    }
    shares = zip(places.dropFirst(), places).map { $0 - $1 }
  }

  /// Sets the shares of all parts.
  ///
  /// - Returns: false if these are no shares of this many parts; then nothing has changed.
  @discardableResult
  package mutating func set(shares: [Int]) -> Bool {
    guard shares.count == self.shares.count, shares.allSatisfy((1...Self.whole).contains),
      shares.reduce(0, +) == Self.whole
    else { return false }
    self.shares = shares
    return true
  }

  // MARK: Focus

  /// Gives a part the focus.
  ///
  /// - Returns: whether the focus has changed; false if there is no such part.
  @discardableResult
  package mutating func focus(_ part: Int) -> Bool {
    guard shares.indices.contains(part), part != focused else { return false }
    focused = part
    return true
  }

  /// Moves the focus to the next part in reading order (SPL-10).
  ///
  /// - Returns: false if the last part had the focus, so that the first one has it again.
  package mutating func focusNext() -> Bool {
    focused = (focused + 1) % shares.count
    return focused > 0
  }
}
