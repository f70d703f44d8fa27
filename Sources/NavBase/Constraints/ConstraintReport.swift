/// The unsatisfied and undetermined parts of a layout pass, in order of detection (MA: the rule of conflicts).
package struct ConstraintReport: Hashable, Sendable {
  package var dropped: [Dropped] = []
  package var undetermined: [Undetermined] = []

  package init() {}

  /// A constraint that does not hold.
  package struct Dropped: Hashable, Sendable {
    package var constraint: ConstraintID
    package var cause: Cause
    /// The constraints that it conflicts with, oldest first.
    ///
    /// Each has a higher priority, or is older with the same priority. Empty if it conflicts with manually set sizes
    /// and positions.
    package var against: [ConstraintID]
    /// The number of further conflicting constraints.
    package var more: Int
  }

  package enum Cause: Hashable, Sendable {
    case conflict
    /// The constraint depends on more unknowns than the solver supports (`AxisSolver.mostTerms`).
    case entangled
    /// The constraint conflicts with the value chosen for an undetermined view.
    case choice
  }

  /// A value that no constraint determines, and the value chosen for it.
  package struct Undetermined: Hashable, Sendable {
    package var view: ConstraintViewID
    package var axis: ConstraintAxis
    package var part: Part
    /// The length, or the distance from the superview's left or upper edge.
    package var value: Double
  }

  package enum Part: Hashable, Sendable {
    /// The length: 0, or as near to it as possible.
    case size
    /// The position: the superview's left or upper edge, or as near to it as possible.
    case position
    /// The content size of a scroll view: that of its frame, so that nothing scrolls.
    case contentSize
  }

  /// The largest number of conflicting constraints that are listed.
  package static let mostAgainst = 8
}
