/// The solver for the constraints of one axis, added one after the other (MA: no simplex, propagation in a fixed
/// order).
///
/// Conflicts are resolved by order: a row that contradicts the rows kept before it is not kept. An equality makes one
/// of its variables depend on the others, so each variable is known, free, or a form of free ones. An inequality bounds
/// a free variable, or watches several of them until all but one are known; bounds propagate from variable to variable.
///
/// Equalities are decided exactly. Inequalities between free variables are decided by their bounds, and by adding up a
/// few of them: a contradiction that involves more of them is found when the variables have become known.
struct AxisSolver {
  enum State: Sendable {
    case free
    case known(Double)
    case form(AxisForm)
  }

  /// The tolerance of comparisons, in units of the layout.
  static let tolerance = 1e-6
  /// The largest number of free variables on which one constraint may depend.
  static let mostTerms = 32
  /// The largest number of inequalities that are evaluated for one added row.
  static let mostSteps = 64
  /// The largest number of other inequalities with which one is compared.
  static let mostParallels = 32
  /// The largest number of inequalities that are added up to find a contradiction.
  static let mostDepth = 8

  /// All added rows, kept or not.
  var rows: [AxisRow] = []
  var states: [State]
  /// The row that made a variable dependent; -1 for none.
  var pivots: [Int]
  var lower: [Double]
  var upper: [Double]
  /// The rows that set the bounds.
  var lowerRows: [Int]
  var upperRows: [Int]
  /// The inequalities of several variables, by the free variables in them: at twice a variable's number those that rise
  /// with it, at the next index those that fall.
  var watchers: [[Int]]
  var inequalities: [AxisInequality] = []
  var attempt = Attempt()

  /// The last row's addition.
  struct Attempt {
    /// The changes to revert if the row is rejected.
    var changes: [AxisChange] = []
    /// The rows of the inequalities that contradicted it, besides those of its variables.
    var obstacles: [Int] = []
  }

  init(variables: Int) {
    states = Array(repeating: .free, count: variables)
    pivots = Array(repeating: -1, count: variables)
    lower = Array(repeating: -.infinity, count: variables)
    upper = Array(repeating: .infinity, count: variables)
    lowerRows = Array(repeating: -1, count: variables)
    upperRows = Array(repeating: -1, count: variables)
    watchers = Array(repeating: [], count: 2 * variables)
  }

  /// The outcome of adding a row.
  enum Outcome: Hashable, Sendable {
    case kept
    /// The row contradicts rows that were kept before.
    case conflict
    /// The row depends on more than `mostTerms` unknowns.
    case entangled
  }

  /// Adds the next row.
  mutating func add(_ row: AxisRow) -> Outcome {
    rows.append(row)
    attempt.obstacles = []
    attempt.changes.removeAll(keepingCapacity: true)
    let outcome = row.relation == .equal ? addEquality(row) : addInequality(row.atLeastZero)
    if outcome != .kept { rollBack() }
    return outcome
  }

  // MARK: Forms

  /// Returns a row's form in terms of free variables.
  mutating func reduced(_ terms: [AxisTerm], constant: Double) -> AxisForm {
    var form = AxisForm(constant: constant)
    for term in terms {
      switch states[term.variable] {
      case .free: form.add(term)
      case .known(let value): form.constant += term.factor * value
      case .form:
        flatten(term.variable)
        add(term, to: &form)
      }
    }
    return form
  }

  /// Adds a term, substituting its variable.
  private func add(_ term: AxisTerm, to form: inout AxisForm) {
    switch states[term.variable] {
    case .free: form.add(term)
    case .known(let value): form.constant += term.factor * value
    case .form(let other): form.add(other, times: term.factor)
    }
  }

  /// Updates the form of a variable so that it contains free variables only.
  private mutating func flatten(_ variable: Int) {
    guard case .form(let form) = states[variable], !isFlat(form) else { return }
    var waiting = [variable]
    while let top = waiting.last {
      guard case .form(let form) = states[top], !isFlat(form) else {
        waiting.removeLast()
        continue
      }
      let next = form.terms.first { term in
        if case .form(let other) = states[term.variable] { !isFlat(other) } else { false }
      }
      if let next {
        waiting.append(next.variable)
      } else {
        substitute(in: form, of: top)
      }
    }
  }

