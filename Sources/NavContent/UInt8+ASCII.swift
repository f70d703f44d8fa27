/// The classes of bytes of UTF-8 that are characters of ASCII.
extension UInt8 {
  /// Whether the byte is a space, a tab or one of the other characters that C's `isspace` accepts.
  var isBlank: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
  var isDigit: Bool { self &- 0x30 < 10 }
  var isHexDigit: Bool { isDigit || (self | 0x20) &- 0x61 < 6 }
  var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }
  /// Whether the byte is a letter, a digit or a hyphen.
  var isNameCharacter: Bool { isLetter || isDigit || self == 0x2D }
}
