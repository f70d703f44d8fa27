/// A public key by which a daemon and its peers know each other over TCP, 32 bytes (proto/README.md: Encryption).
package struct PeerKey: Hashable, Sendable, CustomStringConvertible {
  package static let byteCount = 32

  package let bytes: [UInt8]

  /// Creates a key of 32 bytes; nil for any other number.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.byteCount else { return nil }
    self.bytes = bytes
  }

  /// Parses the 43 characters of `description`; nil for any other text.
  package init?(_ text: some StringProtocol) {
    guard text.utf8.count == 43, let bytes = Base64URL.bytes(text) else { return nil }
    self.init(bytes)
  }

  /// 43 characters, letters, digits, `-` and `_`.
  package var description: String { Base64URL.text(bytes) }
}
