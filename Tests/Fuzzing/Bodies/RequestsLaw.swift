import NavTestKit
import NavWire

/// Whatever is asked, subscribed to, read from the disk or waited for: the daemon's core stands, answers every
/// operation once, publishes what its viewers can follow, and goes on serving those who are honest.
enum RequestsLaw {
  /// The steps of a script that are played.
  static let longest = 48

  static func check(_ bytes: [UInt8]) throws {
    var reader = ByteReader(bytes)
    var house = try FuzzedHouse(seed: UInt64(reader.byte()))
    for _ in 0..<longest where !reader.isEmpty { try house.play(&reader) }
    try house.settle()
    try house.serveHonestClient()
  }
}
