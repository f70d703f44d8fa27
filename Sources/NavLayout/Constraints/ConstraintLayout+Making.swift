/// Constraints between views of a layout.
package typealias ViewConstraint = ConstraintDraft<ConstraintViewID>

// MARK: Making constraints (MA-1)

extension ConstraintLayout {
  /// Makes constraints of a view and installs them; from now on it does not stand by hand.
  @discardableResult
  package mutating func make(
    _ id: ConstraintViewID,
    _ drafts: [ViewConstraint]
  ) throws(ConstraintError) -> [ConstraintID] {
    let new = try resolved(drafts, of: id)
    try reserve(new.count)
    return install(new, of: id)
  }

  /// The same, but of an identical active constraint only the constant is changed.
  @discardableResult
  package mutating func update(
    _ id: ConstraintViewID,
    _ drafts: [ViewConstraint]
  ) throws(ConstraintError) -> [ConstraintID] {
    let new = try resolved(drafts, of: id)
    let old = new.map { identical(to: $0, of: id) }
    try reserve(old.count { $0 == nil })
    var ids: [ConstraintID] = []
    for (constraint, old) in zip(new, old) {
      if let old {
        constraints[old.rawValue]?.constant = constraint.constant
        isDirty = true
        ids.append(old)
      } else {
        ids += install([constraint], of: id)
      }
    }
    return ids
  }

  /// The same after all constraints that were made of the view are gone.
  @discardableResult
  package mutating func remake(
    _ id: ConstraintViewID,
    _ drafts: [ViewConstraint]
  ) throws(ConstraintError) -> [ConstraintID] {
    let new = try resolved(drafts, of: id)
    let old = try view(id).made
    try reserve(new.count - old.count)
    views[id.rawValue]?.made = []
    for constraint in old { forget(constraint) }
    return install(new, of: id)
  }

  /// The constraints that were made of a view and not removed, oldest first.
  package func constraints(madeOf id: ConstraintViewID) throws(ConstraintError) -> [ConstraintID] {
    try view(id).made
  }

  /// A constraint as it is now.
  package func constraint(_ id: ConstraintID) throws(ConstraintError) -> Constraint {
    guard constraints.indices.contains(id.rawValue), let constraint = constraints[id.rawValue]
    else { throw .unknownConstraint }
    return constraint
  }

  // MARK: Changing constraints

  /// Installs a constraint again, with its old place among its equals; one that is active stays as it is (MA-6).
  package mutating func activate(_ id: ConstraintID) throws(ConstraintError) {
    guard try !constraint(id).isActive else { return }
    constraints[id.rawValue]?.isActive = true
    isDirty = true
  }

  /// Takes a constraint out of the layout and keeps it.
  package mutating func deactivate(_ id: ConstraintID) throws(ConstraintError) {
    guard try constraint(id).isActive else { return }
    constraints[id.rawValue]?.isActive = false
    isDirty = true
  }

  /// Sets what is added to the second side.
  package mutating func setConstant(
    of id: ConstraintID,
    to constant: Double
  ) throws(ConstraintError) {
    let constraint = try constraint(id)
    guard abs(constant) < Self.mostNumber else { throw .notFinite(constraint.first.attribute) }
    guard constraint.constant != constant else { return }
    constraints[id.rawValue]?.constant = constant
    isDirty = isDirty || constraint.isActive
  }

  /// Sets the factor of the second side, of a constraint that is not installed (MA-5).
  package mutating func setMultiplier(
    of id: ConstraintID,
    to multiplier: Double
  ) throws(ConstraintError) {
    let constraint = try constraint(id)
    guard !constraint.isActive else { throw .installed }
    guard abs(multiplier) < Self.mostNumber else { throw .notFinite(constraint.first.attribute) }
    constraints[id.rawValue]?.multiplier = multiplier
  }

  /// Removes a constraint, but not from the list of its view.
  mutating func forget(_ id: ConstraintID) {
    guard constraints[id.rawValue] != nil else { return }
    constraints[id.rawValue] = nil
    constraintCount -= 1
    isDirty = true
  }

  private func reserve(_ count: Int) throws(ConstraintError) {
    guard constraintCount + count <= Self.mostConstraints else {
      throw .tooManyConstraints(limit: Self.mostConstraints)
    }
  }

  private func identical(to constraint: Constraint, of view: ConstraintViewID) -> ConstraintID? {
    views[view.rawValue]?.made.first { id in
      guard let other = constraints[id.rawValue] else { return false }
      return other.isActive && other.isIdentical(to: constraint)
    }
  }

