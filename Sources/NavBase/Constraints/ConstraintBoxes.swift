/// The boxes of one axis and the forms of their attributes: a view's frame is a box, and so is a scroll view's
/// content.
///
/// Box b begins at variable 2b and ends at variable 2b + 1.
struct ConstraintBoxes {
  let axis: ConstraintAxis
  /// The boxes by view number.
  private(set) var frames: [Int]
  private(set) var contents: [Int]
  private(set) var count = 0

  init(_ views: [ConstraintView], _ axis: ConstraintAxis) {
    self.axis = axis
    frames = Array(repeating: -1, count: views.count)
    contents = frames
    for (index, view) in views.enumerated() {
      frames[index] = count
      contents[index] = count
      count += 1
      if view.scrolls {
        contents[index] = count
        count += 1
      }
    }
  }

  static func start(_ box: Int, times factor: Double = 1) -> AxisTerm {
    AxisTerm(variable: 2 * box, factor: factor)
  }

  static func end(_ box: Int, times factor: Double = 1) -> AxisTerm {
    AxisTerm(variable: 2 * box + 1, factor: factor)
  }

  static func length(_ box: Int) -> [AxisTerm] { [end(box), start(box, times: -1)] }

  /// Returns the box from whose start the subviews of a view are measured; nil outside of all views.
  func origin(in superview: ConstraintViewID?) -> Int? { superview.map { contents[$0.rawValue] } }

  // MARK: Attributes

  /// Returns a constraint as a row: its first side minus the value of the second one, compared with 0.
  ///
  /// - Parameters:
  ///   - constraint: a constraint between existing views.
  ///   - widths: the widths by view number, for heights that depend on widths.
  /// - Returns: the row.
  func row(of constraint: Constraint, widths: [ConstraintSpan]) -> AxisRow {
    var row = AxisRow(terms: [], constant: -constraint.constant, relation: constraint.relation)
    row.terms.reserveCapacity(4)
    let other = constraint.second?.view
    append(constraint.first, in: constraint, beside: other, times: 1, to: &row)
    guard let second = constraint.second else { return row }
    if second.attribute.axis != axis {
      row.constant -= constraint.multiplier * widths[second.view.rawValue].length
      return row
    }
    append(
      second,
      in: constraint,
      beside: constraint.first.view,
      times: -constraint.multiplier,
      to: &row
    )
    // A multiple of a position is measured from the start of the view that holds the constraint.
    if constraint.multiplier != 1 && !second.attribute.isSize {
      let holder = contents[constraint.holder.rawValue]
      row.terms.append(Self.start(holder, times: constraint.multiplier - 1))
    }
    return row
  }

  private func append(
    _ side: Constraint.Side,
    in constraint: Constraint,
    beside other: ConstraintViewID?,
    times factor: Double,
    to row: inout AxisRow
  ) {
    // For its subviews, the sides of a scroll view are those of its content (MA-7).
    let isAround = constraint.holder == side.view && other != nil && other != side.view
    let boxes = isAround && !side.attribute.isSize ? contents : frames
    let box = boxes[side.view.rawValue]
    func add(_ start: Double, _ end: Double) {
      if start != 0 { row.terms.append(Self.start(box, times: start * factor)) }
      if end != 0 { row.terms.append(Self.end(box, times: end * factor)) }
    }
    switch side.attribute {
    case .left, .leading, .top, .leftMargin, .leadingMargin, .topMargin: add(1, 0)
    case .right, .trailing, .bottom, .rightMargin, .trailingMargin, .bottomMargin, .firstBaseline,
      .lastBaseline:
      add(0, 1)
    case .width, .height: add(-1, 1)
    case .centerX, .centerY, .centerXWithinMargins, .centerYWithinMargins: add(0.5, 0.5)
    }
  }
}
