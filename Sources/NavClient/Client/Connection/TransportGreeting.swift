import Glibc

/// The ZMTP greeting of a listener (ZeroMQ RFC 37), the first message on a connection.
struct TransportGreeting: Hashable {
  /// `NULL` without encryption, `CURVE` with it.
  let mechanism: String

  /// The result of asking a listener for its greeting.
  enum Answer: Hashable {
    case greeting(TransportGreeting)
    /// The listener closed the connection.
    case closed
    /// Not enough bytes came in time.
    case silence
    /// Bytes of another protocol.
    case foreign
  }

  /// The number of bytes of a greeting, and the part of them that names the mechanism.
  private static let byteCount = 64
  private static let mechanismBytes = 12..<32

  /// The beginning of a greeting of version 3, at which a listener answers with all of its own.
  private static let beginning: [UInt8] = [0xFF, 0, 0, 0, 0, 0, 0, 0, 1, 0x7F, 3]

  /// Asks a listener for its greeting.
  ///
  /// - Parameters:
  ///   - descriptor: a connection on which nothing was sent or read.
  ///   - timeout: how long each part may take, in milliseconds.
  /// - Returns: the answer.
  static func ask(_ descriptor: Int32, timeout: Int32) -> Answer {
    let (first, count) = (beginning, beginning.count)
    guard send(descriptor, first, count, Int32(MSG_NOSIGNAL)) == count else { return .closed }
    var bytes: [UInt8] = []
    while bytes.count < byteCount {
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&waiting, 1, timeout) > 0 else { return .silence }
      var part = [UInt8](repeating: 0, count: byteCount - bytes.count)
      let count = recv(descriptor, &part, part.count, 0)
      guard count > 0 else { return bytes.isEmpty || bytes[0] == 0xFF ? .closed : .foreign }
      bytes += part.prefix(count)
      guard bytes[0] == 0xFF else { return .foreign }
    }
    let name = bytes[mechanismBytes].prefix { $0 != 0 }
    return .greeting(TransportGreeting(mechanism: String(decoding: name, as: UTF8.self)))
  }
}
