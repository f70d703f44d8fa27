package import NavBase
package import NavScene
import NavSystem
package import NavViewer

/// The screen of a viewer of some size, requested without attaching.
package struct ScreenCapture: Hashable, Sendable {
  package let session: String
  package let version: UInt64
  package let scene: Scene
  /// The places of the stacks in the scene.
  package var stacks: [StackReport] = []
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
    try JSONText.encode(
      SceneEntry(scene, size: size, session: session, version: version, stacks: stacks)
    )
  }
}

extension ScreenCapture {
  /// Returns the screen as the text of a file, ending with a line feed.
  package func text(as format: SnapshotFormat, color: ColorChoice, theme: Theme) throws -> String {
    let lines =
      switch format {
      case .text: lines
      case .ansi: sgrLines(color: color, theme: theme)
      case .svg: svgLines(color: color, theme: theme)
      case .json: [try json()]
      }
    return lines.map { $0 + "\n" }.joined()
  }

  /// Returns the action of an input that is aimed at the screen.
  ///
  /// - Parameter gesture: the number of a pan, above those of earlier ones.
  /// - Throws: a `Rejection` if what it is aimed at is not there.
  func action(of input: ScriptInput, gesture: UInt64) throws(Rejection) -> SessionAction {
    switch input {
    case .command(let command): return .command(command)
    case .keys(let keys): return .keys(keys)
    case .tap(let target): return try scene.action(tapping: target)
    case .drag(let target, let columns, let rows, let velocity):
      let pan = try scene.pan(from: target, columns: columns, rows: rows, gesture: gesture)
      return .release(PanEnd(pan, velocity: Double(velocity)))
    }
  }
}
