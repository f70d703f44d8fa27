import ArgumentParser
import CNavFloor

/// Measures the promised figures beside those of the best peer in one run (figures are medians of that run only).
@main
struct Navbench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "navbench",
    abstract: "Measures navd and navclient beside their peers.",
    discussion: """
      Without a subcommand it runs `mirror`, `cost`, `reply`, `fanout`, `start`, `recovery`, `memory` and \
      `bytes` and prints one report. Compare figures of one run only, on a machine that does nothing else.

      It measures the release builds of navd and navclient beside itself:
        for program in navd navclient navbench; do
          swift build -c release --static-swift-stdlib -debug-info-format none --product $program
        done

      Examples:
        navbench                             all, about 8 minutes
        navbench --quick                     all with few rounds, to see that it works
        navbench mirror --clients 2 --clients 32 --keys 200
        navbench reply --requests 50 --pause 600     every move begins at rest, all is cold
        navbench siege                       peers that do their worst
        navbench kills                       and joins, stall, leave, sources: under stress, each by itself
      """,
    subcommands: [
      All.self, Mirror.self, Cost.self, ReplyTime.self, Fanout.self, Start.self,
      Recovery.self, Memory.self, Bytes.self, Kills.self, Joins.self, Stall.self,
      Leave.self, Sources.self, Siege.self, Instructions.self, Presses.self,
      Functions.self, Profile.self,
      Echo.self,
      FloorDaemonCommand.self, FloorClientCommand.self, SubscribersCommand.self, CrowdCommand.self,
      AttackCommand.self,
    ],
    defaultSubcommand: All.self
  )
}

struct All: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Measures everything. (The default.)"
  )

  @Flag(help: "Few rounds: to see that it works, not to compare.")
  var quick = false

  private static let quick = [
    "mirror --keys 5", "cost --keys 2", "reply --requests 100", "fanout --rounds 2",
    "start --rounds 2", "recovery --rounds 2",
    "memory --sessions 5 --viewers 10 --clients 5", "bytes --moves 2",
  ]

  func run() throws {
    let scenarios = try Self.quick.compactMap { line in
      let words = line.split(separator: " ").map(String.init)
      return try Navbench.parseAsRoot(quick ? words : [words[0]]) as? any Scenario
    }
    try scenarios.printReport()
  }
}

// MARK: The programs of the floor, which other commands start

/// The daemon of the floor, which `mirror`, `cost` and `fanout` start beside navd.
struct FloorDaemonCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "floor-daemon",
    abstract: "Publishes a message for each request, and does nothing else.",
    shouldDisplay: false
  )

  @Argument(help: "Where to listen for requests.") var input: String
  @Argument(help: "Where to publish.") var layout: String
  @Argument(help: "The bytes of a message, at most 4096.") var size: Int

  func run() throws {
    try FileLimit.raise(toAtLeast: 4_096)
    try checkFloor(nav_floor_daemon(input, layout, max(0, size)))
  }
}

/// A client of the floor.
struct FloorClientCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "floor-client",
    abstract: "Sends a request for a key, writes to its terminal for a message.",
    shouldDisplay: false
  )

  @Argument(help: "Where requests go.") var input: String
  @Argument(help: "Where messages come from.") var layout: String

  func run() throws { try checkFloor(nav_floor_client(input, layout)) }
}

/// Subscribers of navd or of the floor, which `fanout` starts.
struct SubscribersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "subscribers",
    abstract: "Tells when many subscribers have a message.",
    shouldDisplay: false
  )

  @Argument(help: "Where messages come from.") var layout: String
  @Argument(help: "The topic, in hexadecimal digits.") var topic: String
  @Argument(help: "How many subscribers.") var count: Int
  @Argument(help: "The least bytes of a message that counts.") var leastSize: Int

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
    try checkFloor(nav_floor_subscribers(layout, bytes, bytes.count, count, leastSize))
  }
}

private func checkFloor(_ error: Int32) throws {
  guard error == 0 else { throw BenchError("the floor ends with error \(error) of libzmq") }
}
