/// Decodes UTF-8 byte by byte; invalid input becomes U+FFFD.
///
/// Each maximal subpart of an ill-formed sequence becomes one U+FFFD (Unicode 15, 3.9).
struct UTF8Decoder {
  private var value: UInt32 = 0
  /// The number of missing bytes of the current scalar.
  private var missing = 0
  /// The valid values of the next byte.
  private var range: ClosedRange<UInt8> = 0x80...0xBF

  static let replacement: Unicode.Scalar = "\u{FFFD}"

  /// Whether a scalar is incomplete.
  var isInside: Bool { missing > 0 }

  /// Decodes a byte and emits the scalars that it completes: none, one, or U+FFFD and one.
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

  /// Ends the input: returns U+FFFD if a scalar is incomplete.
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
