import NavTestKit

/// A replica takes an update whole, with the hash that it names, or not at all; and what is genuine it takes.
enum ReplicaLaw {
  /// The steps of a script that are played.
  static let longest = 24

  static func check(_ bytes: [UInt8]) throws {
    var reader = ByteReader(bytes)
    var stage = try ReplicaStage(seed: UInt64(reader.byte()))
    for _ in 0..<longest where !reader.isEmpty { try stage.play(&reader) }
    try stage.publishGenuine(seed: 1, lateBy: .zero)
  }
}
