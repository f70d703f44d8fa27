/// A leaf in the air, between two pages of the model.
package struct BookLeaf: Hashable, Sendable {
  /// The page that is seen where the leaf lies at share 0.
  package let lower: Int
  /// The page that is seen where it lies at share 1; a later one.
  package let upper: Int
  /// How far it has gone from the lower page to the upper one, from 0 to 1.
  package var share: Double
  /// Which of two backs it has, 0 or 1: another one than the leaf that lands before it is lifted.
  var back = 0

  package init(lower: Int, upper: Int, share: Double) {
    precondition(lower < upper, "cannot turn a leaf between pages \(lower) and \(upper)")
    precondition((0...1).contains(share), "cannot turn a share of \(share)")
    self.lower = lower
    self.upper = upper
    self.share = share
  }

  /// A leaf that still lies where it is lifted.
  init(lifting page: Int, to other: Int, back: Int) {
    self.init(lower: min(page, other), upper: max(page, other), share: page < other ? 0 : 1)
    self.back = back
  }

  /// The place between its pages, in indices.
  package var position: Double { Double(lower) + share * Double(upper - lower) }

  /// The page on which it lies; nil in the air.
  package var resting: Int? { share == 0 ? lower : share == 1 ? upper : nil }

  /// The page that is seen most.
  var nearest: Int { share < 0.5 ? lower : upper }

  /// The page of the other end than one of its two; for any other page the end that is seen less.
  func other(than page: Int) -> Int {
    page == lower ? upper : page == upper ? lower : nearest == lower ? upper : lower
  }
}
