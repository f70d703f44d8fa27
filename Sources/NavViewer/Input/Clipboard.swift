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
    return Array("\u{1B}]52;c;".utf8) + base64(Array(text.utf8)) + [0x07]
  }

  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
  )

  private static func base64(_ bytes: [UInt8]) -> [UInt8] {
    var encoded: [UInt8] = []
    encoded.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for place in 0..<4 {
        let digit = digits[bits >> (18 - 6 * place) & 63]
        encoded.append(place <= group.count ? digit : UInt8(ascii: "="))
      }
    }
    return encoded
  }
}
