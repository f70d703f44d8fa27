/// `factor * variable`, a part of a linear form; variables are edges of boxes on one axis.
struct AxisTerm: Hashable, Sendable {
  var variable: Int
  var factor: Double
}

/// A sum of terms and a constant.
struct AxisForm: Hashable, Sendable {
  var constant: Double
  /// The terms: each variable at most once, none with a factor of 0.
  var terms: [AxisTerm] = []

  /// Factors below this absolute value count as 0: they remain from terms that cancel out.
  static let leastFactor = 1e-9

  mutating func add(_ term: AxisTerm) {
    guard abs(term.factor) > Self.leastFactor else { return }
    for index in terms.indices where terms[index].variable == term.variable {
      terms[index].factor += term.factor
      if abs(terms[index].factor) <= Self.leastFactor { terms.remove(at: index) }
      return
    }
    terms.append(term)
  }

  mutating func add(_ other: AxisForm, times factor: Double) {
    constant += other.constant * factor
    for term in other.terms {
      add(AxisTerm(variable: term.variable, factor: term.factor * factor))
    }
  }

  /// Returns the ratio of these terms to those of another form, ignoring constants; nil if they are not a multiple.
  func ratio(to other: AxisForm) -> Double? {
    guard terms.count == other.terms.count, let first = terms.first,
      let match = other.terms.first(where: { $0.variable == first.variable })
    else { return nil }
    let ratio = first.factor / match.factor
    let isMultiple = terms.allSatisfy { term in
      other.terms.contains {
        $0.variable == term.variable
          && abs($0.factor * ratio - term.factor) <= Self.leastFactor * max(1, abs(term.factor))
      }
    }
    return isMultiple ? ratio : nil
  }
}

/// One constraint on one axis: a form that is compared with 0.
struct AxisRow: Hashable, Sendable {
  /// The terms; a variable may occur in several of them.
  var terms: [AxisTerm]
  var constant: Double
  var relation: ConstraintRelation

  /// The constraint as a form that is at least 0; an equality is unchanged.
  var atLeastZero: AxisRow {
    guard relation == .atMost else { return self }
    return AxisRow(
      terms: terms.map { AxisTerm(variable: $0.variable, factor: -$0.factor) },
      constant: -constant,
      relation: .atLeast
    )
  }
}
