import ArgumentParser
import NavBase
import NavProcessKit
import NavScene
import NavSystem
import NavWire
import ZeroMQ

/// A program that publishes to subscribers.
private struct FanoutLane {
  /// The endpoint at which it publishes.
  let layout: String
  let topic: [UInt8]
  /// Sends the request of a round, for which it publishes.
  let publish: (Int) throws -> Void
  /// Waits until it has nothing more to do.
  let rest: () throws -> Void

  /// navd with a session of one stream, whose topic all subscribe to; the stream's viewer is one more subscriber.
  ///
  /// - Parameter ground: the directory of the daemon.
  /// - Returns: the lane, and the bytes of navd's message for a move.
  /// - Throws: if the daemon does not start.
  static func navd(in ground: TemporaryDirectory) throws -> (lane: FanoutLane, messageSize: Int) {
    let daemon = try Navd(in: ground)
    let stage = try Stage(showing: .talk, clients: 0, in: ground, by: daemon)
    let viewer = try stage.follow()
    viewer.keepsUpdates = true
    try stage.run(until: "a viewer has joined") { viewer.epoch != nil }
    var version = try stage.input(.command(.forward), by: viewer).version
    let rest = {
      try stage.follow(viewer, to: version)
      try stage.settle(version)
    }
    try rest()
    guard let topic = viewer.attached?.streamTopic, let update = viewer.updates.last else {
      throw BenchError("a viewer has left by itself")
    }
    viewer.keepsUpdates = false
    let lane = FanoutLane(layout: "\(daemon.layout)", topic: topic) {
      version =
        try stage.input(.command($0.isMultiple(of: 2) ? .back : .forward), by: viewer).version
    } rest: {
      try rest()
    }
    return (lane, update.frames[1].count)
  }

  /// The floor's daemon.
  static func floor(in ground: TemporaryDirectory, messageSize: Int) throws -> FanoutLane {
    let daemon = try FloorDaemon(in: ground, messageSize: messageSize)
    let socket = try RequestSocket(Endpoint(parsing: daemon.input))
    let topic = Array("the topic of the one stream\0".utf8)
    return FanoutLane(layout: daemon.layout, topic: topic) { _ in
      _ = try withExtendedLifetime(daemon) { try socket.ask([UInt8](repeating: 0, count: 60)) }
    } rest: {
    }
  }
}

/// A process with subscribers of one topic, which reports when all of them have the next message.
///
/// See `nav_floor_subscribers`.
private final class SubscriberProcess {
  private let terminal: PseudoTerminal
  private var text = ""

  /// The numbers that the process writes.
  private static let waiting: Int64 = 0
  private static let ready: Int64 = 1

  /// Starts the process; call `waitUntilSubscribed` before the first round.
  init(_ count: Int, of lane: FanoutLane, leastSize: Int, in ground: TemporaryDirectory) throws {
    let digits = lane.topic.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    let program = [try Programs.path(of: Programs.bench), "subscribers", lane.layout]
    terminal = try PseudoTerminal(program + [digits, "\(count)", "\(leastSize)"], in: ground)
  }

  func waitUntilSubscribed() throws { try expect(Self.waiting) }

  /// Has it discard what its subscribers have received, and wait for the next message.
  func begin() throws {
    try terminal.type("\n")
    try expect(Self.ready)
  }

  /// Returns the time at which its last subscriber had the message.
  func end() throws -> Duration {
    let time = try next()
    try expect(Self.waiting)
    return .nanoseconds(time)
  }

  private func expect(_ number: Int64) throws {
    let found = try next()
    guard found == number else { throw BenchError("subscribers say \(found) instead of \(number)") }
  }

  /// Returns the number of the next line that has one; the terminal also echoes what is typed.
  private func next() throws -> Int64 {
    let deadline = monotonicNow() + .seconds(30)
    while true {
      while let end = text.firstIndex(where: \.isNewline) {
        let line = text[..<end]
        text = String(text[text.index(after: end)...])
        if let number = Int64(line) { return number }
      }
      guard monotonicNow() < deadline, !terminal.hasEnded() else {
        throw BenchError("subscribers do not answer: the machine is too busy, or: \(text)")
      }
      text += terminal.readText(within: .milliseconds(100))
    }
  }
}

/// Measures the time from a request until the last of many subscribers has what navd publishes for it, beside a floor
/// in the same run.
///
/// The floor publishes a message of the same size for each request, and does nothing else. The subscribers of both are
/// the same program in the same number of processes, and read without decoding. The sides take turns; a move begins at
/// rest.
struct Fanout: Scenario {
  static let configuration = CommandConfiguration(
    abstract: "Request until many subscribers have what is published for it, beside a floor.",
    discussion: """
      Examples:
        navbench fanout
        navbench fanout --subscribers 500 --rounds 100
      """
  )

  @Option(
    help: "Subscribers, 1 to 2000; may be given several times.",
    transform: within(1...2_000)
  )
  var subscribers = [1, 100, 1_000]

  @Option(help: "Moves measured on each side, 1 to 1000.", transform: within(1...1_000))
  var rounds = 20

  private static let perProcess = 250
  private static let header = [
    "subscribers", "navd p50", "p99", "spread", "floor p50", "p99", "spread", "ratio of p50",
  ]

  func measure() throws -> Section {
    var size = 0
    let rows = try subscribers.map { count in
      progress("fanout to \(count) subscribers, about \(rounds * 2 / 3 + 3) s")
      let ground = try TemporaryDirectory("navbench")
      let (navd, messageSize) = try FanoutLane.navd(in: ground)
      size = messageSize
      let lanes = [navd, try .floor(in: ground, messageSize: size)]
      let crowds = try lanes.map { lane in
        try stride(from: 0, to: count, by: Self.perProcess).map {
          let share = min(Self.perProcess, count - $0)
          return try SubscriberProcess(share, of: lane, leastSize: size / 2, in: ground)
        }
      }
      for crowd in crowds.joined() { try crowd.waitUntilSubscribed() }
      let figures = try byTurns(Array(zip(lanes, crowds)), rounds: rounds, warmUp: 2) {
        try time(of: $1, by: $0.0, to: $0.1)
      }
      .map(Figures.init)
      return ["\(count)"] + figures.flatMap(\.inMilliseconds)
        + [(figures[0].p50 / figures[1].p50).text()]
    }
    return Section(
      name: "fanout",
      facts: "\(rounds) moves, a message of \(size) B each; at most \(Self.perProcess) subscribers "
        + "in a process",
      title: "fanout: request until the last subscriber has the message",
      tables: [Table(Self.header, rows)]
    )
  }

  /// Returns the time until the last subscriber of a lane had a round's message.
  private func time(
    of round: Int,
    by lane: FanoutLane,
    to crowd: [SubscriberProcess]
  ) throws -> Duration {
    for process in crowd { try process.begin() }
    let start = monotonicNow()
    try lane.publish(round)
    let ends = try crowd.map { try $0.end() }
    try lane.rest()
    return (ends.max() ?? start) - start
  }
}
