/// A form that is at least 0, and its row.
struct AxisInequality: Sendable {
  var terms: [AxisTerm]
  var constant: Double
  var row: Int
}

/// A change to undo if a row is not kept.
enum AxisChange: Sendable {
  case state(Int, AxisSolver.State)
  case pivot(Int, Int)
  case lower(Int, Double, row: Int)
  case upper(Int, Double, row: Int)
  case watchers(Int, count: Int)
  case inequalities(count: Int)
}

// MARK: Inequalities

extension AxisSolver {
  mutating func addInequality(_ row: AxisRow) -> Outcome {
    let form = reduced(row.terms, constant: row.constant)
    guard form.terms.count <= Self.mostTerms else { return .entangled }
    if form.terms.isEmpty { return form.constant >= -Self.tolerance ? .kept : .conflict }
    var queue: [Int] = []
    if form.terms.count == 1 {
      let term = form.terms[0]
      guard bound(term, rest: form.constant, row: rows.count - 1, queue: &queue) else {
        return .conflict
      }
    } else {
      let index = append(row.terms, constant: row.constant, row: rows.count - 1)
      for term in form.terms { watch([index], on: term) }
      queue = [index]
    }
    return propagate(queue) ? .kept : .conflict
  }

  /// Evaluates inequalities, and those affected by the resulting bounds.
  ///
  /// - Returns: false if they contradict one another.
  mutating func propagate(_ first: [Int]) -> Bool {
    var queue = first
    var next = 0
    while next < queue.count, next < Self.mostSteps {
      let inequality = inequalities[queue[next]]
      next += 1
      // Only the first ones have changed forms; for the others, bounds have changed.
      let isNew = next <= first.count
      guard take(inequality, isNew: isNew, queue: &queue) else {
        attempt.obstacles.append(inequality.row)
        return false
      }
    }
    return true
  }

  private mutating func take(
    _ inequality: AxisInequality,
    isNew: Bool,
    queue: inout [Int]
  ) -> Bool {
    let form = reduced(inequality.terms, constant: inequality.constant)
    if form.terms.isEmpty { return form.constant >= -Self.tolerance }
    if form.terms.count == 1 {
      return bound(form.terms[0], rest: form.constant, row: inequality.row, queue: &queue)
    }
    let most = form.terms.map(most)
    let endless = most.count { $0 == .infinity }
    let sum = form.constant + most.reduce(0) { $1 == .infinity ? $0 : $0 + $1 }
    if endless == 0 && sum < -Self.tolerance { return false }
    if isNew {
      var steps = 0
      if isExcluded(form, depth: 0, steps: &steps) { return false }
    }
    guard endless <= 1 else { return true }
    for (index, term) in form.terms.enumerated() where endless == (most[index] == .infinity ? 1 : 0)
    {
      let rest = most[index] == .infinity ? sum : sum - most[index]
      guard bound(term, rest: rest, row: inequality.row, queue: &queue) else { return false }
    }
    return true
  }

  /// Returns the largest value of a term.
  private func most(_ term: AxisTerm) -> Double {
    term.factor * (term.factor > 0 ? upper[term.variable] : lower[term.variable])
  }

  /// Returns whether adding other inequalities to a form that is at least 0 makes its largest value negative.
  ///
  /// Variables are eliminated one after the other, so a cycle of inequalities is found wherever it begins.
  private mutating func isExcluded(_ form: AxisForm, depth: Int, steps: inout Int) -> Bool {
    if most(form) < -Self.tolerance { return true }
    guard depth < Self.mostDepth, let term = leastOpposed(form) else { return false }
    let list = 2 * term.variable + (term.factor > 0 ? 1 : 0)
    for index in watchers[list].suffix(Self.mostParallels) {
      steps += 1
      guard steps <= Self.mostParallels else { return false }
      let other = inequalities[index]
      let reduced = reduced(other.terms, constant: other.constant)
      let own = reduced.terms.first { $0.variable == term.variable }
      guard let own, own.factor * term.factor < 0 else { continue }
      var sum = form
      sum.add(reduced, times: -term.factor / own.factor)
      if isExcluded(sum, depth: depth + 1, steps: &steps) {
        attempt.obstacles.append(other.row)
        return true
      }
    }
    return false
  }

  /// Returns the largest value of a form.
  private func most(_ form: AxisForm) -> Double {
    form.terms.reduce(form.constant) { $0 + most($1) }
  }

