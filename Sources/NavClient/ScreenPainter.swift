import NavCanvas
import NavGeometry
import NavLayout
import NavTerminal
import NavText

/// Turns screens into the bytes that the terminal lacks.
struct ScreenPainter {
  private var theme: ResolvedTheme
  private var options: EncoderOptions
  private var encoder: FrameEncoder
  private var last: Screen?

  init(_ capabilities: TerminalCapabilities) {
    theme = Self.theme(for: capabilities)
    options = EncoderOptions(capabilities)
    encoder = FrameEncoder(options)
  }

  /// From the next frame on, which is written whole where something that it uses is another.
  mutating func adopt(_ capabilities: TerminalCapabilities) {
    let theme = Self.theme(for: capabilities)
    let options = EncoderOptions(capabilities)
    guard theme != self.theme || options != self.options else { return }
    self.theme = theme
    self.options = options
    encoder = FrameEncoder(options)
    last = nil
  }

  private static func theme(for capabilities: TerminalCapabilities) -> ResolvedTheme {
    let theme: Theme =
      switch capabilities.appearance {
      case .dark: .dark
      case .light: .light
      }
    return ResolvedTheme(theme, depth: capabilities.colorDepth)
  }

  /// What the terminal shows is unknown from now on.
  mutating func forget() {
    encoder.forget()
    last = nil
  }

  /// Whether another screen than the last one is to be shown.
  func isOutdated(by screen: Screen) -> Bool { screen != last }

  /// The bytes that show a screen; none when it is shown already.
  mutating func frame(of screen: Screen) -> [UInt8] {
    guard screen != last else { return [] }
    last = screen
    return encoder.encode(Self.canvas(of: screen, theme: theme))
  }

  /// A screen as text, a line for each row.
  static func lines(of screen: Screen) -> [String] {
    canvas(of: screen, theme: ResolvedTheme(.dark, depth: .mono)).lines
  }

  /// A screen as cells.
  static func canvas(of screen: Screen, theme: ResolvedTheme) -> Canvas {
    var canvas = Canvas(size: screen.size)
    guard screen.size.columns >= 10, screen.size.rows >= 3 else {
      canvas.paintTooSmall(screen.scene?.currentPage?.title ?? screen.session)
      return canvas
    }
    // The help can be asked for before there is a scene.
    if let scene = screen.scene ?? (screen.isHelpOpen ? Scene(viewport: screen.size) : nil) {
      var peek: [ContainerID: Int] = [:]
      if let page = scene.currentPage { peek[page.id] = screen.peek }
      let shown = screen.isHelpOpen ? HelpPage.over(scene, in: screen.size) : scene
      canvas.paint(shown, theme: theme, peek: peek)
    }
    let status = StatusLine(screen)
    canvas.paintStatus(
      left: status.left,
      right: status.right,
      row: screen.size.rows - 1,
      theme: theme
    )
    return canvas
  }
}

extension EncoderOptions {
  /// What a terminal can do.
  fileprivate init(_ capabilities: TerminalCapabilities) {
    self.init(
      depth: capabilities.colorDepth,
      synchronizedOutput: capabilities.synchronizedOutput,
      hyperlinks: capabilities.hyperlinks
    )
  }
}
