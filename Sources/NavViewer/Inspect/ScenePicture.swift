package import NavBase
package import NavScene

/// A scene drawn as text, one line per row.
package struct ScenePicture: Hashable, Sendable {
  /// The rows, without trailing blanks when there are no colours.
  package let lines: [String]

  /// Draws the session's rows of a scene, without the viewer's status line.
  ///
  /// - Parameters:
  ///   - scene: the scene to draw.
  ///   - depth: the colour depth; nil for plain text.
  package init(_ scene: Scene, depth: ColorDepth? = nil) {
    let size = Scene.room(in: scene.viewport)
    var canvas = Canvas(size: size)
    canvas.paint(scene, theme: ResolvedTheme(.dark, depth: depth ?? .mono))
    lines = depth.map { canvas.sgrLines(depth: $0) } ?? canvas.lines.map(Self.trimmed)
  }

  /// Returns the address of the link visible in a cell of the session's rows; nil if there is none.
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
