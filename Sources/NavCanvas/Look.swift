/// A colour of a cell: the terminal's own, or 24 bits that the encoder brings to what the terminal has.
package struct Color: Hashable, Sendable {
  /// 0 for the terminal's own, else 0x01RRGGBB.
  private let packed: UInt32

  private init(packed: UInt32) {
    self.packed = packed
  }

  package init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
    packed = 0x0100_0000 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
  }

  /// The terminal's default foreground or background.
  package static let terminal = Color(packed: 0)

  /// Red, green and blue; nil for the terminal's own.
  package var components: (red: UInt8, green: UInt8, blue: UInt8)? {
    guard packed != 0 else { return nil }
    return (
      UInt8(truncatingIfNeeded: packed >> 16), UInt8(truncatingIfNeeded: packed >> 8),
      UInt8(truncatingIfNeeded: packed)
    )
  }

  /// The colour with so many 255ths of black over it.
  ///
  /// - Parameter own: what the terminal's own colour is taken for.
  package func darkened(by amount: Int, own: Color) -> Color {
    guard let (red, green, blue) = components ?? own.components else { return self }
    let rest = 255 - min(max(0, amount), 255)
    func dark(_ value: UInt8) -> UInt8 { UInt8(Int(value) * rest / 255) }
    return Color(dark(red), dark(green), dark(blue))
  }
}

/// What a cell looks like, apart from its text.
package struct Look: Hashable, Sendable {
  package var foreground = Color.terminal
  package var background = Color.terminal
  package var attributes: Attributes = []
  /// The number of a link in the canvas's list, counted from 1; 0 for none.
  package var link: UInt16 = 0

  package init() {}

  package struct Attributes: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    package static let bold = Attributes(rawValue: 1)
    package static let dim = Attributes(rawValue: 2)
    package static let italic = Attributes(rawValue: 4)
    package static let underline = Attributes(rawValue: 8)
    package static let strikethrough = Attributes(rawValue: 16)
    package static let reverse = Attributes(rawValue: 32)
  }
}
