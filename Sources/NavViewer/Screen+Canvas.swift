package import NavCanvas
import NavGeometry
import NavScene

extension Screen {
  /// The screen as cells: the scene, the overlay above it and the status line.
  ///
  /// A screen below the smallest size of a scene shows the title alone.
  package func canvas(in theme: ResolvedTheme) -> Canvas {
    var canvas = Canvas(size: size)
    guard size.columns >= Canvas.smallestSceneSize.columns,
      size.rows >= Canvas.smallestSceneSize.rows
    else {
      canvas.paintTooSmall(scene?.currentPage?.title ?? session)
      return canvas
    }
    // An overlay can be asked for before there is a scene.
    if let scene = shownScene ?? overlay.map({ _ in Scene(viewport: size) }) {
      var peeks: [ContainerID: Int] = [:]
      var shifts: [ContainerID: Int] = [:]
      if let page = scene.currentPage {
        peeks[page.id] = local.peek
        shifts[page.id] = scene.shift(of: page, lookingAside: local.shift)
      }
      let placed = scene.placed(at: origin, in: size)
      let shown = overlay?.covering(placed, in: size) ?? placed
      canvas.paint(shown, theme: theme, peek: peeks, shift: shifts)
    }
    guard hasStatus else { return canvas }
    let status = StatusLine(self)
    canvas.paintStatus(
      left: status.left,
      right: status.right,
      row: size.rows - 1,
      theme: theme
    )
    return canvas
  }

  /// The screen as text, a line for each row.
  package var textLines: [String] { canvas(in: ResolvedTheme(.dark, depth: .mono)).lines }
}
