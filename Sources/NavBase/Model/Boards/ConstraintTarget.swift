/// The target of a comparison with an attribute (MA-3).
///
/// - `Item`: the identifier of a view.
package enum ConstraintTarget<Item: Hashable & Sendable>: Hashable, Sendable {
  /// The same attribute of another view.
  case view(Item)
  /// An attribute of another view.
  case attribute(Item, ConstraintAttribute)
  /// An extent, or for positions an offset from the superview's same attribute (MA-4).
  case number(Double)
  /// Numbers for `width` and `height`.
  case size(width: Double, height: Double)
  /// Numbers for `centerX` and `centerY`, or for `left` and `top`.
  case point(x: Double, y: Double)
  /// Numbers for the sides: offsets inwards from the superview's sides.
  case insets(ConstraintInsets)
  /// One constraint for each target.
  indirect case each([ConstraintTarget])
}

extension ConstraintTarget: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  package init(integerLiteral value: Int) { self = .number(Double(value)) }
  package init(floatLiteral value: Double) { self = .number(value) }
}

extension ConstraintTarget {
  /// The referenced views.
  var items: [Item] {
    switch self {
    case .view(let item), .attribute(let item, _): [item]
    case .number, .size, .point, .insets: []
    case .each(let targets): targets.flatMap(\.items)
    }
  }

  func renamed<Other>(_ name: (Item) -> Other) -> ConstraintTarget<Other> {
    switch self {
    case .view(let item): .view(name(item))
    case .attribute(let item, let attribute): .attribute(name(item), attribute)
    case .number(let number): .number(number)
    case .size(let width, let height): .size(width: width, height: height)
    case .point(let x, let y): .point(x: x, y: y)
    case .insets(let insets): .insets(insets)
    case .each(let targets): .each(targets.map { $0.renamed(name) })
    }
  }
}

extension ConstraintTarget {
  /// The targets that each produce one constraint.
  var flattened: [ConstraintTarget] {
    if case .each(let targets) = self { targets.flatMap(\.flattened) } else { [self] }
  }

  /// Returns the target's number for an attribute; nil for none.
  func number(for attribute: ConstraintAttribute) -> Double? {
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
