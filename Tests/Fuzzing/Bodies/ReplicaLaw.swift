import NavTestKit

/// A replica applies an update completely, with the hash in it, or not at all; and it applies every genuine one.
enum ReplicaLaw {
  /// The largest number of steps of a script.
  static let longest = 24

  static func check(_ bytes: [UInt8]) throws {
    var reader = ByteReader(bytes)
    var replicas = try FuzzedReplica(seed: UInt64(reader.byte()))
    for _ in 0..<longest where !reader.isEmpty { try replicas.play(&reader) }
    try replicas.publishGenuine(seed: 1, lateBy: .zero)
  }
}
