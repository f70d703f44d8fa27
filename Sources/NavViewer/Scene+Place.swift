import NavGeometry
import NavScene

extension Scene {
  /// The scene with everything in it further to the right and down, in a terminal that is larger or smaller.
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
