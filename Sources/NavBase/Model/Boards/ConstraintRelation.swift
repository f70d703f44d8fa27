/// The comparison of a constraint's two sides (MA-3).
package enum ConstraintRelation: UInt8, Hashable, Sendable, CustomStringConvertible {
  case equal = 0
  case atLeast = 1
  case atMost = 2

  package var description: String {
    switch self {
    case .equal: "="
    case .atLeast: ">="
    case .atMost: "<="
    }
  }
}

/// The priority of a constraint if not all can hold (MA-5).
///
/// From 1 to 1000, which is `required`.
package struct ConstraintPriority: Hashable, Comparable, Sendable, CustomStringConvertible {
  package let rawValue: Int

  /// - Parameter rawValue: the priority, clamped to 1 ... 1000.
  package init(_ rawValue: Int) {
    self.rawValue = min(max(1, rawValue), 1000)
  }

  package static let low = ConstraintPriority(250)
  package static let medium = ConstraintPriority(500)
  package static let high = ConstraintPriority(750)
  package static let required = ConstraintPriority(1000)

  package static func < (a: ConstraintPriority, b: ConstraintPriority) -> Bool {
    a.rawValue < b.rawValue
  }

  package var description: String {
    switch self {
    case .low: "low"
    case .medium: "medium"
    case .high: "high"
    case .required: "required"
    default: "\(rawValue)"
    }
  }
}
