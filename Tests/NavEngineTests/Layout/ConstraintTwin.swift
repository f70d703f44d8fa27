/// A reference implementation of the constraints: decides by elimination whether rows can hold together, and keeps them
/// one by one.
///
/// Equalities are solved by Gauss, inequalities by Fourier and Motzkin: exact, and far too slow for more than a few.
struct ConstraintTwin {
  /// `factors * variables + constant`, compared with 0.
  struct Row {
    var factors: [Double]
    var constant: Double
    var isEquality: Bool
  }

  private(set) var kept: [Row] = []

  /// Keeps a row unless it contradicts the rows kept so far.
  mutating func add(_ row: Row) -> Bool {
    guard Self.isPossible(kept + [row]) else { return false }
    kept.append(row)
    return true
  }

  static func isPossible(_ rows: [Row]) -> Bool {
    var equalities = rows.filter(\.isEquality)
    var inequalities = rows.filter { !$0.isEquality }
    while let row = equalities.popLast() {
      guard let pivot = row.factors.indices.first(where: { abs(row.factors[$0]) > 1e-9 }) else {
        if abs(row.constant) > 1e-6 { return false }
        continue
      }
      equalities = equalities.map { eliminate(pivot, of: $0, by: row) }
      inequalities = inequalities.map { eliminate(pivot, of: $0, by: row) }
    }
    for variable in rows.first?.factors.indices ?? 0..<0 {
      let rising = inequalities.filter { $0.factors[variable] > 1e-9 }
      let falling = inequalities.filter { $0.factors[variable] < -1e-9 }
      inequalities.removeAll { abs($0.factors[variable]) > 1e-9 }
      for a in rising {
        for b in falling {
          let scale = -a.factors[variable] / b.factors[variable]
          inequalities.append(
            Row(
              factors: zip(a.factors, b.factors).map { $0 + scale * $1 },
              constant: a.constant + scale * b.constant,
              isEquality: false
            )
          )
        }
      }
    }
    return inequalities.allSatisfy { $0.constant >= -1e-6 }
  }

  private static func eliminate(_ pivot: Int, of row: Row, by other: Row) -> Row {
    let scale = row.factors[pivot] / other.factors[pivot]
    return Row(
      factors: zip(row.factors, other.factors).map { $0 - scale * $1 },
      constant: row.constant - scale * other.constant,
      isEquality: row.isEquality
    )
  }
}
