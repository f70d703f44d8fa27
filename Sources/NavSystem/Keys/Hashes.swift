import CSodium
package import NavBase

extension ContentHash {
  /// The hash of bytes.
  package init(of bytes: [UInt8]) {
    var hash = [UInt8](repeating: 0, count: Self.byteCount)
    let status = crypto_generichash(&hash, hash.count, bytes, UInt64(bytes.count), nil, 0)
    guard status == 0, let own = ContentHash(hash) else {
      preconditionFailure("cannot hash \(bytes.count) bytes")
    }
    self = own
  }
}

/// SHA-256, with which a content security policy allows a script or a style sheet.
package enum SHA256 {
  /// Returns the 32 bytes of the hash.
  package static func hash(of message: [UInt8]) -> [UInt8] {
    var hash = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
    crypto_hash_sha256(&hash, message, UInt64(message.count))
    return hash
  }
}

extension [UInt8] {
  /// The bytes in base64 (RFC 4648, with padding).
  package var base64: String {
    // With a NUL at the end.
    let length = sodium_base64_encoded_len(count, sodium_base64_VARIANT_ORIGINAL)
    return String(unsafeUninitializedCapacity: length) { text in
      text.withMemoryRebound(to: CChar.self) { text in
        guard let start = text.baseAddress else { return 0 }
        sodium_bin2base64(start, length, self, count, sodium_base64_VARIANT_ORIGINAL)
        return length - 1
      }
    }
  }
}
