/// An offset, a translation or a velocity on both axes.
package struct ScrollPoint: Hashable, Sendable {
  package var x: Double
  package var y: Double

  package init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  package static let zero = ScrollPoint(x: 0, y: 0)
}
