import Glibc

/// The ZMTP greeting of a listener (ZeroMQ RFC 37), the first message on a connection.
struct TransportGreeting: Hashable {
  /// `NULL` without encryption, `CURVE` with it.
  let mechanism: String

  /// The number of bytes of a greeting, and the part of them that names the mechanism.
  private static let byteCount = 64
  private static let mechanismBytes = 12..<32

  /// The beginning of a greeting of version 3, at which a listener answers with all of its own.
  private static let beginning: [UInt8] = [0xFF, 0, 0, 0, 0, 0, 0, 0, 1, 0x7F, 3]

  /// Asks a listener for its greeting; nil if it closes the connection, or sends something else, or nothing.
  ///
  /// - Parameters:
  ///   - descriptor: a connection on which nothing was sent or read.
  ///   - timeout: how long each part may take, in milliseconds.
  init?(of descriptor: Int32, timeout: Int32) {
    let (first, count) = (Self.beginning, Self.beginning.count)
    guard send(descriptor, first, count, Int32(MSG_NOSIGNAL)) == count else { return nil }
    var bytes: [UInt8] = []
    while bytes.count < Self.byteCount {
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&waiting, 1, timeout) > 0 else { return nil }
      var part = [UInt8](repeating: 0, count: Self.byteCount - bytes.count)
      let count = recv(descriptor, &part, part.count, 0)
      guard count > 0 else { return nil }
      bytes += part.prefix(count)
    }
    guard bytes.first == 0xFF else { return nil }
    mechanism = String(
      decoding: bytes[Self.mechanismBytes].prefix { $0 != 0 },
      as: UTF8.self
    )
  }
}
