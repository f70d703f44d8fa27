/// Splits input that arrives in pieces into lines.
package struct CommandLines: Hashable {
  /// The longest line, in bytes; the rest of a longer one is dropped.
  package static let longest = 4096

  private var pending: [UInt8] = []

  package init() {}

  /// Handles a piece of input.
  ///
  /// - Parameter bytes: the bytes that were read.
  /// - Returns: the lines that are complete now, without line ends.
  package mutating func receive(_ bytes: [UInt8]) -> [String] {
    var lines: [String] = []
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        lines.append(take())
      } else if pending.count < Self.longest {
        pending.append(byte)
      }
    }
    return lines
  }

  /// Returns the text after the last line end; nil if there is none.
  package mutating func finish() -> String? {
    pending.isEmpty ? nil : take()
  }

  private mutating func take() -> String {
    defer { pending = [] }
    return String(decoding: pending, as: UTF8.self)
  }
}
