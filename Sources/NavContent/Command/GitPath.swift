import NavBase

/// Names of files as `git` prints them.
enum GitPath {
  /// Returns the real name of a file.
  ///
  /// `git` writes a name with a control character, a quotation mark or a backslash in quotation marks, with the
  /// escapes of C (`core.quotePath` is off, so other bytes stay). Bytes that are not UTF-8 become U+FFFD.
  ///
  /// - Parameter name: the printed name; without quotation marks around it, it is returned as it is.
  static func unquoted(_ name: Substring) -> String {
    guard name.utf8.count >= 2, name.first == "\"", name.last == "\"" else { return String(name) }
    var bytes: [UInt8] = []
    var rest = name.utf8.dropFirst().dropLast()
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\"), let next = rest.popFirst() else {
        bytes.append(byte)
        continue
      }
      guard next &- 0x30 < 8 else {
        bytes.append(escapes[next] ?? next)
        continue
      }
      let digits = rest.prefix(2)
      rest = rest.dropFirst(2)
      bytes.append(digits.reduce(next & 7) { $0 << 3 | $1 & 7 })
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let escapes: [UInt8: UInt8] = [
    UInt8(ascii: "a"): 0x07, UInt8(ascii: "b"): 0x08, UInt8(ascii: "t"): 0x09,
    UInt8(ascii: "n"): 0x0A, UInt8(ascii: "v"): 0x0B, UInt8(ascii: "f"): 0x0C,
    UInt8(ascii: "r"): 0x0D,
  ]

  /// Returns a real name as one sanitised line, with a picture (U+2400 to U+2421) for each control character.
  static func shown(_ name: String) -> String {
    let scalars = name.unicodeScalars.map { scalar -> Unicode.Scalar in
      switch scalar.value {
      case 0..<0x20: Unicode.Scalar(0x2400 + scalar.value) ?? scalar
      case 0x7F: "\u{2421}"
      default: scalar
      }
    }
    return sanitized(String(String.UnicodeScalarView(scalars)))
  }
}
