/// The unsatisfied or undetermined parts of a board at one width: one sentence each.
package struct BoardReport: Hashable, Sendable, CustomStringConvertible {
  package let lines: [String]

  package var isEmpty: Bool { lines.isEmpty }
  package var description: String { lines.joined(separator: "\n") }
}

/// An author's constraint that should hold but does not.
package struct BoardFault: Hashable, Sendable {
  /// The constraint's index, from 0.
  package let constraint: Int
  /// The position in the source file, as file, line and column; empty if there is none.
  package let origin: String
  /// The dropped constraint, and those that it conflicts with.
  package internal(set) var text: String

  /// The fault as one readable line.
  package var description: String { origin.isEmpty ? text : "\(origin): \(text)" }
}

extension Constraint {
  /// Returns the constraint in readable notation, without neutral parts.
  func sentence(naming name: (ConstraintViewID) -> String) -> String {
    var text = "\(name(first.view)).\(first.attribute) \(relation) "
    if let second {
      text += "\(name(second.view)).\(second.attribute)"
      if multiplier != 1 { text += " * \(Self.plain(multiplier))" }
      if constant != 0 {
        text += constant < 0 ? " - \(Self.plain(-constant))" : " + \(Self.plain(constant))"
      }
    } else {
      text += Self.plain(constant)
    }
    return priority == .required ? text : text + " (\(priority))"
  }

  /// Returns a number without a redundant fraction.
  static func plain(_ number: Double) -> String {
    if let whole = Int(exactly: number) { return "\(whole)" }
    return "\(number)"
  }
}
