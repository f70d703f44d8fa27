/// The unsatisfied or undetermined parts of a board at one width: one sentence each.
package struct BoardReport: Hashable, Sendable, CustomStringConvertible {
  package let lines: [String]

  package var isEmpty: Bool { lines.isEmpty }
  package var description: String { lines.joined(separator: "\n") }
}

/// An author's constraint that should hold but does not, or that leaves the page without a height.
package struct BoardFault: Hashable, Sendable {
  /// The constraint's index, from 0.
  package let constraint: Int
  /// The position in the source file, as file, line and column; empty if there is none.
  package let origin: String
  /// The dropped constraint, and those that it conflicts with.
  package internal(set) var text: String
  /// Advice for the author.
  package var remedy = "take one of them away, or give it a priority"

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

extension BoardContent {
  /// Returns the constraints and sizes that cannot be satisfied or determined in a page of the given width.
  package func report(forWidth columns: Int) -> BoardReport {
    guard var plan = try? BoardPlan(self) else { return BoardReport(lines: []) }
    plan.layOut(columns: max(1, columns), rows: Self.commonRows)
    return plan.report
  }

  /// The page widths on terminals of 40, 80, 120 and 200 columns.
  package static let commonWidths = [36, 76, 116, 196]
  /// The height of the viewport on a terminal of 24 rows.
  package static let commonRows = 22

  /// Returns the constraints that do not hold in pages of some widths, or leave them without a height, in source order.
  ///
  /// - Parameter widths: the page's widths in columns; a constraint that fails at some of them only is reported with
  ///   the first such width.
  /// - Returns: one fault for each such constraint.
  package func faults(forWidths widths: [Int] = Self.commonWidths) -> [BoardFault] {
    guard !constraints.isEmpty, var plan = try? BoardPlan(self) else { return [] }
    var found: [Int: (fault: BoardFault, columns: Int, count: Int)] = [:]
    for columns in widths {
      plan.layOut(columns: max(1, columns), rows: Self.commonRows)
      for fault in plan.faults {
        found[fault.constraint, default: (fault, columns, 0)].count += 1
      }
    }
    return found.values.sorted { $0.fault.constraint < $1.fault.constraint }.map { found in
      var fault = found.fault
      if found.count < widths.count { fault.text += " (in \(found.columns) columns)" }
      return fault
    }
  }
}
