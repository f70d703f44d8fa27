import NavBase

/// Adapts the explicit colours of content, so that text stays readable on any terminal background.
///
/// - A foreground alone may have been chosen for another background: it is mixed with white or black, whichever
///   contrasts more here, until its contrast is 4.5 (WCAG 2, AA).
/// - A background alone keeps its colour; text on it becomes black or white if it would be unreadable.
/// - A foreground with a background is a deliberate pair, maybe of a picture: it is unchanged.
/// - With 16 colours the nearest one of the terminal's palette is used, except those known to be unreadable on dark or
///   light. If foreground and background would become equal, the foreground becomes black or white.
/// - Without colours they are dropped.
struct ContentColors: Hashable, Sendable {
  /// Slightly above 4.5, because the luminance is an approximation of WCAG 2 and terminals' backgrounds differ.
  private static let leastContrast = 4.8

  private let terminal: TerminalColors
  /// The assumed default background: one of those in use on which text is harder to read than on most.
  private let ground: RGB

  init(_ terminal: TerminalColors) {
    self.terminal = terminal
    if let paper = terminal.paper {
      ground = paper.mixed(with: terminal.ink, by: 16)
    } else {
      let isDark = terminal.ink.luminance > RGB(hex: 0x808080).luminance
      ground = RGB(hex: isDark ? 0x282C34 : 0xF2F2F2)
    }
  }

  /// Returns a style with the explicit colours of a text style in place of its own.
  func look(_ look: CellStyle, of style: TextStyle) -> CellStyle {
    switch terminal.depth {
    case .mono: look
    case .palette16: few(look, style)
    case .palette256, .truecolor: many(look, style)
    }
  }

  /// Returns the foreground of a dimmed style: still readable, but less prominent.
  func dimmed(_ look: CellStyle) -> Color {
    let behind = terminal.rgb(look.background) ?? ground
    return terminal.color(
      (terminal.rgb(look.foreground) ?? terminal.ink).mixed(with: behind, by: Self.dimming)
    )
  }

  /// The share of the background in a dimmed foreground, of 255.
  private static let dimming = 110

  // MARK: Many colours

  private func many(_ look: CellStyle, _ style: TextStyle) -> CellStyle {
    var look = look
    switch (style.foreground?.rgb, style.background?.rgb) {
    case (let text?, let behind?):
      (look.foreground, look.background) = (terminal.color(text), terminal.color(behind))
    case (let text?, nil):
      look.foreground = terminal.color(readable(text, on: terminal.rgb(look.background) ?? ground))
    case (nil, let behind?):
      let behind = shown(behind)
      look.background = terminal.color(behind)
      let text = terminal.rgb(look.foreground) ?? terminal.ink
      let isRead = text.contrast(with: behind) >= Self.leastContrast
      look.foreground = isRead ? terminal.color(text) : terminal.color(behind.farEnd)
    case (nil, nil): break
    }
    return look
  }

  /// Returns the colour, or its first mix with black or white that is readable.
  private func readable(_ text: RGB, on behind: RGB) -> RGB {
    for share in stride(from: 0, to: 255, by: 15) {
      let mixed = shown(text.mixed(with: behind.farEnd, by: share))
      if mixed.contrast(with: behind) >= Self.leastContrast { return mixed }
    }
    return behind.farEnd
  }

  /// Returns the nearest colour that the terminal can show.
  private func shown(_ color: RGB) -> RGB {
    guard terminal.depth == .palette256 else { return color }
    return Palette256.color(at: Palette256.nearest(to: color)) ?? color
  }

  // MARK: Sixteen colours

  private func few(_ look: CellStyle, _ style: TextStyle) -> CellStyle {
    var look = look
    switch (style.foreground.map(index), style.background.map(index)) {
    case (let text?, let behind?):
      let isOne = text == behind && style.foreground != style.background
      look.foreground = Color(palette: isOne ? Palette16.farEnd(from: behind) : text)
      look.background = Color(palette: behind)
    case (let text?, nil):
      look.foreground = seen(text).map { Color(palette: $0) } ?? .terminal
    case (nil, let behind?):
      look.foreground = Color(palette: Palette16.farEnd(from: behind))
      look.background = Color(palette: behind)
    case (nil, nil): break
    }
    return look
  }

  private func index(of color: TextColor) -> UInt8 {
    if case .indexed(let index) = color, index < 16 { return index }
    return Palette16.nearest(to: color.rgb)
  }

  /// Returns a readable foreground on the terminal's default background; nil for the default foreground.
  private func seen(_ index: UInt8) -> UInt8? {
    let isDark = ground.luminance < terminal.ink.luminance
    return switch (isDark, index) {
    case (true, 0), (false, 7), (false, 15): nil
    // Blue is too dark on black; bright green, yellow and cyan are too light on white.
    case (true, 4): 12
    case (false, 10), (false, 11), (false, 14): index - 8
    default: index
    }
  }
}

extension TextColor {
  fileprivate var rgb: RGB {
    switch self {
    case .rgb(let red, let green, let blue): RGB(red, green, blue)
    case .indexed(let index): Palette256.color(at: index) ?? Palette16.color(at: index)
    }
  }
}

extension RGB {
  /// The relative luminance of sRGB, from 0 (black) to 1 (white), as WCAG 2 defines it.
  ///
  /// A cubic approximates the power of 2.4 (error below 0.004).
  var luminance: Double {
    func linear(_ part: UInt8) -> Double {
      let value = Double(part) / 255
      return value * (value * (value * 0.305_306_011 + 0.682_171_111) + 0.012_522_878)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  /// Returns the contrast ratio, from 1 (equal) to 21 (black and white).
  func contrast(with other: RGB) -> Double {
    let (own, others) = (luminance, other.luminance)
    return (max(own, others) + 0.05) / (min(own, others) + 0.05)
  }

  /// Black or white, whichever contrasts more.
  var farEnd: RGB {
    let (black, white) = (RGB(0, 0, 0), RGB(255, 255, 255))
    return contrast(with: white) >= contrast(with: black) ? white : black
  }
}
