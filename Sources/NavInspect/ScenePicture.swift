package import NavCanvas
package import NavGeometry
package import NavScene

/// A scene as drawn text, a line for each row.
package struct ScenePicture: Hashable, Sendable {
  /// Without colours; blanks at the ends of lines are left out.
  package let lines: [String]

  /// Draws the rows of a scene that are the session's: the viewers' status line is left out.
  ///
  /// - Parameters:
  ///   - scene: what is drawn.
  ///   - depth: in how many colours; nil for plain text.
  package init(_ scene: Scene, depth: ColorDepth? = nil) {
    let size = Scene.room(in: scene.viewport)
    var canvas = Canvas(size: size)
    canvas.paint(scene, theme: ResolvedTheme(.dark, depth: depth ?? .mono))
    lines = depth.map { canvas.sgrLines(depth: $0) } ?? canvas.lines.map(Self.trimmed)
  }

  /// The address of the link that is seen in a cell of the session's rows; nil for none.
  package static func link(in scene: Scene, at point: CellPoint) -> String? {
    var canvas = Canvas(size: Scene.room(in: scene.viewport))
    canvas.paint(scene, theme: ResolvedTheme(.dark, depth: .mono))
    return canvas.bounds.contains(point) ? canvas.link(at: point) : nil
  }

  private static func trimmed(_ line: String) -> String {
    var line = Substring(line)
    while line.last == " " { line.removeLast() }
    return String(line)
  }
}
