import NavBase
package import NavScene

/// A message of a stream with its time in a recording, as `navd replay` writes it.
///
/// In bytes, little endian: the time in milliseconds as 64 bits, the length of the message as 32 bits, the message.
package struct TimedMessage: Hashable, Sendable {
  /// In whole milliseconds.
  package let time: Duration
  package let message: LayoutMessage

  private static let headBytes = 12

  /// Returns the bytes of a message.
  ///
  /// - Parameters:
  ///   - message: the encoded message.
  ///   - time: its time.
  package static func bytes(of message: [UInt8], at time: Duration) -> [UInt8] {
    let milliseconds = UInt64(max(0, time.nanoseconds / 1_000_000))
    var bytes: [UInt8] = []
    bytes.reserveCapacity(headBytes + message.count)
    bytes.append(little: UInt32(truncatingIfNeeded: milliseconds))
    bytes.append(little: UInt32(truncatingIfNeeded: milliseconds >> 32))
    bytes.append(little: UInt32(message.count))
    return bytes + message
  }

  /// Removes the first message from bytes; nil at their end.
  ///
  /// - Throws: if it is cut off, or can't be understood.
  package init?(removingFirstOf bytes: inout ArraySlice<UInt8>) throws(WireError) {
    guard !bytes.isEmpty else { return nil }
    func number(at index: Int, bytes count: Int) -> UInt64 {
      (0..<count).reduce(0) { $0 | UInt64(bytes[bytes.startIndex + index + $1]) << UInt64(8 * $1) }
    }
    guard bytes.count >= Self.headBytes else { throw WireError("the messages end within one") }
    let milliseconds = number(at: 0, bytes: 8)
    let length = Int(number(at: 8, bytes: 4))
    guard milliseconds <= UInt64(Int64.max / 1_000_000), bytes.count - Self.headBytes >= length
    else { throw WireError("the messages end within one") }
    let body = bytes.dropFirst(Self.headBytes).prefix(length)
    message = try LayoutMessage(decoding: Array(body))
    time = .milliseconds(milliseconds)
    bytes = bytes[body.endIndex...]
  }
}
