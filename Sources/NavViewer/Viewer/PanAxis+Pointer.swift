import NavBase
import NavScene

extension PanAxis {
  /// The steepest angle between the pointer's direction and the horizontal that pans horizontally (SN-19): the tangent
  /// of 55 degrees.
  private static let steepestTangent = 1.428_148_006_742_114_6
  /// The assumed ratio of a cell's height to its width.
  private static let cellHeight = 2.0

  /// Decides the axis of a movement, which must not be zero.
  init(columns: Int, rows: Int) {
    precondition(columns != 0 || rows != 0, "cannot tell the axis of no way")
    let across = Double(columns.magnitude)
    let down = Double(rows.magnitude) * Self.cellHeight
    self = down <= across * Self.steepestTangent ? .horizontal : .vertical
  }

  /// Returns the movement's component along the axis, limited to a request's range.
  func translation(from start: CellPoint, to end: CellPoint) -> Int {
    let cells =
      switch self {
      case .horizontal: end.x - start.x
      case .vertical: end.y - start.y
      }
    let most = Pan.maximumTranslation
    return min(max(-most, cells), most)
  }
}
