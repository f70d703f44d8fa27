package import NavText

/// Where a page is scrolled to, whatever the width: the row with this place stands at the share `ratio`
/// (0 is the top, 1 the bottom) of the visible rows (architecture.md, decision 2).
///
/// Of a slide, what a step reveals or lets stand out is brought into view from there, in every size, unless
/// somebody has scrolled in that very step.
package struct ScrollAnchor: Hashable, Sendable {
  package var position: TextPosition
  package var ratio: Double
  /// The step of a slide in which somebody has scrolled there; nil for no step that brings anything.
  package var step: Int?

  package init(position: TextPosition, ratio: Double, step: Int? = nil) {
    precondition((0...1).contains(ratio), "cannot anchor outside the visible rows")
    self.position = position
    self.ratio = ratio
    self.step = step
  }

  package static let top = ScrollAnchor(position: .start, ratio: 0)

  /// The last row of a block at the bottom, however many rows a width makes of the block.
  package static func end(ofBlock block: Int) -> ScrollAnchor {
    ScrollAnchor(position: TextPosition(block: block, grapheme: .max), ratio: 1)
  }
}
