/// Lines that arrive in pieces.
package struct CommandLines: Hashable {
  /// The longest line, in bytes; the rest of a longer one is dropped.
  package static let longest = 4096

  private var pending: [UInt8] = []

  package init() {}

  /// Takes a piece.
  ///
  /// - Parameter bytes: what was read.
  /// - Returns: the lines that are whole now, without their ends.
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

  /// What stands behind the last line's end; nil for nothing.
  package mutating func finish() -> String? {
    pending.isEmpty ? nil : take()
  }

  private mutating func take() -> String {
    defer { pending = [] }
    return String(decoding: pending, as: UTF8.self)
  }
}
