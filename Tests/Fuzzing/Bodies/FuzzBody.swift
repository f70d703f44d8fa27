/// What is fuzzed: bytes of anybody go in, and a law holds for them all.
///
/// Each body is one of libFuzzer's targets (`deploy/fuzz`), and `FuzzingTests` gives it every file of its corpus.
/// What breaks a law is thrown; what traps needs no telling.
package enum FuzzBody: String, CaseIterable, Sendable {
  /// Bytes of the wire as every message that there is.
  case wire = "FuzzWire"
  /// A script of requests, subscriptions, loaded content and time, for a daemon's core.
  case requests = "FuzzRequests"
  /// A script of updates, genuine and tampered with, for a viewer's replica.
  case replica = "FuzzReplica"
  /// Bytes as the files of a store.
  case store = "FuzzStore"
  /// Bytes as what a program prints.
  case printed = "FuzzPrinted"
  /// Bytes as a JSON or YAML document that is looked through.
  case outline = "FuzzOutline"

  /// - Throws: where the law does not hold.
  package func check(_ bytes: [UInt8]) throws {
    switch self {
    case .wire: try WireLaw.check(bytes)
    case .requests: try RequestsLaw.check(bytes)
    case .replica: try ReplicaLaw.check(bytes)
    case .store: try StoreLaw.check(bytes)
    case .printed: try PrintedLaw.check(bytes)
    case .outline: try OutlineLaw.check(bytes)
    }
  }

  /// As libFuzzer wants it: what breaks a law ends the process, which keeps the input.
  ///
  /// - Parameters:
  ///   - start: the input's first byte.
  ///   - count: its bytes.
  /// - Returns: 0: the input may be kept for the corpus.
  package func checkOrStop(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    do {
      try check(Array(UnsafeBufferPointer(start: start, count: count)))
    } catch {
      fatalError("\(rawValue) found: \(error)")
    }
    return 0
  }
}
