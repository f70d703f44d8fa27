extension BoardContent {
  /// Returns the constraints and sizes that cannot be satisfied or determined in a page of the given width.
  package func report(forWidth columns: Int) -> BoardReport {
    guard var plan = try? BoardPlan(self) else { return BoardReport(lines: []) }
    plan.layOut(columns: max(1, columns))
    return plan.report
  }

  /// The page widths on terminals of 40, 80, 120 and 200 columns.
  package static let commonWidths = [36, 76, 116, 196]

  /// Returns the constraints that do not hold in pages of some widths, in source order.
  ///
  /// - Parameter widths: the page's widths in columns; a constraint that fails at some of them only is reported with
  ///   the first such width.
  /// - Returns: one fault for each such constraint.
  package func faults(forWidths widths: [Int] = Self.commonWidths) -> [BoardFault] {
    guard !constraints.isEmpty, var plan = try? BoardPlan(self) else { return [] }
    var found: [Int: (fault: BoardFault, columns: Int, count: Int)] = [:]
    for columns in widths {
      plan.layOut(columns: max(1, columns))
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
