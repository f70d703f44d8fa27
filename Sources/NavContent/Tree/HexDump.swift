/// A hex dump of the start of a binary file: `0000  7f 45 4c 46 02 01 01 00  .ELF....`.
///
/// A line has 39 columns, so that it fits on narrow terminals.
struct HexDump {
  /// The number of bytes that are shown.
  static let byteLimit = 512
  private static let bytesPerLine = 8

  let lines: [String]
  /// Whether the file has more bytes than are shown.
  let isCut: Bool

  init(of bytes: [UInt8]) {
    let shown = Array(bytes.prefix(Self.byteLimit))
    isCut = bytes.count > shown.count
    lines = stride(from: 0, to: shown.count, by: Self.bytesPerLine).map { offset in
      Self.line(shown[offset..<min(offset + Self.bytesPerLine, shown.count)], at: offset)
    }
  }

  private static func line(_ bytes: ArraySlice<UInt8>, at offset: Int) -> String {
    let numbers = bytes.map { hexadecimal(Int($0), digits: 2) }.joined(separator: " ")
    let padding = String(repeating: " ", count: bytesPerLine * 3 - 1 - numbers.utf8.count)
    let characters = bytes.map { (0x20...0x7E).contains($0) ? $0 : 0x2E }
    return hexadecimal(offset, digits: 4) + "  " + numbers + padding + "  "
      + String(decoding: characters, as: UTF8.self)
  }

  private static func hexadecimal(_ value: Int, digits: Int) -> String {
    let text = String(value, radix: 16)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }
}
