extension ConstraintDraft {
  /// One constraint of a draft, which has one for each of its attributes and targets.
  package struct Part {
    package let attribute: ConstraintAttribute
    package let relation: ConstraintRelation
    /// The view and the attribute of the second side; nil for a number.
    ///
    /// A number is an extent; a position is measured from the superview's (MA-4).
    package let target: (item: Item, attribute: ConstraintAttribute)?
    package let constant: Double
  }

  /// The upper limit of constants, multipliers and offsets.
  package static var mostNumber: Double { 1e9 }

  /// Returns the constraints of the draft, in the order of its attributes.
  ///
  /// - Throws: the first error of the draft.
  package func parts() throws(ConstraintError) -> [Part] {
    if let error { throw error }
    guard let first = attributes.first else { throw .noAttribute }
    guard let relation, let target else { throw .noRelation(first) }
    var parts: [Part] = []
    for (attribute, constant) in zip(attributes, constants) {
      for target in target.flattened {
        parts.append(try part(attribute, relation, target, constant))
      }
    }
    return parts
  }

  private func part(
    _ attribute: ConstraintAttribute,
    _ relation: ConstraintRelation,
    _ target: ConstraintTarget<Item>,
    _ offset: Double
  ) throws(ConstraintError) -> Part {
    var constant = offset
    let second: (item: Item, attribute: ConstraintAttribute)?
    switch target {
    case .view(let item): second = (item, attribute)
    case .attribute(let item, let other): second = (item, other)
    case .number, .size, .point, .insets, .each:
      guard let number = target.number(for: attribute) else { throw .noNumber(attribute) }
      constant += number
      second = nil
    }
    guard abs(constant) < Self.mostNumber, abs(multiplier) < Self.mostNumber else {
      throw .notFinite(attribute)
    }
    if let second, !attribute.isComparable(with: second.attribute) {
      throw .incomparable(attribute, second.attribute)
    }
    return Part(attribute: attribute, relation: relation, target: second, constant: constant)
  }
}

extension ConstraintAttribute {
  /// Returns whether the attribute can be compared with another one: positions or extents of one axis, or a height with
  /// a width, which is computed first.
  fileprivate func isComparable(with other: ConstraintAttribute) -> Bool {
    isSize == other.isSize && (axis == other.axis || self == .height && other == .width)
  }
}
