import CSodium

/// Encrypts the messages of a stream for those who have its key (proto/README.md: Sealed streams).
///
/// ChaCha20-Poly1305 (RFC 8439): the nonce is the number of the message, the topic is authenticated with it. A sealed
/// message is that number, 8 bytes as little endian, and the encrypted one.
package struct StreamSealer: Sendable {
  /// The number of the last message; no key ever gets two messages with one number.
  private var counter: UInt64 = 0

  package init() {}

  /// Encrypts the next message.
  ///
  /// - Parameters:
  ///   - message: the message.
  ///   - key: the key of the stream, 32 bytes.
  ///   - topic: the topic on which it is published.
  /// - Returns: 24 bytes more than the message.
  package mutating func seal(_ message: [UInt8], key: [UInt8], topic: [UInt8]) -> [UInt8] {
    precondition(key.count == StreamSeal.keyLength, "a key of \(key.count) bytes")
    counter += 1
    let number = StreamSeal.bytes(counter)
    return number
      + [UInt8](
        unsafeUninitializedCapacity: message.count + StreamSeal.tagLength
      ) { buffer, count in
        guard let start = buffer.baseAddress else { return }
        var length: UInt64 = 0
        crypto_aead_chacha20poly1305_ietf_encrypt(
          start,
          &length,
          message,
          UInt64(message.count),
          topic,
          UInt64(topic.count),
          nil,
          StreamSeal.nonce(number),
          key
        )
        count = Int(length)
      }
  }
}

/// Opens the sealed messages of the stream that a viewer follows, each at most once.
package struct StreamOpener: Sendable {
  private var key: [UInt8] = []
  /// The number of the last message under that key.
  private var last: UInt64 = 0

  package init() {}

  /// Opens a message.
  ///
  /// - Parameters:
  ///   - sealed: the sealed message.
  ///   - key: the key of the stream, 32 bytes.
  ///   - topic: the topic on which it came.
  /// - Returns: the message; nil if it was not sealed with this key for this topic, or is not newer than the last one.
  package mutating func open(_ sealed: [UInt8], key: [UInt8], topic: [UInt8]) -> [UInt8]? {
    guard key.count == StreamSeal.keyLength,
      sealed.count >= StreamSeal.numberLength + StreamSeal.tagLength
    else { return nil }
    if key != self.key { (self.key, last) = (key, 0) }
    let number = Array(sealed[..<StreamSeal.numberLength])
    let counter = number.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    guard counter > last else { return nil }
    let body = Array(sealed[StreamSeal.numberLength...])
    var isIntact = false
    let message = [UInt8](
      unsafeUninitializedCapacity: body.count - StreamSeal.tagLength
    ) { buffer, count in
      var length: UInt64 = 0
      let status = crypto_aead_chacha20poly1305_ietf_decrypt(
        buffer.baseAddress,
        &length,
        nil,
        body,
        UInt64(body.count),
        topic,
        UInt64(topic.count),
        StreamSeal.nonce(number),
        key
      )
      isIntact = status == 0
      count = isIntact ? Int(length) : 0
    }
    guard isIntact else { return nil }
    last = counter
    return message
  }
}

/// The sizes of sealed messages, in bytes.
private enum StreamSeal {
  static let keyLength = Int(crypto_aead_chacha20poly1305_ietf_KEYBYTES)
  static let tagLength = Int(crypto_aead_chacha20poly1305_ietf_ABYTES)
  static let numberLength = 8

  static func bytes(_ number: UInt64) -> [UInt8] {
    (0..<numberLength).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  /// The nonce of a message, 12 bytes.
  static func nonce(_ number: [UInt8]) -> [UInt8] { [0, 0, 0, 0] + number }
}
