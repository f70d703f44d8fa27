/// One axis of one pass, which computes positions from constraints.
struct ConstraintPass {
  /// The largest number of dropped constraints for which the report lists the conflicting ones.
  static let mostTraced = 64
  /// The limit of positions, in units of the layout.
  private static let farthest = 1e12
  /// The tolerance with which a constraint holds.
  private static let margin = 10 * AxisSolver.tolerance

  private let layout: ConstraintLayout
  private let axis: ConstraintAxis
  private let widths: [ConstraintSpan]
  private let boxes: ConstraintBoxes
  private var solver: AxisSolver
  private var rows = Rows()
  /// The final values of the variables.
  private var values: [Double] = []

  /// Whether the pass has constraints that keep lengths nonnegative.
  private var isGuarded = false
  private var hasNegativeLength = false

  private(set) var result = Result()

  /// The boxes of the axis by view number, and what does not hold or had to be chosen.
  struct Result {
    var frames: [ConstraintSpan] = []
    var contents: [ConstraintSpan] = []
    var report = ConstraintReport()
  }

  private struct Rows {
    /// The constraints of the solver's rows; nil for the layout's own rows.
    var sources: [ConstraintID?] = []
    /// The dropped equalities, which are approximated as far as possible.
    var droppedEqualities: [AxisRow] = []
    /// The constraints that were kept, with their rows.
    var kept: [(id: ConstraintID, row: AxisRow)] = []
  }

  init(_ layout: ConstraintLayout, _ axis: ConstraintAxis, widths: [ConstraintSpan]) {
    self.layout = layout
    self.axis = axis
    self.widths = widths
    boxes = ConstraintBoxes(layout.views, axis)
    solver = AxisSolver(variables: 2 * boxes.count)
  }

  mutating func run(measure: ConstraintLayout.Measure) {
    attempt(measure)
    // Lengths must not be negative. This rarely requires constraints, so they are added only in a second attempt.
    guard hasNegativeLength else { return }
    let again = ConstraintPass(layout, axis, widths: widths)
    self = again
    isGuarded = true
    attempt(measure)
  }

  private mutating func attempt(_ measure: ConstraintLayout.Measure) {
    addOwnRows()
    for id in ranked() {
      take(layout.constraints[id.rawValue], id)
    }
    for row in rows.droppedEqualities { _ = solver.choose(row.terms, constant: row.constant) }
    chooseNaturalLengths(measure)
    var chosen = chooseTheRest(isLast: false)
    chosen += chooseTheRest(isLast: true)
    read()
    for (view, part) in chosen { say(view, part) }
    for kept in rows.kept where !holds(kept.row) {
      result.report.dropped.append(.init(constraint: kept.id, cause: .choice, against: [], more: 0))
    }
  }

  // MARK: The layout's own constraints

  private mutating func addOwnRows() {
    for (index, view) in layout.views.enumerated() {
      let frame = boxes.frames[index]
      if let initial = view.initialFrame {
        let span = initial.span(axis)
        let origin = boxes.origin(in: view.superview).map { ConstraintBoxes.start($0, times: -1) }
        let start = [ConstraintBoxes.start(frame)]
        addOwn(origin.map { start + [$0] } ?? start, equals: span.start)
        addOwn(ConstraintBoxes.length(frame), equals: max(0, span.length))
      } else if isGuarded {
        addOwn(ConstraintBoxes.length(frame), equals: 0, .atLeast)
      }
      guard view.scrolls else { continue }
      // Content begins at its view's start.
      let content = boxes.contents[index]
      addOwn(
        [ConstraintBoxes.start(content), ConstraintBoxes.start(frame, times: -1)],
        equals: 0
      )
      if isGuarded { addOwn(ConstraintBoxes.length(content), equals: 0, .atLeast) }
    }
  }

  private mutating func addOwn(
    _ terms: [AxisTerm],
    equals value: Double,
    _ relation: ConstraintRelation = .equal
  ) {
    rows.sources.append(nil)
    _ = solver.add(AxisRow(terms: terms, constant: -value, relation: relation))
  }

  // MARK: Constraints

  /// Returns the constraints of this axis by priority, the oldest first among equal priorities.
  private func ranked() -> [ConstraintID] {
    var groups: [ConstraintPriority: [ConstraintID]] = [:]
    for (index, constraint) in layout.constraints.enumerated()
    where constraint.first.attribute.axis == axis {
      groups[constraint.priority, default: []].append(ConstraintID(rawValue: index))
    }
    return groups.keys.sorted(by: >).flatMap { groups[$0, default: []] }
  }

  private mutating func take(_ constraint: Constraint, _ id: ConstraintID) {
    let row = boxes.row(of: constraint, widths: widths)
    rows.sources.append(id)
    switch solver.add(row) {
    case .kept:
      rows.kept.append((id, row))
    case .conflict:
      if row.relation == .equal { rows.droppedEqualities.append(row) }
      drop(id, .conflict, row)
    case .entangled:
      drop(id, .entangled, row)
    }
  }

