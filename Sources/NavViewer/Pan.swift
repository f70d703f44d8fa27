import NavCommands
import NavGeometry
import NavScene
import NavWire

/// Content under the pointer, as far as it has been moved.
struct Pan: Hashable, Sendable {
  /// Above 0; rises with every pan.
  let gesture: UInt64
  /// What the pointer went down on.
  let container: ContainerID
  let axis: PanAxis
  /// Cells along the axis since the pointer went down, positive to the right or down.
  var translation: Int
}

extension PanAxis {
  /// Content moves sideways up to this angle between the pointer's way and the horizontal (SN-19): the tangent
  /// of 55 degrees.
  private static let steepestTangent = 1.428_148_006_742_114_6
  /// How many times higher than wide a cell is taken to be.
  private static let cellHeight = 2.0

  /// The axis of a way over some cells, which is not nothing; a vertical one is vertical.
  init(columns: Int, rows: Int) {
    precondition(columns != 0 || rows != 0, "cannot tell the axis of no way")
    let across = Double(columns.magnitude)
    let down = Double(rows.magnitude) * Self.cellHeight
    self = down <= across * Self.steepestTangent ? .horizontal : .vertical
  }

  /// The part of a way that is along the axis, as far as a request can name it.
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
