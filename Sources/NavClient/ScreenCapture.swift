package import NavCanvas
package import NavGeometry
package import NavScene
package import NavTerminal
import NavViewer

/// The screen that a viewer of one size has, taken without one.
package struct ScreenCapture: Hashable, Sendable {
  package let session: String
  package let version: UInt64
  package let scene: Scene
  package let size: CellSize

  package init(session: String, version: UInt64, scene: Scene, size: CellSize) {
    self.session = session
    self.version = version
    self.scene = scene
    self.size = size
  }

  /// The rows as text.
  package var lines: [String] { canvas(.dark, depth: .mono).lines }

  /// The rows with colours and links, in as many colours as asked for.
  ///
  /// Without a choice the environment decides, as it does for a viewer; where the lines go to does not
  /// matter.
  package func sgrLines(color: ColorChoice, theme: Theme = .dark) -> [String] {
    let depth = TerminalCapabilities(environment: processEnvironment(), color: color).colorDepth
    return sgrLines(depth: depth, theme: theme)
  }

  /// The screen as the lines of an SVG document, on a ground that the theme is made for.
  ///
  /// Without a choice it has all colours: where the lines go to does not matter.
  package func svgLines(color: ColorChoice, theme: Theme = .dark) -> [String] {
    let environment = ["TERM": "xterm-256color", "COLORTERM": "truecolor"]
    let depth = TerminalCapabilities(environment: environment, color: color).colorDepth
    return canvas(theme, depth: depth).svgLines(theme.appearance == .light ? .light : .dark)
  }

  func sgrLines(depth: ColorDepth, theme: Theme = .dark) -> [String] {
    canvas(theme, depth: depth).sgrLines(depth: depth)
  }

  /// What a viewer who has just come sees: nothing local, nothing stale.
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
