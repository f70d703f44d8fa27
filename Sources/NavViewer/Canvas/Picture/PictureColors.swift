/// A picture's substitutes for the colours that a terminal defines itself.
package struct PictureColors: Hashable, Sendable {
  /// The text colour and the background of cells with default colours.
  var ink: RGB
  var paper: RGB
  /// The first 16 colours of the palette, which each terminal defines itself.
  private var palette: [RGB]

  /// - Parameters:
  ///   - ink: the default text colour.
  ///   - paper: the default background.
  ///   - palette: 16 colours.
  private init(ink: UInt32, paper: UInt32, palette: [UInt32]) {
    precondition(palette.count == 16, "cannot take \(palette.count) colours for 16")
    self.ink = RGB(hex: ink)
    self.paper = RGB(hex: paper)
    self.palette = palette.map { RGB(hex: $0) }
  }

  /// Converts a cell's colour to 24 bits.
  ///
  /// - Parameters:
  ///   - color: the cell's colour.
  ///   - own: the substitute for the terminal's default: ink or paper.
  /// - Returns: the 24-bit colour.
  func rgb(_ color: Color, own: RGB) -> RGB {
    switch color.value {
    case .terminal: own
    case .rgb(let rgb): rgb
    case .palette(let index): Palette256.color(at: index) ?? palette[Int(index)]
    }
  }

  /// A terminal with a dark background.
  package static let dark = PictureColors(
    ink: 0xD4D7DD,
    paper: 0x11151A,
    palette: [
      0x20_252C, 0xD1_453B, 0x6F_AF6F, 0xCF_A23E, 0x4F_8FD6, 0xB0_7CC6, 0x4F_B3AB, 0xC8_CCD4,
      0x6B_7480, 0xFF_7B72, 0x8C_D38C, 0xE8_C36A, 0x6C_B6FF, 0xD2_A8FF, 0x7F_DBD1, 0xF4_F6F8,
    ]
  )

  /// A terminal with a light background.
  package static let light = PictureColors(
    ink: 0x24292F,
    paper: 0xFFFFFF,
    palette: [
      0x24_292F, 0xB3_261E, 0x2F_7D32, 0x9A_6700, 0x0B_5CAD, 0x82_50B0, 0x0F_766E, 0xB4_BCC7,
      0x6B_7280, 0xCF_3A30, 0x3C_9A40, 0xB9_8200, 0x2E_7DD1, 0x9A_6AD0, 0x1B_8F86, 0xFF_FFFF,
    ]
  )
}

extension RGB {
  /// The colour in the form `#6cb6ff`.
  var hexText: String {
    let digits = Array("0123456789abcdef")
    return [red, green, blue].reduce(into: "#") { text, part in
      text.append(digits[Int(part >> 4)])
      text.append(digits[Int(part & 15)])
    }
  }
}
