/// A UTF-8 character beyond ASCII whose bytes arrive one by one.
struct UTF8Sequence: Sendable {
  private var value: UInt32
  private var missing: Int
  /// The valid range of the next byte (Unicode, table 3-7): no overlong form, no surrogate.
  private var next: ClosedRange<UInt8> = 0x80...0xBF

  /// Nil if the byte can't start a character.
  init?(first byte: UInt8) {
    switch byte {
    case 0xC2...0xDF:
      value = UInt32(byte & 0x1F)
      missing = 1
    case 0xE0...0xEF:
      value = UInt32(byte & 0x0F)
      missing = 2
      if byte == 0xE0 { next = 0xA0...0xBF }
      if byte == 0xED { next = 0x80...0x9F }
    case 0xF0...0xF4:
      value = UInt32(byte & 0x07)
      missing = 3
      if byte == 0xF0 { next = 0x90...0xBF }
      if byte == 0xF4 { next = 0x80...0x8F }
    default:
      return nil
    }
  }

  var isComplete: Bool { missing == 0 }
  var scalar: Unicode.Scalar? { Unicode.Scalar(value) }

  /// - Returns: false if the byte doesn't continue the character, which is then malformed.
  mutating func append(_ byte: UInt8) -> Bool {
    guard next.contains(byte) else { return false }
    value = value << 6 | UInt32(byte & 0x3F)
    missing -= 1
    next = 0x80...0xBF
    return true
  }
}
