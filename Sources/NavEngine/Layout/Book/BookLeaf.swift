/// A leaf in the air, between two pages of the model.
package struct BookLeaf: Hashable, Sendable {
  /// The page that is visible while the leaf lies at share 0.
  package let lower: Int
  /// The page that is visible while the leaf lies at share 1; a later one than `lower`.
  package let upper: Int
  /// The progress of the turn from the lower page to the upper one, from 0 to 1.
  package var share: Double
  /// The number of the leaf's back, 0 or 1; it differs from that of the leaf that lands before this one is lifted.
  var back = 0

  package init(lower: Int, upper: Int, share: Double) {
    precondition(lower < upper, "cannot turn a leaf between pages \(lower) and \(upper)")
    precondition((0...1).contains(share), "cannot turn a share of \(share)")
    self.lower = lower
    self.upper = upper
    self.share = share
  }

  /// Creates a leaf that has not yet moved.
  init(lifting page: Int, to other: Int, back: Int) {
    self.init(lower: min(page, other), upper: max(page, other), share: page < other ? 0 : 1)
    self.back = back
  }

  /// The position between its pages, in indices.
  package var position: Double { Double(lower) + share * Double(upper - lower) }

  /// The page on which the leaf lies; nil if it is in the air.
  package var resting: Int? { share == 0 ? lower : share == 1 ? upper : nil }

  /// The page of which more is visible.
  var nearest: Int { share < 0.5 ? lower : upper }
}
