/// A cryptographic hash with an optional key, which the program brings in: this module links no library for it.
///
/// `navd` uses BLAKE2b of libsodium. Digests and topics outlive a process, so the function never changes.
package protocol KeyedHash: Sendable {
  /// Returns the hash of bytes.
  ///
  /// - Parameters:
  ///   - bytes: the message.
  ///   - key: the secret key, of which the result is a message authentication code; empty for a plain hash.
  ///   - count: the length of the result in bytes, 16 to 64.
  /// - Returns: `count` bytes, the same for the same arguments in every process.
  func hash(_ bytes: [UInt8], key: [UInt8], count: Int) -> [UInt8]

  /// Compares two hashes in a time that does not depend on where they differ.
  func isEqual(_ a: [UInt8], _ b: [UInt8]) -> Bool
}
