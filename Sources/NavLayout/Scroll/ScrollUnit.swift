import NavGeometry

/// What one unit of a scroll view is: a point of the originals, or a side of a cell (section 15).
///
/// A cell stands for 8 by 16 points, about as a terminal shows it. Lengths and speeds are divided
/// by that, not by the viewport: the same movement of a hand means the same on both axes and in
/// every size. `Constants` has its numbers.
package enum ScrollUnit: BitwiseCopyable, CaseIterable, Hashable, Sendable {
  case point
  case column
  case row

  /// An inset that was given in points: whole cells, rounded down, so that 100 points are 12
  /// columns or 6 rows.
  package func inset(ofPoints points: Double) -> Double {
    let inset = points / self.points
    return self == .point ? inset : Double(CellGrid.cell(at: inset))
  }
}

/// The numbers of scroll views, along either axis; `Constants` has them.
package struct ScrollConstants: BitwiseCopyable, Hashable, Sendable {
  /// What one unit is across and down.
  package var horizontal: ScrollUnit
  package var vertical: ScrollUnit

  /// Seconds that a turn to another page takes, in any unit (SV-8).
  package var turnDuration: Double { ScrollTrajectory.turnDuration }
  /// Seconds that a program's scroll takes, in any unit (SV-9).
  package var animationDuration: Double { ScrollTrajectory.animationDuration }
}
