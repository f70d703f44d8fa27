package import NavModel

/// Constraints between views of a layout.
package typealias ViewConstraint = ConstraintDraft<ConstraintViewID>

// MARK: Making constraints (MA-1)

extension ConstraintLayout {
  /// Creates and installs constraints of a view, whose manually set frame is no longer used.
  @discardableResult
  package mutating func make(
    _ id: ConstraintViewID,
    _ drafts: [ViewConstraint]
  ) throws(ConstraintError) -> [ConstraintID] {
    let new = try resolved(drafts, of: id)
    try reserve(new.count)
    return install(new, of: id)
  }

  /// Creates and installs constraints, but only changes the constant of an identical active one.
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

  /// Creates and installs constraints after removing all constraints created for the view.
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

  /// Returns the constraints created for a view and not removed, oldest first.
  package func constraints(madeOf id: ConstraintViewID) throws(ConstraintError) -> [ConstraintID] {
    try view(id).made
  }

  /// Returns a constraint's current value.
  package func constraint(_ id: ConstraintID) throws(ConstraintError) -> Constraint {
    guard constraints.indices.contains(id.rawValue), let constraint = constraints[id.rawValue]
    else { throw .unknownConstraint }
    return constraint
  }

  // MARK: Changing constraints

  /// Installs a constraint again, with its original order among equal priorities; does nothing if it is active (MA-6).
  package mutating func activate(_ id: ConstraintID) throws(ConstraintError) {
    guard try !constraint(id).isActive else { return }
    constraints[id.rawValue]?.isActive = true
    isDirty = true
  }

  /// Deactivates a constraint without removing it.
  package mutating func deactivate(_ id: ConstraintID) throws(ConstraintError) {
    guard try constraint(id).isActive else { return }
    constraints[id.rawValue]?.isActive = false
    isDirty = true
  }

  /// Sets a constraint's constant.
  package mutating func setConstant(
    of id: ConstraintID,
    to constant: Double
  ) throws(ConstraintError) {
    let constraint = try constraint(id)
    guard abs(constant) < ConstraintDraft<ConstraintViewID>.mostNumber else {
      throw .notFinite(constraint.first.attribute)
    }
    guard constraint.constant != constant else { return }
    constraints[id.rawValue]?.constant = constant
    isDirty = isDirty || constraint.isActive
  }

  /// Sets the multiplier of a constraint that is not installed (MA-5).
  package mutating func setMultiplier(
    of id: ConstraintID,
    to multiplier: Double
  ) throws(ConstraintError) {
    let constraint = try constraint(id)
    guard !constraint.isActive else { throw .installed }
    guard abs(multiplier) < ConstraintDraft<ConstraintViewID>.mostNumber else {
      throw .notFinite(constraint.first.attribute)
    }
    constraints[id.rawValue]?.multiplier = multiplier
  }

  /// Removes a constraint, except from the list of its view.
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
    guard let superview = try view(id).superview else { throw .root }
    var found: [Constraint] = []
    for draft in drafts {
      for part in try draft.parts() {
        // MA-4: positions are measured from the superview's.
        let target = part.target ?? (part.attribute.isSize ? nil : (superview, part.attribute))
        let second = target.map { Constraint.Side(view: $0.item, attribute: $0.attribute) }
        found.append(
          Constraint(
            first: Constraint.Side(view: id, attribute: part.attribute),
            relation: part.relation,
            second: second,
            multiplier: draft.multiplier,
            constant: part.constant,
            priority: draft.priority,
            holder: try closestAncestor(of: id, and: second?.view ?? id)
          )
        )
      }
    }
    return found
  }

  /// Returns the closest common ancestor of two views, or one of them (MA-6).
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
