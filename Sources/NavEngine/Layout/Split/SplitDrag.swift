/// The drag of a border, as the viewer sees it who drags it (SPL-6, SPL-7).
package struct SplitDrag: Hashable, Sendable {
  /// The index of the border: it is behind the part with the same index.
  package let border: Int
  /// The direction in which the border moves.
  package let axis: SplitAxis
  /// The shares before the drag, which a cancelled one restores.
  package let startingShares: [Int]
  /// The starts of the parts as they were seen then, and the end of the last one.
  private let places: [Int]

  /// Begins a drag; nil if the layout does not show that border.
  package init?(_ layout: SplitLayout, border: Int) {
    guard let axis = layout.axis, layout.borders.indices.contains(border) else { return nil }
    self.border = border
    self.axis = axis
    startingShares = layout.state.shares
    places = layout.places
  }

  /// Returns the shares of all parts after the border has moved by a number of cells, as far as its two neighbours
  /// allow.
  ///
  /// The visible extents become the shares: a border that a smallest extent had moved away from its share stays at its
  /// visible position.
  package func shares(movedBy distance: Int) -> [Int] {
    let moved = border + 1
    // Both limits are within the places of the neighbours, so that they are in order.
    let least = places[moved - 1] + axis.least - places[moved]
    let most = places[moved + 1] - axis.least - places[moved]
    let step = min(max(distance, least), most)
    guard step != 0, let space = places.last else { return startingShares }
    var places = places
    places[moved] += step
    let unchanged = SplitLayout.places(of: startingShares, in: space)
    var sum = 0
    var before = 0
    return startingShares.enumerated().map { index, share in
      sum += share
      let place = places[index + 1]
      let end =
        place == unchanged[index + 1]
        ? sum : (place * SplitState.whole + space / 2) / space
      defer { before = end }
      return end - before
    }
  }
}
