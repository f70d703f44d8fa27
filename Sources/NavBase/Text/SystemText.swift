/// Texts of the system (paths, names of files, arguments of programs), which are bytes and need not be UTF-8.
///
/// In a `String`, and in the UTF-8 of a path, each byte that is not UTF-8 is a scalar of its own: one of U+10FF80 ...
/// U+10FFFF, which are for private use, for 0x80 ... 0xFF. Where a name contains such a scalar itself, its bytes are
/// replaced in the same way, so that different names stay different texts. `sanitized` shows U+FFFD for each of them.
package enum SystemText {
  /// The scalars that stand for bytes.
  static let standIns: ClosedRange<Unicode.Scalar> = "\u{10FF80}"..."\u{10FFFF}"

  /// Returns the UTF-8 of a text of the system.
  ///
  /// O(length).
  package static func utf8(_ bytes: [UInt8]) -> [UInt8] {
    guard !bytes.allSatisfy({ $0 < 0x80 }) else { return bytes }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var rest = bytes.makeIterator()
    var parser = Unicode.UTF8.ForwardParser()
    var place = 0
    while true {
      switch parser.parseScalar(from: &rest) {
      case .valid(let scalar):
        let end = place + scalar.count
        if standIns.contains(Unicode.UTF8.decode(scalar)) {
          for byte in bytes[place..<end] { append(standInFor: byte, to: &result) }
        } else {
          result += bytes[place..<end]
        }
        place = end
      case .error(let length):
        for byte in bytes[place..<place + length] { append(standInFor: byte, to: &result) }
        place += length
      case .emptyInput: return result
      }
    }
  }

  /// Appends the UTF-8 of U+10FF00 + byte; the byte is 0x80 or more.
  private static func append(standInFor byte: UInt8, to text: inout [UInt8]) {
    text += [0xF4, 0x8F, 0xBE | byte >> 6 & 1, 0x80 | byte & 0x3F]
  }

  /// Returns the bytes of a text for the system: those of its UTF-8, with the bytes that are not UTF-8 as they were.
  ///
  /// O(length).
  package static func bytes(_ utf8: some Sequence<UInt8>) -> [UInt8] {
    let utf8 = Array(utf8)
    guard utf8.contains(0xF4) else { return utf8 }
    var result: [UInt8] = []
    for byte in utf8 {
      result.append(byte)
      guard byte & 0xC0 == 0x80, result.count >= 4 else { continue }
      let start = result.count - 4
      guard result[start] == 0xF4, result[start + 1] == 0x8F, result[start + 2] >= 0xBE,
        result[start + 2] < 0xC0
      else { continue }
      let original = 0x80 | (result[start + 2] & 1) << 6 | byte & 0x3F
      result.removeLast(4)
      result.append(original)
    }
    return result
  }
}

extension String {
  /// Creates the text of bytes of the system; `utf8.terminated` returns them.
  package init(system bytes: [UInt8]) {
    self.init(decoding: SystemText.utf8(bytes), as: UTF8.self)
  }
}

extension Sequence<UInt8> {
  /// The UTF-8 of a path or another text as a C string for system calls; see `SystemText`.
  ///
  /// It must not contain a NUL.
  package var terminated: [CChar] {
    var bytes = SystemText.bytes(self)
    bytes.append(0)
    return bytes.map(CChar.init(bitPattern:))
  }
}
