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
