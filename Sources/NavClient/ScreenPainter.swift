import NavCanvas
import NavGeometry
import NavScene
import NavTerminal
import NavText
import NavViewer

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
    return encoder.encode(screen.canvas(in: theme))
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
