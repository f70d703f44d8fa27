import CSodium
import NavHost

/// BLAKE2b as libsodium computes it.
package struct Blake2b: KeyedHash {
  package init() {}

  package func hash(_ bytes: [UInt8], key: [UInt8], count: Int) -> [UInt8] {
    var hash = [UInt8](repeating: 0, count: count)
    let status = crypto_generichash(
      &hash,
      count,
      bytes,
      UInt64(bytes.count),
      key.isEmpty ? nil : key,
      key.count
    )
    precondition(status == 0, "cannot hash \(bytes.count) bytes into \(count)")
    return hash
  }

  package func isEqual(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    a.count == b.count && sodium_memcmp(a, b, a.count) == 0
  }
}
