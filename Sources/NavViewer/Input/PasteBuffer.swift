/// The bytes of a bracketed paste, up to the sequence that ends it.
struct PasteBuffer: Sendable {
  /// ESC [ 2 0 1 ~; ESC occurs only at its start, so a mismatch can only restart it.
  private static let end: [UInt8] = [0x1B, 0x5B, 0x32, 0x30, 0x31, 0x7E]

  private let limit: Int
  private var bytes: [UInt8] = []
  /// The number of bytes of `end` that the input currently ends with.
  private var matched = 0

  init(limit: Int) {
    self.limit = limit
  }

  /// - Returns: whether the paste has ended.
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

  /// The number of bytes that are kept.
  var count: Int { bytes.count }

  /// The pasted text; bytes that are not UTF-8 are dropped.
  var text: String {
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.unicodeScalars.contains("\u{FFFD}") else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 != "\u{FFFD}" }))
  }

  private mutating func keep(_ byte: UInt8) {
    if bytes.count < limit { bytes.append(byte) }
  }
}