  private func isFlat(_ form: AxisForm) -> Bool {
    for term in form.terms {
      guard case .free = states[term.variable] else { return false }
    }
    return true
  }

  private mutating func substitute(in form: AxisForm, of variable: Int) {
    var flat = AxisForm(constant: form.constant)
    for term in form.terms { add(term, to: &flat) }
    setState(flat.terms.isEmpty ? .known(flat.constant) : .form(flat), of: variable)
  }

  // MARK: Equalities

  private mutating func addEquality(_ row: AxisRow) -> Outcome {
    let form = reduced(row.terms, constant: row.constant)
    guard form.terms.count <= Self.mostTerms else { return .entangled }
    guard let pivot = Self.pivot(of: form) else {
      return abs(form.constant) <= Self.tolerance ? .kept : .conflict
    }
    let queue = settle(pivot, in: form)
    return propagate(queue) ? .kept : .conflict
  }

  /// Returns the term of the newest variable of a form, so that later boxes depend on earlier ones.
  private static func pivot(of form: AxisForm) -> AxisTerm? {
    let largest = form.terms.reduce(0) { max($0, abs($1.factor)) }
    return form.terms.lazy.filter { abs($0.factor) >= largest * 1e-6 }
      .max { $0.variable < $1.variable }
  }

  /// Solves a form equal to 0 for a variable, and returns the inequalities to evaluate again.
  private mutating func settle(_ pivot: AxisTerm, in form: AxisForm) -> [Int] {
    let variable = pivot.variable
    var value = AxisForm(constant: -form.constant / pivot.factor)
    for term in form.terms where term.variable != variable {
      value.add(AxisTerm(variable: term.variable, factor: -term.factor / pivot.factor))
    }
    setState(value.terms.isEmpty ? .known(value.constant) : .form(value), of: variable)
    setPivot(rows.count - 1, of: variable)
    var rising = watchers[2 * variable]
    var falling = watchers[2 * variable + 1]
    // The variable's bounds become inequalities of the variables on which it depends.
    if lower[variable] > -.infinity {
      let terms = [AxisTerm(variable: variable, factor: 1)]
      rising.append(append(terms, constant: -lower[variable], row: lowerRows[variable]))
    }
    if upper[variable] < .infinity {
      let terms = [AxisTerm(variable: variable, factor: -1)]
      falling.append(append(terms, constant: upper[variable], row: upperRows[variable]))
    }
    for term in value.terms {
      watch(rising, on: term)
      watch(falling, on: AxisTerm(variable: term.variable, factor: -term.factor))
    }
    return rising + falling
  }

  // MARK: Results

  /// Returns the value of a variable, with free variables counted as 0.
  mutating func value(of variable: Int) -> Double {
    if case .known(let value) = states[variable] { return value }
    return reduced([AxisTerm(variable: variable, factor: 1)], constant: 0).constant
  }

  /// The outcome of a choice.
  enum Choice: Hashable, Sendable {
    /// The form already had a value.
    case determined
    case chosen
    /// None of the tried values is consistent with the inequalities.
    case open
  }

  /// Sets a form to 0, or as near to it as its bounds permit, unless it already has a value.
  ///
  /// - Parameters:
  ///   - terms: the terms of the form.
  ///   - constant: the constant of the form.
  ///   - isLast: whether the form gets a value even if none is consistent with the inequalities; violated rows are
  ///     found when all variables are known.
  /// - Returns: the outcome.
  mutating func choose(_ terms: [AxisTerm], constant: Double, isLast: Bool = false) -> Choice {
    let form = reduced(terms, constant: constant)
    guard !form.terms.isEmpty else { return .determined }
    let range = bounds(of: form)
    let nearest = min(max(0, range.low), range.high)
    for aim in [nearest, range.low, range.high, 0] where aim.isFinite {
      let row = AxisRow(terms: terms, constant: constant - aim, relation: .equal)
      if add(row) == .kept { return .chosen }
    }
    guard isLast else { return .open }
    force(form, nearest.isFinite ? nearest : 0)
    return .chosen
  }

  /// Sets a form to a value regardless of its bounds.
  private mutating func force(_ form: AxisForm, _ aim: Double) {
    var form = form
    form.constant -= aim
    guard let pivot = Self.pivot(of: form) else { return }
    rows.append(AxisRow(terms: form.terms, constant: form.constant, relation: .equal))
    _ = settle(pivot, in: form)
  }
}
