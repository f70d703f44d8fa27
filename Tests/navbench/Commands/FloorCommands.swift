import ArgumentParser
import CNavFloor

/// The daemon of the floor, which `mirror`, `cost` and `fanout` start beside navd.
struct FloorDaemonCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "floor-daemon",
    abstract: "Publishes a message for each request, and does nothing else.",
    shouldDisplay: false
  )

  @Argument(help: "Where to listen for requests.")
  var input: String

  @Argument(help: "Where to publish.")
  var layout: String

  @Argument(help: "The bytes of a message, at most 4096.")
  var size: Int

  func run() throws {
    try FileLimit.raise(toAtLeast: 4_096)
    try FloorFailure.check(nav_floor_daemon(input, layout, max(0, size)))
  }
}

/// A client of the floor.
struct FloorClientCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "floor-client",
    abstract:
      "Sends a request for a key, writes to its terminal for a message, and does nothing else.",
    shouldDisplay: false
  )

  @Argument(help: "Where requests go.")
  var input: String

  @Argument(help: "Where messages come from.")
  var layout: String

  func run() throws {
    try FloorFailure.check(nav_floor_client(input, layout))
  }
}

/// Subscribers of navd or of the floor, which `fanout` starts.
struct SubscribersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "subscribers",
    abstract: "Tells when many subscribers have a message.",
    shouldDisplay: false
  )

  @Argument(help: "Where messages come from.")
  var layout: String

  @Argument(help: "The topic, in hexadecimal digits.")
  var topic: String

  @Argument(help: "How many subscribers.")
  var count: Int

  @Argument(help: "The least bytes of a message that counts.")
  var leastSize: Int

  func run() throws {
    // A connection and an event each.
    try FileLimit.raise(toAtLeast: 3 * count + 64)
    let digits = Array(topic)
    let bytes = try stride(from: 0, to: digits.count - 1, by: 2).map { start in
      guard let byte = UInt8(String(digits[start...start + 1]), radix: 16) else {
        throw ValidationError("a topic is written in hexadecimal digits")
      }
      return byte
    }
    try FloorFailure.check(nav_floor_subscribers(layout, bytes, bytes.count, count, leastSize))
  }
}

private enum FloorFailure {
  static func check(_ error: Int32) throws {
    guard error == 0 else { throw BenchError("the floor ends with error \(error) of libzmq") }
  }
}
