import NavCommands
import NavGeometry
import NavScene
import NavWire

/// A pan: the content under the pointer and the distance it was moved.
struct Pan: Hashable, Sendable {
  /// Above 0; increases with every pan.
  let gesture: UInt64
  /// The container under the pointer at the press.
  let container: ContainerID
  let axis: PanAxis
  /// In cells along the axis since the press, positive to the right or down.
  var translation: Int
}

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
    let most = Request.Pan.maximumTranslation
    return min(max(-most, cells), most)
  }
}
