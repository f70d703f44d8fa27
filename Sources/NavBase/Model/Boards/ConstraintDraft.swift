/// A description of one constraint, or of one for each of several attributes, before it is created (MA-2, MA-3, MA-4,
/// MA-5).
///
/// Attributes are chained, followed by one relation, then by modifiers:
/// `.left.top.equal(to: .view(other)).offset(2).priority(.low)`. An error is stored and thrown when the draft is
/// converted to constraints.
package struct ConstraintDraft<Item: Hashable & Sendable>: Hashable, Sendable {
  package private(set) var attributes: [ConstraintAttribute] = []
  package private(set) var relation: ConstraintRelation?
  package private(set) var target: ConstraintTarget<Item>?
  package private(set) var multiplier = 1.0
  package private(set) var priority = ConstraintPriority.required
  /// The constant of each attribute, in their order.
  private(set) var constants: [Double] = []
  /// The first error.
  package private(set) var error: ConstraintError?

  package init(_ attributes: [ConstraintAttribute]) {
    for attribute in attributes { add(attribute) }
  }

  private mutating func add(_ attribute: ConstraintAttribute) {
    guard relation == nil else { return fail(.attributeAfterRelation(attribute)) }
    guard !attributes.contains(attribute) else { return }
    attributes.append(attribute)
    constants.append(0)
  }

  private mutating func fail(_ error: ConstraintError) {
    if self.error == nil { self.error = error }
  }

  /// Returns the draft with more attributes.
  package func and(_ more: ConstraintAttribute...) -> Self {
    changed { draft in for attribute in more { draft.add(attribute) } }
  }

  // MARK: Relations

  package func equal(to target: ConstraintTarget<Item>) -> Self { relate(.equal, target) }
  package func atLeast(_ target: ConstraintTarget<Item>) -> Self { relate(.atLeast, target) }
  package func atMost(_ target: ConstraintTarget<Item>) -> Self { relate(.atMost, target) }

  /// Returns the draft with a relation; a second one is an error (MA-3).
  package func relate(_ relation: ConstraintRelation, _ target: ConstraintTarget<Item>) -> Self {
    changed { draft in
      guard let first = draft.attributes.first else { return draft.fail(.noAttribute) }
      guard draft.relation == nil else { return draft.fail(.relationRedefined(first)) }
      draft.relation = relation
      draft.target = target
    }
  }

  // MARK: Modifiers

  /// Adds a number to every attribute's constant.
  package func offset(_ offset: Double) -> Self {
    changed { draft in for index in draft.constants.indices { draft.constants[index] += offset } }
  }

  /// Moves sides inwards: left and top by +v, right and bottom by -v (MA-5).
  package func insets(_ insets: ConstraintInsets) -> Self {
    changed { draft in
      for (index, attribute) in draft.attributes.enumerated() {
        draft.constants[index] += attribute.shift(by: insets) ?? 0
      }
    }
  }

  /// Moves all four sides inwards.
  package func inset(_ all: Double) -> Self { insets(ConstraintInsets(all)) }

  package func multiplied(by factor: Double) -> Self {
    changed { $0.multiplier *= factor }
  }

  package func priority(_ priority: ConstraintPriority) -> Self {
    changed { $0.priority = priority }
  }

  private func changed(_ change: (inout Self) -> Void) -> Self {
    var copy = self
    change(&copy)
    return copy
  }
}

// MARK: Names

extension ConstraintDraft {
  /// The referenced views, with repetitions.
  package var items: [Item] { target?.items ?? [] }

  /// Returns the draft with other view names.
  package func renamed<Other>(_ name: (Item) -> Other) -> ConstraintDraft<Other> {
    var other = ConstraintDraft<Other>(attributes)
    other.constants = constants
    other.relation = relation
    other.target = target?.renamed(name)
    other.multiplier = multiplier
    other.priority = priority
    other.error = error
    return other
  }
}

// MARK: Attributes

extension ConstraintDraft {
  package static var left: Self { Self([.left]) }
  package static var top: Self { Self([.top]) }
  package static var right: Self { Self([.right]) }
  package static var bottom: Self { Self([.bottom]) }
  package static var width: Self { Self([.width]) }
  package static var height: Self { Self([.height]) }
  package static var centerX: Self { Self([.centerX]) }
  /// The four sides.
  package static var edges: Self { Self(edgeAttributes) }
  /// Width and height.
  package static var size: Self { Self([.width, .height]) }
  /// Both centres.
  package static var center: Self { Self([.centerX, .centerY]) }

  package var left: Self { and(.left) }
  package var top: Self { and(.top) }
  package var right: Self { and(.right) }
  package var bottom: Self { and(.bottom) }
  package var height: Self { and(.height) }
  package var size: Self { and(.width, .height) }
  package var center: Self { and(.centerX, .centerY) }

  private static var edgeAttributes: [ConstraintAttribute] { [.top, .left, .bottom, .right] }
}
