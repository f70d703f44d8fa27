/// Decodes JSON strings.
enum JSONStringDecoder {
  /// Decodes the text between the quotation marks of a string.
  ///
  /// Lone surrogates and invalid UTF-8 become U+FFFD; an incomplete escape at the end is left out.
  static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
    guard bytes.contains(0x5C) else { return String(decoding: bytes, as: UTF8.self) }
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var reader = Reader(rest: bytes)
    while let byte = reader.rest.popFirst() {
      if byte != 0x5C {
        text.append(byte)
      } else if let scalar = reader.escape() {
        text += Array(String(scalar).utf8)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  private struct Reader {
    var rest: ArraySlice<UInt8>

    /// Decodes the escape after a backslash; nil if it is incomplete.
    mutating func escape() -> Unicode.Scalar? {
      guard let letter = rest.popFirst() else { return nil }
      switch letter {
      case UInt8(ascii: "b"): return "\u{8}"
      case UInt8(ascii: "f"): return "\u{C}"
      case UInt8(ascii: "n"): return "\n"
      case UInt8(ascii: "r"): return "\r"
      case UInt8(ascii: "t"): return "\t"
      case UInt8(ascii: "u"): return unit().map { scalar(from: $0) }
      default: return Unicode.Scalar(letter)
      }
    }

    private mutating func scalar(from unit: UInt32) -> Unicode.Scalar {
      if let scalar = Unicode.Scalar(unit) { return scalar }
      let start = rest
      if unit < 0xDC00, rest.starts(with: [0x5C, UInt8(ascii: "u")]) {
        rest = rest.dropFirst(2)
        if let low = self.unit(), (0xDC00...0xDFFF).contains(low),
          let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
        {
          return scalar
        }
        rest = start
      }
      return "\u{FFFD}"
    }

    private mutating func unit() -> UInt32? {
      guard rest.count >= 4 else {
        rest = []
        return nil
      }
      let digits = rest.prefix(4)
      rest = rest.dropFirst(4)
      return UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    }
  }
}
