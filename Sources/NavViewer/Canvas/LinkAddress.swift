import NavBase

/// Encodes link addresses for a terminal, as printable ASCII.
enum LinkAddress {
  /// The longest address that terminals are known to accept, in bytes.
  static let limit = 2048

  /// Returns the address with all bytes percent-encoded that are not printable ASCII.
  ///
  /// - Returns: nil if it is empty or too long, or leads to another page of the same content.
  static func encoded(_ link: String) -> String? {
    guard TextStyle.page(ofAddress: link) == nil else { return nil }
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in link.utf8 {
      guard bytes.count <= limit else { return nil }
      if byte > 0x20 && byte < 0x7F {
        bytes.append(byte)
      } else {
        bytes += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return bytes.isEmpty || bytes.count > limit ? nil : String(decoding: bytes, as: UTF8.self)
  }
}
