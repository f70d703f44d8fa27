/// What one unit of a scroll view is: a point of the originals, or a side of a cell (section 15).
///
/// A cell stands for 8 by 16 points, about as a terminal shows it. Lengths and speeds are divided
/// by that, not by the viewport: the same movement of a hand means the same on both axes and in
/// every size.
package enum ScrollUnit: CaseIterable, Hashable, Sendable {
  case point
  case column
  case row

  /// How many points it is.
  package var points: Double {
    switch self {
    case .point: 1
    case .column: 8
    case .row: 16
    }
  }

  /// What a line is: 16 points, or the one cell that an arrow key moves.
  var line: Double { self == .point ? 16 : 1 }

  /// The speed above which a release turns to the next page, in units a second: 300 points (D-16).
  ///
  /// 37.5 columns and 18.75 rows. A mouse that tells whole cells is measured over the 100 ms of
  /// SV-7, so these are four columns and two rows in that time: more than one step, which a hand
  /// that rests may make, and less than any flick.
  var flickSpeed: Double { 300 / points }

  /// An inset that was given in points: whole cells, rounded down, so that 100 points are 12
  /// columns or 6 rows.
  package func inset(ofPoints points: Double) -> Double {
    let inset = points / self.points
    return self == .point ? inset : inset.rounded(.down)
  }
}
