/// The constraints of one axis, taken one after the other (MA: no simplex, propagation in a fixed order).
///
/// The order is the rule of conflicts: what is taken earlier is worth more, and a row that cannot hold with those that were
/// kept before it is not kept. An equality makes one of its variables depend on the others, so each variable is known, free,
/// or a form of free ones. An inequality bounds a free variable, or watches several of them until
/// all but one are known; bounds go from variable to variable as far as they reach.
///
/// Equalities are decided exactly. Inequalities between free variables are decided by their bounds, and by adding up a
/// few of them: what more of them exclude only together is found when the variables have become known.
struct AxisSolver {
  enum State: Sendable {
    case free
    case known(Double)
    case form(AxisForm)
  }

  /// How near a sum has to come to count as right, in units of the layout.
  static let tolerance = 1e-6
  /// The most free variables that one constraint may come to depend on.
  static let mostTerms = 32
  /// How many rows are looked at because of one that is added, at most.
  static let mostSteps = 64
  /// With how many others an inequality is compared.
  static let mostParallels = 32
  /// How many inequalities are added up to find out whether they exclude one another.
  static let mostDepth = 8

  /// Every row that was offered, kept or not.
  var rows: [AxisRow] = []
  var states: [State]
  /// The row that made a variable depend on others; -1 for none.
  var pivots: [Int]
  var lower: [Double]
  var upper: [Double]
  /// The rows that the bounds come from.
  var lowerRows: [Int]
  var upperRows: [Int]
  /// The inequalities of several variables, by the free variables in them: at twice a variable's number those that
  /// rise with it, behind them those that fall.
  var watchers: [[Int]]
  var inequalities: [AxisInequality] = []
  var trail: [AxisChange] = []
  /// The inequalities' rows that the last row which was not kept ran into, beside its variables' own.
  var obstacles: [Int] = []

  init(variables: Int) {
    states = Array(repeating: .free, count: variables)
    pivots = Array(repeating: -1, count: variables)
    lower = Array(repeating: -.infinity, count: variables)
    upper = Array(repeating: .infinity, count: variables)
    lowerRows = Array(repeating: -1, count: variables)
    upperRows = Array(repeating: -1, count: variables)
    watchers = Array(repeating: [], count: 2 * variables)
  }

  /// What became of a row.
  enum Outcome: Hashable, Sendable {
    case kept
    /// It contradicts what was kept before.
    case conflict
    /// It depends on more than `mostTerms` unknowns.
    case entangled
  }

  /// Takes the next row.
  mutating func add(_ row: AxisRow) -> Outcome {
    rows.append(row)
    obstacles = []
    trail.removeAll(keepingCapacity: true)
    let outcome = row.relation == .equal ? addEquality(row) : addInequality(row.atLeastZero)
    if outcome != .kept { rollBack() }
    return outcome
  }

  // MARK: Forms

  /// A row's form in terms of free variables.
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

  /// Adds a term with what is known of its variable.
  private func add(_ term: AxisTerm, to form: inout AxisForm) {
    switch states[term.variable] {
    case .free: form.add(term)
    case .known(let value): form.constant += term.factor * value
    case .form(let other): form.add(other, times: term.factor)
    }
  }

  /// Brings the form of a variable up to date: only free variables are left in it.
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

  /// The newest variable of a form, so that later boxes depend on earlier ones.
  private static func pivot(of form: AxisForm) -> AxisTerm? {
    let largest = form.terms.reduce(0) { max($0, abs($1.factor)) }
    return form.terms.lazy.filter { abs($0.factor) >= largest * 1e-6 }
      .max { $0.variable < $1.variable }
  }

  /// Makes a variable what a form being 0 makes of it, and returns the inequalities to look at again.
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
    // Its own bounds hold for what it depends on.
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

  /// The value of a variable; what is free in it counts as 0.
  mutating func value(of variable: Int) -> Double {
    if case .known(let value) = states[variable] { return value }
    return reduced([AxisTerm(variable: variable, factor: 1)], constant: 0).constant
  }

  /// What became of a choice.
  enum Choice: Hashable, Sendable {
    /// There was nothing to choose.
    case determined
    case chosen
    /// No value that was tried goes together with the inequalities.
    case open
  }

  /// Makes a form 0, or as near to it as the bounds permit, unless it has one value already.
  ///
  /// - Parameters:
  ///   - terms: of the form.
  ///   - constant: of the form.
  ///   - isLast: whether it gets a value even if none goes together with the inequalities; what breaks by
  ///     that is found when all is known.
  /// - Returns: what became of it.
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

  /// Gives a form a value whatever the bounds say.
  private mutating func force(_ form: AxisForm, _ aim: Double) {
    var form = form
    form.constant -= aim
    guard let pivot = Self.pivot(of: form) else { return }
    rows.append(AxisRow(terms: form.terms, constant: form.constant, relation: .equal))
    _ = settle(pivot, in: form)
  }
}
