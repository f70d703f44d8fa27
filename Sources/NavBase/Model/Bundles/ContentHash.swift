/// The BLAKE2b-256 hash of a file or of a manifest, by which it is named.
package struct ContentHash: Hashable, Sendable {
  package static let byteCount = 32

  /// `byteCount` bytes.
  package let bytes: [UInt8]

  /// Returns nil for another number of bytes than `byteCount`.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.byteCount else { return nil }
    self.bytes = bytes
  }

  /// Parses the form of `description`; nil for anything else.
  package init?(_ text: String) {
    let digits = Array(text.utf8)
    guard digits.count == Self.byteCount * 2 else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = Self.value(digits[index]), let low = Self.value(digits[index + 1]) else {
        return nil
      }
      bytes.append(high << 4 | low)
    }
    self.bytes = bytes
  }

  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case 0x30...0x39: digit - 0x30
    case 0x61...0x66: digit - 0x61 + 10
    default: nil
    }
  }
}

extension ContentHash: CustomStringConvertible {
  private static let digits = Array("0123456789abcdef".utf8)

  /// 64 hexadecimal digits in lower case.
  package var description: String {
    let text = bytes.flatMap { [Self.digits[Int($0 >> 4)], Self.digits[Int($0 & 15)]] }
    return String(decoding: text, as: UTF8.self)
  }
}
