/// Turns bytes into characters, one byte after the other; what is no UTF-8 becomes U+FFFD.
///
/// Each longest beginning of a character that is not finished becomes one (Unicode 15, 3.9: maximal
/// subparts).
struct UTF8Decoder {
  private var value: UInt32 = 0
  /// Bytes that are still to come.
  private var missing = 0
  /// What the next one may be.
  private var range: ClosedRange<UInt8> = 0x80...0xBF

  static let replacement: Unicode.Scalar = "\u{FFFD}"

  /// Whether a character has begun.
  var isInside: Bool { missing > 0 }

  /// Takes a byte and gives the characters that it finishes: none, one, or U+FFFD and one.
  mutating func decode(_ byte: UInt8, _ emit: (Unicode.Scalar) -> Void) {
    if missing > 0 {
      guard !range.contains(byte) else { return goOn(byte, emit) }
      missing = 0
      emit(Self.replacement)
    }
    switch byte {
    case 0..<0x80: emit(Unicode.Scalar(byte))
    case 0xC2...0xDF: begin(byte & 0x1F, missing: 1)
    case 0xE0: begin(byte & 0x0F, missing: 2, 0xA0...0xBF)
    case 0xED: begin(byte & 0x0F, missing: 2, 0x80...0x9F)
    case 0xE1...0xEF: begin(byte & 0x0F, missing: 2)
    case 0xF0: begin(byte & 0x07, missing: 3, 0x90...0xBF)
    case 0xF1...0xF3: begin(byte & 0x07, missing: 3)
    case 0xF4: begin(byte & 0x07, missing: 3, 0x80...0x8F)
    default: emit(Self.replacement)
    }
  }

  /// Ends a character that has begun: returns U+FFFD for it.
  mutating func finish() -> Unicode.Scalar? {
    guard missing > 0 else { return nil }
    missing = 0
    return Self.replacement
  }

  private mutating func begin(
    _ bits: UInt8,
    missing count: Int,
    _ next: ClosedRange<UInt8> = 0x80...0xBF
  ) {
    value = UInt32(bits)
    missing = count
    range = next
  }

  private mutating func goOn(_ byte: UInt8, _ emit: (Unicode.Scalar) -> Void) {
    value = value << 6 | UInt32(byte & 0x3F)
    missing -= 1
    range = 0x80...0xBF
    if missing == 0 { emit(Unicode.Scalar(value) ?? Self.replacement) }
  }
}
