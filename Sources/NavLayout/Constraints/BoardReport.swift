/// What a board cannot do as it was asked at one width: one sentence each.
package struct BoardReport: Hashable, Sendable, CustomStringConvertible {
  package let lines: [String]

  package var isEmpty: Bool { lines.isEmpty }
  package var description: String { lines.joined(separator: "\n") }
}

/// A constraint of a board's author that does not hold, and should.
package struct BoardFault: Hashable, Sendable {
  /// Which constraint it is, from 0.
  package let constraint: Int
  /// Where its author has written it, as file, line and column; empty where nobody has.
  package let origin: String
  /// What is dropped, and against what.
  package internal(set) var text: String

  /// One line for people.
  package var description: String { origin.isEmpty ? text : "\(origin): \(text)" }
}

extension Constraint {
  /// The constraint as people write it, without what changes nothing.
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

  /// A number without a fraction that says nothing.
  static func plain(_ number: Double) -> String {
    if let whole = Int(exactly: number) { return "\(whole)" }
    return "\(number)"
  }
}
