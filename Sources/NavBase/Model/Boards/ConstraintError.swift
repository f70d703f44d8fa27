/// A request that a constraint layout refuses; the layout is unchanged.
package enum ConstraintError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A second relation for the same attributes (MA-3).
  case relationRedefined(ConstraintAttribute)
  /// An attribute without a relation.
  case noRelation(ConstraintAttribute)
  /// A relation without any attribute before it.
  case noAttribute
  /// An attribute after the relation: attributes are chained only before it (MA-2).
  case attributeAfterRelation(ConstraintAttribute)
  /// A position compared with an extent, or attributes of different axes.
  case incomparable(ConstraintAttribute, ConstraintAttribute)
  /// A target without a number for an attribute.
  case noNumber(ConstraintAttribute)
  /// A constant, multiplier or inset that is not a number or is too large.
  case notFinite(ConstraintAttribute)
  /// Two views of different trees, or a view without a superview to refer to (MA-6).
  case noCommonAncestor
  case unknownView
  case unknownConstraint
  /// A constraint of the root, which has a size and no constraints of its own.
  case root
  case tooManyViews(limit: Int)
  case tooManyConstraints(limit: Int)
  case tooDeep(limit: Int)

  package var description: String {
    switch self {
    case .relationRedefined(let attribute):
      "\(attribute) has a relation already: give each constraint one relation"
    case .noRelation(let attribute):
      "\(attribute) is compared with nothing: give it a relation"
    case .noAttribute: "a relation stands without an attribute: name one before it"
    case .attributeAfterRelation(let attribute):
      "\(attribute) stands behind the relation: name all attributes before it"
    case .incomparable(let first, let second):
      "\(first) cannot be compared with \(second): name attributes of one kind and direction"
    case .noNumber(let attribute): "there is no number for \(attribute): give one"
    case .notFinite(let attribute):
      "a number for \(attribute) is too large or no number: give one below a billion"
    case .noCommonAncestor: "the views have no view around both: put them into one"
    case .unknownView: "there is no such view: name one that was added and not removed"
    case .unknownConstraint: "there is no such constraint: name one that was made"
    case .root: "the outermost view has no constraints: set its size"
    case .tooManyViews(let limit): "there are too many views: add at most \(limit)"
    case .tooManyConstraints(let limit): "there are too many constraints: make at most \(limit)"
    case .tooDeep(let limit): "views are nested too deeply: at most \(limit) levels"
    }
  }
}
