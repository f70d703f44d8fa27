/// The scroll position of a page, independent of its width: the row that contains `position` is shown at the fraction
/// `ratio` of the visible rows, where 0 is the top and 1 the bottom (Sources/README.md, decision 2).
///
/// In a slide, each viewport scrolls from there so that the content that a step reveals or emphasises is visible,
/// unless somebody has scrolled during that step.
package struct ScrollAnchor: Hashable, Sendable {
  package var position: TextPosition
  package var ratio: Double
  /// The step of a slide during which the page was scrolled; nil if the step reveals and emphasises nothing.
  package var step: Int?

  package init(position: TextPosition, ratio: Double, step: Int? = nil) {
    precondition((0...1).contains(ratio), "cannot anchor outside the visible rows")
    self.position = position
    self.ratio = ratio
    self.step = step
  }

  package static let top = ScrollAnchor(position: .start, ratio: 0)

  /// Returns the anchor that shows the last row of a block at the bottom, whatever the number of rows of the block.
  package static func end(ofBlock block: Int) -> ScrollAnchor {
    ScrollAnchor(position: TextPosition(block: block, grapheme: .max), ratio: 1)
  }
}
