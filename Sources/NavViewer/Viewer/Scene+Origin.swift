import NavBase
import NavScene

extension Scene {
  /// Returns the scene moved to an origin in a larger or smaller terminal.
  func placed(at origin: CellPoint, in terminal: CellSize) -> Scene {
    guard origin != .zero else { return self }
    var placed = self
    placed.viewport = terminal
    for container in containers where container.parent == nil {
      var moved = container
      moved.frame = container.frame.offset(x: origin.x, y: origin.y)
      placed.insert(moved)
    }
    return placed
  }
}