  private mutating func install(
    _ new: [Constraint],
    of view: ConstraintViewID
  ) -> [ConstraintID] {
    let ids = new.indices.map { ConstraintID(rawValue: constraints.count + $0) }
    constraints += new.map(Optional.some)
    constraintCount += new.count
    views[view.rawValue]?.made += ids
    views[view.rawValue]?.handFrame = nil
    isDirty = true
    return ids
  }
}

// MARK: From drafts to constraints

extension ConstraintLayout {
  private func resolved(
    _ drafts: [ViewConstraint],
    of id: ConstraintViewID
  ) throws(ConstraintError) -> [Constraint] {
    guard try view(id).superview != nil else { throw .root }
    var found: [Constraint] = []
    for draft in drafts {
      if let error = draft.error { throw error }
      guard let attribute = draft.attributes.first else { throw .noAttribute }
      guard let relation = draft.relation, let target = draft.target else {
        throw .noRelation(attribute)
      }
      for (index, attribute) in draft.attributes.enumerated() {
        for target in target.flattened {
          found.append(
            try constraint(
              Constraint.Side(view: id, attribute: attribute),
              relation,
              target,
              draft,
              constant: draft.constant(at: index)
            )
          )
        }
      }
    }
    return found
  }

  private func constraint(
    _ first: Constraint.Side,
    _ relation: ConstraintRelation,
    _ target: ConstraintTarget<ConstraintViewID>,
    _ draft: ViewConstraint,
    constant: Double
  ) throws(ConstraintError) -> Constraint {
    var constant = constant
    let second: Constraint.Side?
    switch target {
    case .view(let view):
      second = Constraint.Side(view: view, attribute: first.attribute)
    case .attribute(let view, let attribute):
      second = Constraint.Side(view: view, attribute: attribute)
    case .number, .size, .point, .insets, .each:
      guard let number = target.number(for: first.attribute) else {
        throw .noNumber(first.attribute)
      }
      constant += number
      // MA-4: places are counted from the superview's.
      second =
        first.attribute.isSize
        ? nil
        : try view(first.view).superview.map {
          Constraint.Side(view: $0, attribute: first.attribute)
        }
    }
    guard abs(constant) < Self.mostNumber, abs(draft.multiplier) < Self.mostNumber else {
      throw .notFinite(first.attribute)
    }
    if let second, !Self.areComparable(first.attribute, second.attribute) {
      throw .incomparable(first.attribute, second.attribute)
    }
    return Constraint(
      first: first,
      relation: relation,
      second: second,
      multiplier: draft.multiplier,
      constant: constant,
      priority: draft.priority,
      holder: try closestAncestor(of: first.view, and: second?.view ?? first.view)
    )
  }

  /// Places with places and extents with extents of one axis; and heights with widths, which are known before.
  private static func areComparable(
    _ first: ConstraintAttribute,
    _ second: ConstraintAttribute
  ) -> Bool {
    first.isSize == second.isSize
      && (first.axis == second.axis || first == .height && second == .width)
  }

  /// The innermost view that is or holds both (MA-6).
  private func closestAncestor(
    of first: ConstraintViewID,
    and second: ConstraintViewID
  ) throws(ConstraintError) -> ConstraintViewID {
    var (first, second) = (first, second)
    while first != second {
      let (a, b) = (try view(first), try view(second))
      if a.depth >= b.depth {
        guard let next = a.superview else { throw .noCommonAncestor }
        first = next
      } else {
        guard let next = b.superview else { throw .noCommonAncestor }
        second = next
      }
    }
    return first
  }
}

extension ConstraintTarget {
  /// The targets of which each gives one constraint.
  var flattened: [ConstraintTarget] {
    if case .each(let targets) = self { targets.flatMap(\.flattened) } else { [self] }
  }

  /// What it says about an attribute; nil for nothing.
  fileprivate func number(for attribute: ConstraintAttribute) -> Double? {
    switch self {
    case .view, .attribute, .each: nil
    case .number(let number): number
    case .size(let width, let height):
      switch attribute {
      case .width: width
      case .height: height
      default: nil
      }
    case .point(let x, let y):
      attribute.isSize ? nil : attribute.axis == .horizontal ? x : y
    case .insets(let insets): attribute.shift(by: insets)
    }
  }
}
