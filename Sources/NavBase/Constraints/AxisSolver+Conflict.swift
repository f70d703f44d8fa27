extension AxisSolver {
  /// The largest number of rows among which a conflict is traced.
  static let mostTraced = 64

  /// Returns the rows that contradict a row: a minimal subset of those involved.
  ///
  /// If more than `mostTraced` rows are involved, the result is limited to those nearest to the conflict.
  ///
  /// - Parameters:
  ///   - row: a row that was not kept, as it was added.
  ///   - obstacles: the rows at which the contradiction was found.
  /// - Returns: the numbers of the rows, the oldest first.
  func rows(against row: AxisRow, obstacles: [Int]) -> [Int] {
    var found: [Int] = []
    var seen: Set<Int> = []
    var terms = row.terms
    for obstacle in obstacles
    where obstacle >= 0 && rows[obstacle] != row && seen.insert(obstacle).inserted {
      found.append(obstacle)
      terms += rows[obstacle].terms
    }
    var next = 0
    var passed: Set<Int> = []
    while found.count < Self.mostTraced {
      for variable in terms.map(\.variable) where passed.insert(variable).inserted {
        let bounds = watchers[2 * variable] + watchers[2 * variable + 1]
        let reasons =
          [pivots[variable], lowerRows[variable], upperRows[variable]]
          + bounds.suffix(Self.mostTraced).map { inequalities[$0].row }
        for reason in reasons
        where reason >= 0 && rows[reason] != row && seen.insert(reason).inserted {
          found.append(reason)
        }
      }
      guard next < found.count else { break }
      terms = rows[found[next]].terms
      next += 1
    }
    return Self.least(found.sorted(), of: rows, against: row)
  }

  /// Removes rows that are not needed for the contradiction, the newest first.
  private static func least(_ found: [Int], of rows: [AxisRow], against row: AxisRow) -> [Int] {
    guard excludes(found.map { rows[$0] }, row) else { return found }
    var kept = found
    for index in found.reversed() {
      let rest = kept.filter { $0 != index }
      if excludes(rest.map { rows[$0] }, row) { kept = rest }
    }
    return kept
  }

  private static func excludes(_ others: [AxisRow], _ row: AxisRow) -> Bool {
    var numbers: [Int: Int] = [:]
    let renamed = (others + [row]).map { row in
      var row = row
      for index in row.terms.indices {
        let number = numbers[row.terms[index].variable] ?? numbers.count
        numbers[row.terms[index].variable] = number
        row.terms[index].variable = number
      }
      return row
    }
    var solver = AxisSolver(variables: numbers.count)
    for row in renamed.dropLast() { _ = solver.add(row) }
    return renamed.last.map { solver.add($0) == .conflict } ?? false
  }
}
