/// An explicit colour of a text, such as in a command's output.
///
/// A viewer shows the nearest colour of its terminal that keeps the text readable on its background.
package enum TextColor: Hashable, Sendable {
  /// One of xterm's 256 colours; the first 16 follow the terminal's own palette.
  case indexed(UInt8)
  case rgb(UInt8, UInt8, UInt8)

  /// The colour on the wire: the index, or 2^24 + red * 2^16 + green * 2^8 + blue.
  package var code: UInt32 {
    switch self {
    case .indexed(let index): UInt32(index)
    case .rgb(let red, let green, let blue):
      Self.rgbTag | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
    }
  }

  /// Decodes a colour; nil for a number of a later version.
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
  /// An optional colour in four bytes, because each run of a page stores two of them.
  struct Packed: Hashable, Sendable {
    private let value: UInt32

    private static let none = UInt32.max

    init(_ color: TextColor?) {
      value = color?.code ?? Self.none
    }

    var color: TextColor? { value == Self.none ? nil : TextColor(code: value) }
  }
}
