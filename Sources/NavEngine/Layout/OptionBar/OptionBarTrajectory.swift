/// The positions of a pager's pages and of the bar above them, now and in each frame until rest.
package struct OptionBarTrajectory: Hashable, Sendable {
  /// The active page.
  package let current: Int
  /// The pager's position in pages, fractional while it moves.
  ///
  /// The first value is the current one, the last that at rest.
  package let positions: [Double]
  /// The bar's offsets in the same frames; nil if it follows the pages.
  package let offsets: [Double]?
  /// The ends at which arrows lead nowhere; nil to use the first and the last page.
  package var ends: Ends?
  /// How often the active page was selected again so far (MBX-13).
  package var retaps = 0

  /// Whether the active page has no page to turn to before it, and after it, in one layout (MBX-5).
  package struct Ends: Hashable, Sendable {
    package var isFirst: Bool
    package var isLast: Bool
  }

  /// - Parameters:
  ///   - current: the active page.
  ///   - positions: the positions in each frame, at least one.
  ///   - offsets: as many offsets as positions, or nil.
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

  /// Creates a bar and pages at rest on a page.
  package init(resting page: Int, offset: Double? = nil) {
    self.init(current: page, positions: [Double(page)], offsets: offset.map { [$0] })
  }

  /// The number of the last frame; 0 at rest.
  package var length: Int { positions.count - 1 }
}
