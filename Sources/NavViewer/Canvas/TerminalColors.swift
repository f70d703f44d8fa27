/// The colours of a terminal: how many it has, and the assumed values of its defaults.
struct TerminalColors: Hashable, Sendable {
  let depth: ColorDepth
  /// The assumed default foreground.
  let ink: RGB
  /// The assumed default background; nil if the background stays the terminal's.
  let paper: RGB?

  /// Returns the nearest colour that a terminal with 256 colours or more can show.
  func color(_ rgb: RGB) -> Color {
    depth == .palette256 ? Color(palette: Palette256.nearest(to: rgb)) : Color(rgb)
  }

  /// Returns the value of a colour; nil for the terminal's defaults and the first 16 colours of the palette, which
  /// users may change.
  func rgb(_ color: Color) -> RGB? {
    switch color.value {
    case .terminal: nil
    case .palette(let index): Palette256.color(at: index)
    case .rgb(let rgb): rgb
    }
  }
}
