import NavText

/// Shows the colours that content asks for itself, so that text stays readable whatever the terminal's
/// ground is.
///
/// - A colour for text alone was chosen for another ground than this one, maybe: it is mixed with white or
///   black, whichever is seen better here, until it has a contrast of 4.5 (WCAG 2, AA).
/// - A ground alone keeps its colour, and the text on it becomes black or white where it could not be read.
/// - Both together are a pair that somebody has chosen, maybe for a picture: they stay as they are.
/// - With 16 colours the terminal's own stand for those of content: the nearest, without the ones that are
///   known not to be seen on dark or on light. Where ink and ground would become one, ink becomes black or white.
/// - Without colours there are none, and nothing stands for them.
struct ContentColors: Hashable, Sendable {
  /// Some more than 4.5: the luminance is nearly that of WCAG 2, and grounds of terminals differ.
  private static let leastContrast = 4.8

  private let depth: ColorDepth
  /// What the terminal's own text colour is taken to be.
  private let ink: RGB
  /// What its ground is taken to be: of those in use, one on which text is harder to read than on most.
  private let ground: RGB

  init(_ theme: Theme, depth: ColorDepth) {
    self.depth = depth
    ink = theme.ink
    if let paper = theme.paper {
      ground = paper.mixed(with: theme.ink, by: 16)
    } else {
      let isDark = theme.ink.luminance > RGB(hex: 0x808080).luminance
      ground = RGB(hex: isDark ? 0x282C34 : 0xF2F2F2)
    }
  }

  /// A look with the colours of a style in the stead of its own.
  func look(_ look: Look, of style: TextStyle) -> Look {
    switch depth {
    case .mono: look
    case .palette16: few(look, style)
    case .palette256, .truecolor: many(look, style)
    }
  }

  /// The ink of a look that steps back: it is still seen, and no longer the first thing that is.
  func dimmed(_ look: Look) -> Color {
    let behind = rgb(look.background) ?? ground
    return color((rgb(look.foreground) ?? ink).mixed(with: behind, by: Self.dimming))
  }

  /// On the way to the ground, of 255.
  private static let dimming = 110

  // MARK: Many colours

  private func many(_ look: Look, _ style: TextStyle) -> Look {
    var look = look
    switch (style.foreground?.rgb, style.background?.rgb) {
    case (let text?, let behind?):
      (look.foreground, look.background) = (color(text), color(behind))
    case (let text?, nil):
      look.foreground = color(readable(text, on: rgb(look.background) ?? ground))
    case (nil, let behind?):
      let behind = shown(behind)
      look.background = color(behind)
      let text = rgb(look.foreground) ?? ink
      let isRead = text.contrast(with: behind) >= Self.leastContrast
      look.foreground = isRead ? color(text) : color(behind.farEnd)
    case (nil, nil): break
    }
    return look
  }

  /// The colour, or the first one on the way to black or white that can be read.
  private func readable(_ text: RGB, on behind: RGB) -> RGB {
    for share in stride(from: 0, to: 255, by: 15) {
      let mixed = shown(text.mixed(with: behind.farEnd, by: share))
      if mixed.contrast(with: behind) >= Self.leastContrast { return mixed }
    }
    return behind.farEnd
  }

  /// The colour as the terminal has it.
  private func shown(_ color: RGB) -> RGB {
    guard depth == .palette256 else { return color }
    return Palette256.color(at: Palette256.nearest(to: color)) ?? color
  }

  private func color(_ rgb: RGB) -> Color {
    depth == .palette256 ? Color(palette: Palette256.nearest(to: rgb)) : Color(rgb)
  }

  /// Nil for the terminal's own.
  private func rgb(_ color: Color) -> RGB? {
    switch color.value {
    case .terminal: nil
    case .palette(let index): Palette256.color(at: index)
    case .rgb(let rgb): rgb
    }
  }

  // MARK: Sixteen colours

  private func few(_ look: Look, _ style: TextStyle) -> Look {
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

  /// A colour for text on the terminal's own ground; nil for the terminal's own.
  private func seen(_ index: UInt8) -> UInt8? {
    let isDark = ground.luminance < ink.luminance
    return switch (isDark, index) {
    case (true, 0), (false, 7), (false, 15): nil
    // Blue is too dark on black, bright yellow, green and turquoise too light on white.
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
  /// Relative luminance of sRGB, from 0 (black) to 1 (white), as WCAG 2 defines it.
  ///
  /// The curve is a cubic one that is near to the power of 2.4 everywhere (by less than 0.004).
  var luminance: Double {
    func linear(_ part: UInt8) -> Double {
      let value = Double(part) / 255
      return value * (value * (value * 0.305_306_011 + 0.682_171_111) + 0.012_522_878)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  /// From 1 (the same) to 21 (black and white).
  func contrast(with other: RGB) -> Double {
    let (own, others) = (luminance, other.luminance)
    return (max(own, others) + 0.05) / (min(own, others) + 0.05)
  }

  /// Black or white, whichever is seen better on it.
  var farEnd: RGB {
    let (black, white) = (RGB(0, 0, 0), RGB(255, 255, 255))
    return contrast(with: white) >= contrast(with: black) ? white : black
  }
}
