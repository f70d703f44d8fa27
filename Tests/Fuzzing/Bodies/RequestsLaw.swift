import NavTestKit
import NavWire

/// With any requests, subscriptions, loaded content and waits, the daemon's core keeps running, answers every operation
/// once, publishes valid messages, and still serves well-behaved clients.
enum RequestsLaw {
  /// The largest number of steps of a script.
  static let longest = 48

  static func check(_ bytes: [UInt8]) throws {
    var reader = ByteReader(bytes)
    var daemon = try FuzzedDaemon(seed: UInt64(reader.byte()))
    for _ in 0..<longest where !reader.isEmpty { try daemon.play(&reader) }
    try daemon.settle()
    try daemon.serveHonestClient()
  }
}
