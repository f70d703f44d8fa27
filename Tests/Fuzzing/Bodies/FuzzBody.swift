/// A fuzzing target: it gets arbitrary bytes, and checks a law that holds for all of them.
///
/// Each body is one of libFuzzer's targets (`deploy/fuzz`), and `NavSimulationTests` runs it on every file of its corpus. A
/// violated law is thrown; a trap reports itself.
package enum FuzzBody: String, CaseIterable, Sendable {
  /// Bytes as every kind of wire message.
  case wire = "FuzzWire"
  /// A script of requests, subscriptions, loaded content and time, for a daemon's core.
  case requests = "FuzzRequests"
  /// A script of updates, genuine and tampered with, for a viewer's replica.
  case replica = "FuzzReplica"
  /// Bytes as the files of a store.
  case store = "FuzzStore"
  /// Bytes as the output of a program.
  case printed = "FuzzPrinted"
  /// Bytes as a JSON or YAML document that is read completely.
  case outline = "FuzzOutline"
  /// Bytes as the string of an invitation, and as the other texts with keys.
  case invitation = "FuzzInvitation"
  /// Bytes as the frames of a question about a connection (ZAP).
  case authentication = "FuzzZAP"

  /// Bytes as the list of the files of a bundle, and as what it shows.
  case bundle = "FuzzBundle"

  /// - Throws: when the law does not hold.
  package func check(_ bytes: [UInt8]) throws {
    switch self {
    case .wire: try WireLaw.check(bytes)
    case .requests: try RequestsLaw.check(bytes)
    case .replica: try ReplicaLaw.check(bytes)
    case .store: try StoreLaw.check(bytes)
    case .printed: try PrintedLaw.check(bytes)
    case .outline: try OutlineLaw.check(bytes)
    case .invitation: try InvitationLaw.check(bytes)
    case .authentication: try AuthenticationLaw.check(bytes)
    case .bundle: try BundleLaw.check(bytes)
    }
  }

  /// The entry point for libFuzzer: a violated law ends the process, and libFuzzer keeps the input.
  ///
  /// - Parameters:
  ///   - start: the input's first byte.
  ///   - count: the number of bytes.
  /// - Returns: 0: the input may be added to the corpus.
  package func checkOrStop(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    do {
      try check(Array(UnsafeBufferPointer(start: start, count: count)))
    } catch {
      fatalError("\(rawValue) found: \(error)")
    }
    return 0
  }
}
