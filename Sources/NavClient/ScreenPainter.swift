import NavCanvas
import NavGeometry
import NavScene
import NavTerminal
import NavText

/// Turns screens into the bytes that the terminal lacks.
struct ScreenPainter {
  private var theme: ResolvedTheme
  /// The theme before it is known how many colours there are.
  private var colors: Theme
  private var options: EncoderOptions
  private var encoder: FrameEncoder
  private var last: Screen?

  /// - Parameters:
  ///   - capabilities: what the terminal can do.
  ///   - colors: the theme; nil for the default one of the terminal's background.
  init(_ capabilities: TerminalCapabilities, colors: Theme? = nil) {
    self.colors = colors ?? .default(for: capabilities.appearance)
    theme = ResolvedTheme(self.colors, depth: capabilities.colorDepth)
    options = EncoderOptions(capabilities)
    encoder = FrameEncoder(options)
  }

  /// From the next frame on, which is written whole where something that it uses is another.
  mutating func adopt(_ capabilities: TerminalCapabilities) {
    let theme = ResolvedTheme(colors, depth: capabilities.colorDepth)
    let options = EncoderOptions(capabilities)
    guard theme != self.theme || options != self.options else { return }
    self.theme = theme
    self.options = options
    encoder = FrameEncoder(options)
    last = nil
  }

  /// Shows the next screen in another theme.
  mutating func setColors(_ colors: Theme) {
    guard colors != self.colors else { return }
    self.colors = colors
    theme = ResolvedTheme(colors, depth: theme.depth)
    last = nil
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
    // An overlay can be asked for before there is a scene.
    if let scene = screen.shownScene ?? screen.overlay.map({ _ in Scene(viewport: screen.size) }) {
      var peek: [ContainerID: Int] = [:]
      var shift: [ContainerID: Int] = [:]
      if let page = scene.currentPage {
        peek[page.id] = screen.peek
        shift[page.id] = scene.shift(of: page, lookingAside: screen.shift)
      }
      let placed = scene.placed(at: screen.origin, in: screen.size)
      let shown = screen.overlay?.over(placed, in: screen.size) ?? placed
      canvas.paint(shown, theme: theme, peek: peek, shift: shift)
    }
    guard screen.hasStatus else { return canvas }
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
      hyperlinks: capabilities.hyperlinks,
      symbols: capabilities.symbols
    )
  }
}
