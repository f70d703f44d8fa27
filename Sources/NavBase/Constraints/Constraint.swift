/// Identifies a view of a `ConstraintLayout`.
///
/// The root is 0, and each added view has the next number.
package struct ConstraintViewID: Hashable, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) {
    self.rawValue = rawValue
  }
}

/// Identifies a constraint of a `ConstraintLayout`; a later one has a larger number.
package struct ConstraintID: Hashable, Comparable, Sendable {
  package let rawValue: Int

  package static func < (a: ConstraintID, b: ConstraintID) -> Bool { a.rawValue < b.rawValue }
}

/// A constraint: `first.attribute relation second.attribute * multiplier + constant`.
package struct Constraint: Hashable, Sendable {
  /// One side: an attribute of a view.
  package struct Side: Hashable, Sendable {
    package var view: ConstraintViewID
    package var attribute: ConstraintAttribute
  }

  package let first: Side
  package let relation: ConstraintRelation
  /// The second side; nil if the first side is compared with the constant only.
  package let second: Side?
  package let multiplier: Double
  package let constant: Double
  package let priority: ConstraintPriority
  /// The closest common ancestor of both views, which holds the constraint (MA-6).
  package let holder: ConstraintViewID
}

/// A rectangle in units of the layout, unrounded.
package struct ConstraintRect: Hashable, Sendable {
  package var x: Double
  package var y: Double
  package var width: Double
  package var height: Double

  package init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  package static let zero = ConstraintRect(x: 0, y: 0, width: 0, height: 0)

  /// Returns the start and the length on an axis.
  func span(_ axis: ConstraintAxis) -> (start: Double, length: Double) {
    axis == .horizontal ? (x, width) : (y, height)
  }
}
