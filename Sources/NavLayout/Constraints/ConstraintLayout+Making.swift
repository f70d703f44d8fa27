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
      // MA-4: positions are measured from the superview's.
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

  /// Returns whether two attributes can be compared: positions or extents of one axis, or a height with a width, which
  /// is computed first.
  private static func areComparable(
    _ first: ConstraintAttribute,
    _ second: ConstraintAttribute
  ) -> Bool {
    first.isSize == second.isSize
      && (first.axis == second.axis || first == .height && second == .width)
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

extension ConstraintTarget {
  /// The targets that each produce one constraint.
  var flattened: [ConstraintTarget] {
    if case .each(let targets) = self { targets.flatMap(\.flattened) } else { [self] }
  }

  /// Returns the target's number for an attribute; nil for none.
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