  /// Returns the unbounded term that the fewest inequalities can cancel out; nil if one of the unbounded terms has
  /// none.
  private func leastOpposed(_ form: AxisForm) -> AxisTerm? {
    var least: (term: AxisTerm, count: Int)?
    for term in form.terms where most(term) == .infinity {
      let count = watchers[2 * term.variable + (term.factor > 0 ? 1 : 0)].count
      if count == 0 { return nil }
      if count < least?.count ?? .max { least = (term, count) }
    }
    return least?.term
  }

  /// Returns the inequalities that may have the same terms: those of the variable that occurs in the fewest.
  private func parallels(of form: AxisForm) -> [Int] {
    var least: (variable: Int, count: Int)?
    for term in form.terms {
      let count = watchers[2 * term.variable].count + watchers[2 * term.variable + 1].count
      if count < least?.count ?? .max { least = (term.variable, count) }
    }
    guard let variable = least?.variable else { return [] }
    let half = Self.mostParallels / 2
    return watchers[2 * variable].suffix(half) + watchers[2 * variable + 1].suffix(half)
  }

  /// Bounds a variable so that its term is at least `-rest`.
  private mutating func bound(
    _ term: AxisTerm,
    rest: Double,
    row: Int,
    queue: inout [Int]
  ) -> Bool {
    let variable = term.variable
    let limit = -rest / term.factor
    if term.factor > 0 {
      guard limit > lower[variable] + Self.tolerance else { return true }
      attempt.changes.append(.lower(variable, lower[variable], row: lowerRows[variable]))
      lower[variable] = limit
      lowerRows[variable] = row
      // Inequalities that fall with the variable are tighter now.
      queue += watchers[2 * variable + 1]
    } else {
      guard limit < upper[variable] - Self.tolerance else { return true }
      attempt.changes.append(.upper(variable, upper[variable], row: upperRows[variable]))
      upper[variable] = limit
      upperRows[variable] = row
      queue += watchers[2 * variable]
    }
    return lower[variable] <= upper[variable] + Self.tolerance
  }

  /// Returns the bounds of a form of free variables.
  mutating func bounds(of form: AxisForm) -> (low: Double, high: Double) {
    var low = form.constant
    var high = form.constant
    for term in form.terms {
      low += -most(AxisTerm(variable: term.variable, factor: -term.factor))
      high += most(term)
    }
    guard form.terms.count > 1 else { return (low, high) }
    for index in parallels(of: form) {
      let other = inequalities[index]
      let reduced = reduced(other.terms, constant: other.constant)
      guard let ratio = reduced.ratio(to: form) else { continue }
      // ratio * (form - form.constant) + reduced.constant >= 0
      let limit = form.constant - reduced.constant / ratio
      if ratio > 0 { low = max(low, limit) } else { high = min(high, limit) }
    }
    return (low, high)
  }
}

// MARK: Undoable changes

extension AxisSolver {
  mutating func setState(_ state: State, of variable: Int) {
    attempt.changes.append(.state(variable, states[variable]))
    states[variable] = state
  }

  mutating func setPivot(_ row: Int, of variable: Int) {
    attempt.changes.append(.pivot(variable, pivots[variable]))
    pivots[variable] = row
  }

  mutating func append(_ terms: [AxisTerm], constant: Double, row: Int) -> Int {
    attempt.changes.append(.inequalities(count: inequalities.count))
    inequalities.append(AxisInequality(terms: terms, constant: constant, row: row))
    return inequalities.count - 1
  }

  mutating func watch(_ indices: [Int], on term: AxisTerm) {
    guard !indices.isEmpty else { return }
    let list = 2 * term.variable + (term.factor > 0 ? 0 : 1)
    attempt.changes.append(.watchers(list, count: watchers[list].count))
    watchers[list] += indices
  }

  mutating func rollBack() {
    for change in attempt.changes.reversed() {
      switch change {
      case .state(let variable, let state): states[variable] = state
      case .pivot(let variable, let row): pivots[variable] = row
      case .lower(let variable, let value, let row):
        lower[variable] = value
        lowerRows[variable] = row
      case .upper(let variable, let value, let row):
        upper[variable] = value
        upperRows[variable] = row
      case .watchers(let list, let count):
        watchers[list].removeLast(watchers[list].count - count)
      case .inequalities(let count):
        inequalities.removeLast(inequalities.count - count)
      }
    }
    attempt.changes.removeAll(keepingCapacity: true)
  }
}
