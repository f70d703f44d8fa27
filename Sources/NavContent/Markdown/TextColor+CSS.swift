import NavBase

extension TextColor {
  /// Parses a colour as in style sheets and in themes of presentation tools: a name, `#rgb`, `#rrggbb` with or without
  /// `#`, or `rgb(1, 2, 3)`; nil for anything else.
  init?(css text: String) {
    let text = text.trimmingBlanks().lowercased()
    if let index = Self.terminalColors[text] {
      self = .indexed(index)
    } else if let value = Self.webColors[text] ?? Self.hexadecimal(text) {
      self = .rgb(UInt8(value >> 16 & 0xFF), UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF))
    } else if let color = Self.function(text) {
      self = color
    } else {
      return nil
    }
  }

  private static func hexadecimal(_ text: String) -> UInt32? {
    let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
    guard digits.allSatisfy(\.isHexDigit), let value = UInt32(digits, radix: 16) else { return nil }
    switch digits.utf8.count {
    case 6: return value
    case 3 where text.hasPrefix("#"):
      return (value >> 8) * 0x11_0000 + (value >> 4 & 0xF) * 0x1100 + (value & 0xF) * 0x11
    default: return nil
    }
  }

  /// Parses `rgb(1, 2, 3)`, `rgb_(1,2,3)` and `rgba(1, 2, 3, 0.5)`.
  private static func function(_ text: String) -> TextColor? {
    guard text.hasPrefix("rgb"), text.last == ")", let open = text.firstIndex(of: "(") else {
      return nil
    }
    let inside = text[text.index(after: open)...].dropLast()
    let numbers = inside.split { $0 == "," || $0 == " " }.prefix(3).map { UInt8($0) }
    guard numbers.count == 3, let red = numbers[0], let green = numbers[1], let blue = numbers[2]
    else { return nil }
    return .rgb(red, green, blue)
  }

  /// The terminal's palette colours; plain names are the bright ones, as in presentation tools.
  private static let terminalColors: [String: UInt8] = [
    "black": 0, "dark_red": 1, "dark_green": 2, "dark_yellow": 3, "dark_blue": 4,
    "dark_magenta": 5, "dark_cyan": 6, "grey": 7, "gray": 7, "dark_grey": 8, "dark_gray": 8,
    "red": 9, "green": 10, "yellow": 11, "blue": 12, "magenta": 13, "cyan": 14, "white": 15,
  ]

  /// Further CSS colour names.
  private static let webColors: [String: UInt32] = [
    "aqua": 0x00FFFF, "beige": 0xF5F5DC, "brown": 0xA52A2A, "coral": 0xFF7F50,
    "crimson": 0xDC143C, "darkblue": 0x00008B, "darkcyan": 0x008B8B, "darkgray": 0xA9A9A9,
    "darkgreen": 0x006400, "darkgrey": 0xA9A9A9, "darkmagenta": 0x8B008B, "darkorange": 0xFF8C00,
    "darkred": 0x8B0000, "deeppink": 0xFF1493, "fuchsia": 0xFF00FF, "gold": 0xFFD700,
    "hotpink": 0xFF69B4, "indigo": 0x4B0082, "ivory": 0xFFFFF0, "khaki": 0xF0E68C,
    "lavender": 0xE6E6FA, "lightblue": 0xADD8E6, "lightgray": 0xD3D3D3, "lightgreen": 0x90EE90,
    "lightgrey": 0xD3D3D3, "lime": 0x00FF00, "maroon": 0x800000, "navy": 0x000080,
    "olive": 0x808000, "orange": 0xFFA500, "orangered": 0xFF4500, "orchid": 0xDA70D6,
    "pink": 0xFFC0CB, "plum": 0xDDA0DD, "purple": 0x800080, "royalblue": 0x4169E1,
    "salmon": 0xFA8072, "silver": 0xC0C0C0, "skyblue": 0x87CEEB, "slateblue": 0x6A5ACD,
    "steelblue": 0x4682B4, "tan": 0xD2B48C, "teal": 0x008080, "tomato": 0xFF6347,
    "turquoise": 0x40E0D0, "violet": 0xEE82EE, "yellowgreen": 0x9ACD32,
  ]
}
