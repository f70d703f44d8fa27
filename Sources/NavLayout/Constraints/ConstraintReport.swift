/// What a layout pass could not do as it was asked, in the order in which it was found (MA: the rule of conflicts).
package struct ConstraintReport: Hashable, Sendable {
  package var dropped: [Dropped] = []
  package var undetermined: [Undetermined] = []

  package var isEmpty: Bool { dropped.isEmpty && undetermined.isEmpty }

  /// A constraint that does not hold.
  package struct Dropped: Hashable, Sendable {
    package var constraint: ConstraintID
    package var cause: Cause
    /// The constraints that it cannot hold together with, oldest first.
    ///
    /// Each is worth more, or is older and worth as much. Empty where sizes and places that are set by hand are against it.
    package var against: [ConstraintID]
    /// How many more there are.
    package var more: Int
  }

  package enum Cause: Hashable, Sendable {
    case conflict
    /// It depends on more unknowns than are followed (`AxisSolver.mostTerms`).
    case entangled
    /// What was chosen for an undetermined view is against it.
    case choice
  }

  /// What no constraint decided, and what it was given.
  package struct Undetermined: Hashable, Sendable {
    package var view: ConstraintViewID
    package var axis: ConstraintAxis
    package var part: Part
    /// The length, or the distance from the superview's left or upper edge.
    package var value: Double
  }

  package enum Part: Hashable, Sendable {
    /// Length 0, or as near to it as may be.
    case size
    /// At the superview's left or upper edge, or as near to it as may be.
    case position
    /// Of a scroll view: as large as its frame, so that nothing scrolls.
    case contentSize
  }

  /// Of the rows against a constraint, so many are named.
  package static let mostAgainst = 8
}
