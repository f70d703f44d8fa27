/// The control sequence that sets the terminal's clipboard (OSC 52).
package enum Clipboard {
  /// The longest text, in bytes of UTF-8.
  ///
  /// Its base64 form stays below 1 MiB, tmux's limit for a sequence and the lowest one known.
  package static let byteLimit = 500_000

  /// Returns the sequence that sets the clipboard to a text.
  ///
  /// - Parameter text: at most `byteLimit` bytes.
  /// - Returns: one OSC 52 sequence.
  package static func sequence(for text: String) -> [UInt8] {
    precondition(text.utf8.count <= byteLimit, "cannot copy more than \(byteLimit) bytes")
    return Array("\u{1B}]52;c;".utf8) + base64(Array(text.utf8)[...]) + [0x07]
  }

  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
  )

  /// Returns bytes in base64 (RFC 4648, with padding).
  static func base64(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var encoded: [UInt8] = []
    encoded.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: bytes.startIndex, to: bytes.endIndex, by: 3) {
      let count = min(3, bytes.endIndex - start)
      var bits = 0
      for place in 0..<count { bits |= Int(bytes[start + place]) << (16 - 8 * place) }
      for place in 0..<4 {
        let digit = digits[bits >> (18 - 6 * place) & 63]
        encoded.append(place <= count ? digit : UInt8(ascii: "="))
      }
    }
    return encoded
  }
}
