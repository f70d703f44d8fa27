import NavCanvas
import NavGeometry
import NavScene
import NavTerminal
import NavText

/// Converts screens to the bytes that update the terminal.
struct ScreenPainter {
  private var theme: ResolvedTheme
  /// The theme, independent of the colour depth.
  private var colors: Theme
  private var options: EncoderOptions
  private var encoder: FrameEncoder
  private var last: Screen?

  /// - Parameters:
  ///   - capabilities: the terminal's capabilities.
  ///   - colors: the theme; nil for the default one of the terminal's background.
  init(_ capabilities: TerminalCapabilities, colors: Theme? = nil) {
    self.colors = colors ?? .default(for: capabilities.appearance)
    theme = ResolvedTheme(self.colors, depth: capabilities.colorDepth)
    options = EncoderOptions(capabilities)
    encoder = FrameEncoder(options)
  }

  /// Changes the capabilities from the next frame on; it is written whole if a used capability
  /// changed.
  mutating func adopt(_ capabilities: TerminalCapabilities) {
    let theme = ResolvedTheme(colors, depth: capabilities.colorDepth)
    let options = EncoderOptions(capabilities)
    guard theme != self.theme || options != self.options else { return }
    self.theme = theme
    self.options = options
    encoder = FrameEncoder(options)
    last = nil
  }

  /// Changes the theme from the next frame on.
  mutating func setColors(_ colors: Theme) {
    guard colors != self.colors else { return }
    self.colors = colors
    theme = ResolvedTheme(colors, depth: theme.depth)
    last = nil
  }

  /// Declares the terminal's contents unknown.
  mutating func forget() {
    encoder.forget()
    last = nil
  }

  /// Whether a screen differs from the last one that was shown.
  func isOutdated(by screen: Screen) -> Bool { screen != last }

  /// Returns the bytes that show a screen; empty if it is already shown.
  mutating func frame(of screen: Screen) -> [UInt8] {
    guard screen != last else { return [] }
    last = screen
    return encoder.encode(Self.canvas(of: screen, theme: theme))
  }

  /// Returns a screen as text, one line per row.
  static func lines(of screen: Screen) -> [String] {
    canvas(of: screen, theme: ResolvedTheme(.dark, depth: .mono)).lines
  }

  /// Paints a screen on a canvas.
  static func canvas(of screen: Screen, theme: ResolvedTheme) -> Canvas {
    var canvas = Canvas(size: screen.size)
    guard screen.size.columns >= 10, screen.size.rows >= 3 else {
      canvas.paintTooSmall(screen.scene?.currentPage?.title ?? screen.session)
      return canvas
    }
    // An overlay may be open before the first scene has arrived.
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
  /// Creates the options for a terminal's capabilities.
  fileprivate init(_ capabilities: TerminalCapabilities) {
    self.init(
      depth: capabilities.colorDepth,
      synchronizedOutput: capabilities.synchronizedOutput,
      hyperlinks: capabilities.hyperlinks,
      symbols: capabilities.symbols
    )
  }
}
