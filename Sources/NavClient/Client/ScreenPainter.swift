import NavBase
import NavScene
import NavViewer

/// Converts screens to the bytes that update the terminal.
struct ScreenPainter {
  private var theme: ResolvedTheme
  /// The theme, independent of the colour depth.
  private var colors: Theme
  private var options: EncoderOptions
  private var encoder: FrameEncoder
  private var live: LiveScreen

  /// - Parameters:
  ///   - capabilities: the terminal's capabilities.
  ///   - colors: the theme; nil for the default one of the terminal's background.
  init(_ capabilities: TerminalCapabilities, colors: Theme? = nil) {
    self.colors = colors ?? .default(for: capabilities.appearance)
    theme = ResolvedTheme(self.colors, depth: capabilities.colorDepth)
    options = EncoderOptions(capabilities)
    encoder = FrameEncoder(options)
    live = LiveScreen(theme)
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
    live = LiveScreen(theme)
  }

  /// Changes the theme from the next frame on.
  mutating func setColors(_ colors: Theme) {
    guard colors != self.colors else { return }
    self.colors = colors
    theme = ResolvedTheme(colors, depth: theme.depth)
    live = LiveScreen(theme)
  }

  /// Declares the terminal's contents unknown.
  mutating func forget() {
    encoder.forget()
  }

  /// Returns whether a screen differs from the last one that was shown.
  mutating func isOutdated(by screen: Screen) -> Bool {
    live.compare(with: screen) || encoder.isUnknown
  }

  /// Returns the bytes that show a screen; empty if it is already shown.
  mutating func frame(of screen: Screen) -> [UInt8] {
    isOutdated(by: screen) ? frame(ofOutdated: screen) : []
  }

  /// Returns the bytes that show the screen that was last found to differ from the shown one.
  mutating func frame(ofOutdated screen: Screen) -> [UInt8] {
    live.paint(screen)
    return encoder.encode(live.canvas, rows: live.damage)
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
