package import NavGeometry

/// What of a scene is under a cell.
package struct SceneHit: Hashable, Sendable {
  package var container: ContainerID
  /// Page: the row of its content that was hit, from 0; nil for its title, its margins and edges.
  package var row: Int?
}

extension Scene {
  /// The topmost container under a cell of the viewport, nil where there is none.
  ///
  /// What is painted last is hit first (see `Canvas.paint`): children before their parents, and of siblings
  /// the one with the higher z, then the higher id. O(containers).
  ///
  /// - Parameters:
  ///   - point: the cell.
  ///   - peek: rows by which this viewer sees pages scrolled further than the scene says.
  /// - Returns: what is there.
  package func hit(_ point: CellPoint, peek: [ContainerID: Int] = [:]) -> SceneHit? {
    let children = Dictionary(grouping: containers) { $0.parent }
    var hit: SceneHit?
    var candidates = children[nil] ?? []
    var inside = point
    // Level by level: of those that are hit, only the topmost one's children count.
    while let top = candidates.filter({ !$0.isHidden && $0.frame.contains(inside) })
      .max(by: { ($0.z, $0.id) < ($1.z, $1.id) })
    {
      let own = CellPoint(x: inside.x - top.frame.x, y: inside.y - top.frame.y)
      hit = SceneHit(container: top.id, row: top.row(at: own, peek: peek[top.id] ?? 0))
      inside = CellPoint(x: own.x + top.scroll.x, y: own.y + top.scroll.y)
      candidates = children[top.id] ?? []
    }
    return hit
  }
}

extension Container {
  /// The row of the content under a cell that is counted from the frame's origin.
  fileprivate func row(at point: CellPoint, peek: Int) -> Int? {
    let column = point.x - content.x + scroll.x
    guard kind == .page, (0..<content.width).contains(column), point.y >= content.y else {
      return nil
    }
    let row = point.y - content.y + scroll.y + peek
    return (0..<content.height).contains(row) ? row : nil
  }
}
