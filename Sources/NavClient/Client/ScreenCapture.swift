package import NavBase
package import NavScene
import NavSystem
package import NavViewer

/// The screen of a viewer of some size, requested without attaching.
package struct ScreenCapture: Hashable, Sendable {
  package let session: String
  package let version: UInt64
  package let scene: Scene
  package let size: CellSize

  /// The rows as text.
  package var lines: [String] { canvas(.dark, depth: .mono).lines }

  /// Returns the rows with colours and links, in the chosen colour depth.
  ///
  /// `auto` uses the environment, as a viewer does; the output's destination does not matter.
  package func sgrLines(color: ColorChoice, theme: Theme = .dark) -> [String] {
    let depth = TerminalCapabilities(environment: processEnvironment(), color: color).colorDepth
    return sgrLines(depth: depth, theme: theme)
  }

  /// Returns the screen as the lines of an SVG document, on the background that the theme is made for.
  ///
  /// `auto` means truecolor; the output's destination does not matter.
  package func svgLines(color: ColorChoice, theme: Theme = .dark) -> [String] {
    let environment = ["TERM": "xterm-256color", "COLORTERM": "truecolor"]
    let depth = TerminalCapabilities(environment: environment, color: color).colorDepth
    return canvas(theme, depth: depth).svgLines(PictureColors(theme))
  }

  func sgrLines(depth: ColorDepth, theme: Theme = .dark) -> [String] {
    canvas(theme, depth: depth).sgrLines(depth: depth)
  }

  /// Paints the screen of a viewer that has just attached, without local or stale state.
  private func canvas(_ theme: Theme, depth: ColorDepth) -> Canvas {
    let screen = Screen(
      session: session,
      invitation: Invitation.command(joining: session),
      scene: scene,
      size: size
    )
    return screen.canvas(in: ResolvedTheme(theme, depth: depth))
  }
}

extension ScreenCapture {
  /// Returns the scene as one JSON object with stable keys (see `SceneEntry`).
  package func json() throws -> String {
    try JSONText.encode(SceneEntry(scene, size: size, session: session, version: version))
  }
}
