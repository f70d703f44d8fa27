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
