/// A colour that a text asks for itself, as the output of a command does.
///
/// A viewer shows it as near as its terminal can, and so that the text stays readable on its ground.
package enum TextColor: Hashable, Sendable {
  /// One of xterm's 256: the first 16 are the ones that people choose for their terminal.
  case indexed(UInt8)
  case rgb(UInt8, UInt8, UInt8)

  /// The number that stands for it on the wire: the index, or 2^24 + red * 2^16 + green * 2^8 + blue.
  package var code: UInt32 {
    switch self {
    case .indexed(let index): UInt32(index)
    case .rgb(let red, let green, let blue):
      Self.rgbTag | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
    }
  }

  /// The colour that a number stands for; nil for a number of a later version.
  package init?(code: UInt32) {
    switch code {
    case 0..<256: self = .indexed(UInt8(truncatingIfNeeded: code))
    case Self.rgbTag..<Self.rgbTag << 1:
      self = .rgb(
        UInt8(truncatingIfNeeded: code >> 16),
        UInt8(truncatingIfNeeded: code >> 8),
        UInt8(truncatingIfNeeded: code)
      )
    default: return nil
    }
  }

  private static let rgbTag: UInt32 = 1 << 24
}

extension TextColor {
  /// A colour or none in four bytes: there is one pair of them for each run of a page.
  struct Packed: Hashable, Sendable {
    private let value: UInt32

    private static let none = UInt32.max

    init(_ color: TextColor?) {
      value = color?.code ?? Self.none
    }

    var color: TextColor? { value == Self.none ? nil : TextColor(code: value) }
  }
}
