/// Where the pages of a pager and the bar above them stand, now and in each frame until they rest.
package struct OptionBarWay: Hashable, Sendable {
  /// The active page.
  package let current: Int
  /// The pager's position in pages, between two of them while it moves.
  ///
  /// The first is the one now, the last the one at rest.
  package let positions: [Double]
  /// How many cells of the bar are scrolled out in the same frames; nil where it follows the pages.
  package let offsets: [Double]?
  /// Where arrows lead nowhere; nil where that is at the first and at the last page.
  package var ends: Ends?

  /// Whether there is no page to turn to before the active one, and behind it, in one layout (MBX-5).
  package struct Ends: Hashable, Sendable {
    package var isFirst: Bool
    package var isLast: Bool

    package init(isFirst: Bool, isLast: Bool) {
      self.isFirst = isFirst
      self.isLast = isLast
    }
  }

  /// - Parameters:
  ///   - current: the active page.
  ///   - positions: at least one.
  ///   - offsets: as many as there are positions, or none.
  package init(current: Int, positions: [Double], offsets: [Double]? = nil) {
    precondition(!positions.isEmpty, "cannot show a bar at no time")
    precondition(
      offsets.map { $0.count == positions.count } ?? true,
      "cannot scroll a bar in other frames than its pages"
    )
    self.current = current
    self.positions = positions
    self.offsets = offsets
  }

  /// Everything at rest on a page.
  package init(resting page: Int, offset: Double? = nil) {
    self.init(current: page, positions: [Double(page)], offsets: offset.map { [$0] })
  }

  /// The number of the last frame; 0 at rest.
  package var length: Int { positions.count - 1 }
}
