/// The visible part of a pager at one time: `strip[0]` is in slot `firstSlot`.
package struct PagerView: Hashable, Sendable {
  /// The slot at the viewport's left edge; between two slots while the pager moves.
  package var position: Double
  package var firstSlot: Int
  /// One page, or the two that share the viewport, from left to right.
  package var strip: [Int]

  package init(position: Double, strip: [Int]) {
    self.init(position: position, firstSlot: Int(position.rounded(.down)), strip: strip)
  }

  package init(position: Double, firstSlot: Int, strip: [Int]) {
    self.position = position
    self.firstSlot = firstSlot
    self.strip = strip
  }
}
