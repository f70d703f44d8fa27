/// The bytes of a bracketed paste, up to the sequence that ends it.
struct PasteBuffer: Sendable {
  /// ESC [ 2 0 1 ~; ESC stands nowhere else in it, so a mismatch can only begin it anew.
  private static let end: [UInt8] = [0x1B, 0x5B, 0x32, 0x30, 0x31, 0x7E]

  private let limit: Int
  private var bytes: [UInt8] = []
  /// How many bytes of `end` came last.
  private var matched = 0

  init(limit: Int) {
    self.limit = limit
  }

  /// - Returns: whether the paste is over.
  mutating func append(_ byte: UInt8) -> Bool {
    if byte == Self.end[matched] {
      matched += 1
      return matched == Self.end.count
    }
    for held in Self.end[..<matched] {
      keep(held)
    }
    matched = 0
    if byte == Self.end[0] {
      matched = 1
    } else {
      keep(byte)
    }
    return false
  }

  /// How many bytes are kept.
  var count: Int { bytes.count }

  /// What was pasted; bytes that are not UTF-8 are left out.
  var text: String {
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.unicodeScalars.contains("\u{FFFD}") else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 != "\u{FFFD}" }))
  }

  private mutating func keep(_ byte: UInt8) {
    if bytes.count < limit { bytes.append(byte) }
  }
}
