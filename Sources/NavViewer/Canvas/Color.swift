/// A terminal colour: the default, an index of the palette, or 24 bits.
package struct Color: Hashable, Sendable {
  /// 0 is the default; otherwise a tag in the highest byte, and the value.
  let rawValue: UInt32

  private static let rgbTag: UInt32 = 1 << 24
  private static let paletteTag: UInt32 = 2 << 24

  init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// The terminal's default foreground or background.
  package static let terminal = Color(rawValue: 0)

  package init(_ rgb: RGB) {
    rawValue = Self.rgbTag | UInt32(rgb.red) << 16 | UInt32(rgb.green) << 8 | UInt32(rgb.blue)
  }

  /// Creates one of xterm's 256 colours; the first 16 are defined by the terminal's theme.
  package init(palette index: UInt8) {
    rawValue = Self.paletteTag | UInt32(index)
  }

  package enum Value: Hashable, Sendable {
    case terminal
    case palette(UInt8)
    case rgb(RGB)
  }

  package var value: Value {
    switch rawValue >> 24 {
    case 0: .terminal
    case 2: .palette(UInt8(truncatingIfNeeded: rawValue))
    default:
      .rgb(
        RGB(
          UInt8(truncatingIfNeeded: rawValue >> 16),
          UInt8(truncatingIfNeeded: rawValue >> 8),
          UInt8(truncatingIfNeeded: rawValue)
        )
      )
    }
  }
}

/// A 24-bit colour.
package struct RGB: Hashable, Sendable {
  package var red: UInt8
  package var green: UInt8
  package var blue: UInt8

  package init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Creates a colour from a number `0xRRGGBB`.
  package init(hex: UInt32) {
    self.init(
      UInt8(truncatingIfNeeded: hex >> 16),
      UInt8(truncatingIfNeeded: hex >> 8),
      UInt8(truncatingIfNeeded: hex)
    )
  }

  /// Returns a mix of this colour and another one, from 0 (this one) to 255 (the other).
  package func mixed(with other: RGB, by share: Int) -> RGB {
    let share = min(max(0, share), 255)
    func part(_ own: UInt8, _ other: UInt8) -> UInt8 {
      UInt8(truncatingIfNeeded: (Int(own) * (255 - share) + Int(other) * share + 127) / 255)
    }
    return RGB(part(red, other.red), part(green, other.green), part(blue, other.blue))
  }

  /// Returns the colour below a layer of black, from 0 (clear) to 255 (black).
  package func darkened(by opacity: Int) -> RGB { mixed(with: RGB(0, 0, 0), by: opacity) }
}

/// The number of colours that a terminal shows.
package enum ColorDepth: CaseIterable, Hashable, Sendable {
  /// No colours, only attributes.
  case mono
  /// The 16 colours that the terminal's own theme defines.
  case palette16
  /// xterm's 256 colours.
  case palette256
  /// 24 bits.
  case truecolor
}

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

/// The fixed part of xterm's palette: a cube of 216 colours and 24 greys.
package enum Palette256 {
  private static let levels = [0, 95, 135, 175, 215, 255]

  /// Returns the colour of an index; nil for the first 16, which each terminal defines itself.
  package static func color(at index: UInt8) -> RGB? {
    switch index {
    case 0..<16: return nil
    case 16..<232:
      let cube = Int(index) - 16
      return RGB(level(cube / 36), level(cube / 6 % 6), level(cube % 6))
    default:
      let grey = UInt8(8 + 10 * (Int(index) - 232))
      return RGB(grey, grey, grey)
    }
  }

  /// The least chroma of a colour that is never replaced by a grey.
  private static let leastChroma = 40

  /// Returns the index, from 16 on, of the nearest colour; a colour of the cube wins over an equally near grey.
  ///
  /// A clearly chromatic colour gets no grey, and the distance is perceptual: hue weighs more than brightness,
  /// brightness more than chroma. The dark part of the cube is coarse, and there the nearest colour by red, green and
  /// blue turns a blue background into teal.
  package static func nearest(to color: RGB) -> UInt8 {
    let parts = [color.red, color.green, color.blue]
    guard (parts.max() ?? 0) - (parts.min() ?? 0) >= leastChroma else { return nearestGrey(color) }
    let tone = Tone(color)
    // Colours two steps of the cube away never look alike.
    let levels = parts.map { nearLevels($0) }
    var best: (index: UInt8, distance: Double) = (16, .infinity)
    for red in levels[0] {
      for green in levels[1] {
        for blue in levels[2] {
          let index = UInt8(16 + 36 * red + 6 * green + blue)
          guard let other = Self.color(at: index) else { continue }
          let distance = tone.distance(to: Tone(other))
          if distance < best.distance { best = (index, distance) }
        }
      }
    }
    return best.index
  }

  private static func nearestGrey(_ color: RGB) -> UInt8 {
    let (red, green, blue) = (
      nearestLevel(color.red), nearestLevel(color.green), nearestLevel(color.blue)
    )
    var best = UInt8(16 + 36 * red + 6 * green + blue)
    let mean = (Int(color.red) + Int(color.green) + Int(color.blue)) / 3
    let grey = min(max(0, (mean - 8) / 10), 23)
    for candidate in grey...min(grey + 1, 23) {
      let index = UInt8(232 + candidate)
      if distance(index, color) < distance(best, color) { best = index }
    }
    return best
  }

  /// A colour by hue, brightness and chroma.
  private struct Tone {
    /// In degrees: red 0, green 120, blue 240.
    private let hue: Double
    /// From 0 to 255.
    private let brightness: Double
    private let chroma: Double

    init(_ color: RGB) {
      let (red, green, blue) = (Double(color.red), Double(color.green), Double(color.blue))
      let (most, least) = (max(red, green, blue), min(red, green, blue))
      chroma = most - least
      brightness = 0.299 * red + 0.587 * green + 0.114 * blue
      guard chroma > 0 else {
        hue = 0
        return
      }
      switch most {
      case red: hue = 60 * (green - blue) / chroma
      case green: hue = 120 + 60 * (blue - red) / chroma
      default: hue = 240 + 60 * (red - green) / chroma
      }
    }

    func distance(to other: Tone) -> Double {
      let turn = abs(hue - other.hue).truncatingRemainder(dividingBy: 360)
      // A grey has no hue: it counts as far away as the opposite hue.
      let tone = other.chroma > 0 ? 2 * min(turn, 360 - turn) : 360
      let light = brightness - other.brightness
      let strength = (chroma - other.chroma) / 2
      return tone * tone + light * light + strength * strength
    }
  }

  private static func level(_ index: Int) -> UInt8 { UInt8(levels[index]) }

  private static func nearestLevel(_ part: UInt8) -> Int {
    levels.indices.min { abs(levels[$0] - Int(part)) < abs(levels[$1] - Int(part)) } ?? 0
  }

  /// Returns the three levels nearest to a component.
  private static func nearLevels(_ part: UInt8) -> Range<Int> {
    let first = min(max(0, nearestLevel(part) - 1), levels.count - 3)
    return first..<first + 3
  }

  private static func distance(_ index: UInt8, _ color: RGB) -> Int {
    guard let other = Self.color(at: index) else { return .max }
    let red = Int(other.red) - Int(color.red)
    let green = Int(other.green) - Int(color.green)
    let blue = Int(other.blue) - Int(color.blue)
    return red * red + green * green + blue * blue
  }
}
