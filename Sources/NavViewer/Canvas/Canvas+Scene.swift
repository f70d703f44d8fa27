package import NavBase
package import NavScene

extension Canvas {
  /// The smallest terminal in which a scene is painted; a smaller one shows a single line with its title.
  package static let smallestSceneSize = CellSize(columns: 10, rows: 3)

  /// Paints a scene at the canvas's origin, replacing the previous contents.
  ///
  /// Containers are painted by parent, then z, then id: a container's children above it, and all of them below the next
  /// sibling. A child is clipped by all of its ancestors. Cells that no container covers stay empty. A container whose
  /// parent is missing is not painted. O(n log n).
  ///
  /// `peek` is the number of rows by which this viewer has scrolled a page relative to the scene (positive is down);
  /// `shift` is the number of columns by which it has scrolled the page's long lines.
  package mutating func paint(
    _ scene: Scene,
    theme: ResolvedTheme,
    peek: [ContainerID: Int] = [:],
    shift: [ContainerID: Int] = [:]
  ) {
    clear()
    var plan = PaintPlan()
    plan.arrange(scene, in: bounds, peek: peek, shift: shift)
    paint(plan.steps, of: scene, theme: theme)
  }

  /// Paints the steps of a scene as far as they lie in the window.
  mutating func paint(_ steps: [PaintStep], of scene: Scene, theme: ResolvedTheme) {
    guard let first = steps.first else { return }
    let rows = window.y..<window.maxY
    var painter = ContainerPainter(scene.containers, first, theme: theme)
    for index in steps.indices where steps[index].rows.overlaps(rows) {
      painter.step = steps[index]
      painter.paint(onto: &self)
    }
  }
}
