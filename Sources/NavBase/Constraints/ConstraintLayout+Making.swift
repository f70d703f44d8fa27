/// Constraints between views of a layout.
package typealias ViewConstraint = ConstraintDraft<ConstraintViewID>

// MARK: Making constraints (MA-1)

extension ConstraintLayout {
  /// Creates constraints of a view, whose initial frame is no longer used.
  @discardableResult
  package mutating func make(
    _ id: ConstraintViewID,
    _ drafts: [ViewConstraint]
  ) throws(ConstraintError) -> [ConstraintID] {
    let new = try resolved(drafts, of: id)
    guard constraints.count + new.count <= Self.mostConstraints else {
      throw .tooManyConstraints(limit: Self.mostConstraints)
    }
    let ids = new.indices.map { ConstraintID(rawValue: constraints.count + $0) }
    constraints += new
    views[id.rawValue].initialFrame = nil
    return ids
  }

  /// Returns a constraint.
  package func constraint(_ id: ConstraintID) throws(ConstraintError) -> Constraint {
    guard constraints.indices.contains(id.rawValue) else { throw .unknownConstraint }
    return constraints[id.rawValue]
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