  private mutating func drop(
    _ id: ConstraintID,
    _ cause: ConstraintReport.Cause,
    _ row: AxisRow
  ) {
    var against: [ConstraintID] = []
    if cause == .conflict && result.report.dropped.count < Self.mostTraced {
      against = solver.rows(against: row, obstacles: solver.attempt.obstacles).compactMap {
        rows.sources[$0]
      }
      .sorted()
    }
    result.report.dropped.append(
      .init(
        constraint: id,
        cause: cause,
        against: Array(against.prefix(ConstraintReport.mostAgainst)),
        more: max(0, against.count - ConstraintReport.mostAgainst)
      )
    )
  }

  /// Returns whether a row holds; equalities do, unless they would have required a negative length.
  private func holds(_ row: AxisRow) -> Bool {
    if row.relation == .equal && !hasNegativeLength { return true }
    var sum = row.constant
    for term in row.terms { sum += term.factor * values[term.variable] }
    return switch row.relation {
    case .equal: abs(sum) <= Self.margin
    case .atLeast: sum >= -Self.margin
    case .atMost: sum <= Self.margin
    }
  }

  // MARK: Undetermined values

  private mutating func chooseNaturalLengths(_ measure: ConstraintLayout.Measure) {
    for (index, view) in layout.views.enumerated() where view.initialFrame == nil {
      let natural =
        axis == .horizontal
        ? view.naturalWidth
        : measure(ConstraintViewID(rawValue: index), widths[index].length) ?? view.naturalHeight
      guard let natural, natural.isFinite else { continue }
      _ = solver.choose(
        ConstraintBoxes.length(boxes.frames[index]),
        constant: -max(0, natural)
      )
    }
  }

  /// Chooses lengths and positions of the innermost views first, so that the views around them can depend on them.
  private mutating func chooseTheRest(
    isLast: Bool
  ) -> [(ConstraintViewID, ConstraintReport.Part)] {
    var levels: [[Int]] = []
    for (index, view) in layout.views.enumerated() {
      while levels.count <= view.depth { levels.append([]) }
      levels[view.depth].append(index)
    }
    var chosen: [(ConstraintViewID, ConstraintReport.Part)] = []
    for level in levels.reversed() {
      for index in level {
        choose(layout.views[index], index, isLast, &chosen)
      }
    }
    return chosen
  }

  private mutating func choose(
    _ view: ConstraintView,
    _ index: Int,
    _ isLast: Bool,
    _ chosen: inout [(ConstraintViewID, ConstraintReport.Part)]
  ) {
    let id = ConstraintViewID(rawValue: index)
    let frame = boxes.frames[index]
    func choose(_ terms: [AxisTerm], _ part: ConstraintReport.Part) {
      let choice = solver.choose(terms, constant: 0, isLast: isLast)
      if choice == .chosen { chosen.append((id, part)) }
    }
    choose(ConstraintBoxes.length(frame), .size)
    if view.scrolls {
      let own = ConstraintBoxes.length(boxes.contents[index])
      let same = [ConstraintBoxes.start(frame), ConstraintBoxes.end(frame, times: -1)]
      choose(own + same, .contentSize)
    }
    guard let origin = boxes.origin(in: view.superview) else { return }
    choose([ConstraintBoxes.start(frame), ConstraintBoxes.start(origin, times: -1)], .position)
  }

  // MARK: Results

  private mutating func read() {
    values.reserveCapacity(2 * boxes.count)
    for box in 0..<boxes.count {
      let start = near(solver.value(of: 2 * box))
      let end = near(solver.value(of: 2 * box + 1))
      if end - start < -Self.margin { hasNegativeLength = true }
      values += [start, max(start, end)]
    }
    for box in boxes.frames { result.frames.append(span(of: box)) }
    for box in boxes.contents { result.contents.append(span(of: box)) }
  }

  private func span(of box: Int) -> ConstraintSpan {
    guard box >= 0 else { return ConstraintSpan() }
    let start = values[2 * box]
    return ConstraintSpan(start: start, length: values[2 * box + 1] - start)
  }

  private func near(_ value: Double) -> Double {
    value.isNaN ? 0 : min(max(value, -Self.farthest), Self.farthest)
  }

  private mutating func say(_ id: ConstraintViewID, _ part: ConstraintReport.Part) {
    let index = id.rawValue
    let value =
      switch part {
      case .size: result.frames[index].length
      case .contentSize: result.contents[index].length
      case .position:
        result.frames[index].start
          - (layout.views[index].superview.map { result.contents[$0.rawValue].start } ?? 0)
      }
    result.report.undetermined.append(.init(view: id, axis: axis, part: part, value: value))
  }
}
