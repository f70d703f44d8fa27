import NavBase
import NavScene

extension Screen {
  /// The screen as cells: the scene, the overlay above it and the status line.
  ///
  /// A screen below the smallest size of a scene shows the title alone.
  package func canvas(in theme: ResolvedTheme) -> Canvas {
    var canvas = Canvas(size: size)
    if isTiny {
      canvas.paintTooSmall(tinyTitle)
      return canvas
    }
    if let painted {
      canvas.paint(painted.scene, theme: theme, peek: painted.peek, shift: painted.shift)
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

  /// Whether the terminal is too small for a scene.
  var isTiny: Bool {
    size.columns < Canvas.smallestSceneSize.columns || size.rows < Canvas.smallestSceneSize.rows
  }

  /// The only line of a terminal that is too small.
  var tinyTitle: String { scene?.currentPage?.title ?? session }

  /// A scene to paint, and how the viewer has scrolled its pages on its own.
  struct Painted {
    var scene: Scene
    var peek: [ContainerID: Int] = [:]
    var shift: [ContainerID: Int] = [:]
  }

  /// The scene with what lies over it; nil if the screen has none.
  var painted: Painted? {
    // An overlay can be asked for before there is a scene.
    guard let scene = shownScene ?? overlay.map({ _ in Scene(viewport: size) }) else { return nil }
    let placed = scene.placed(at: origin, in: size)
    var painted = Painted(scene: overlay?.covering(placed, in: size) ?? placed)
    if let page = scene.indexOfCurrentPage {
      let id = scene[at: page].id
      if local.peek != 0 { painted.peek[id] = local.peek }
      let shift = scene.shift(of: scene[at: page], lookingAside: local.shift)
      if shift != 0 { painted.shift[id] = shift }
    }
    return painted
  }

  /// The screen as text, a line for each row.
  package var textLines: [String] { canvas(in: ResolvedTheme(.dark, depth: .mono)).lines }
}
