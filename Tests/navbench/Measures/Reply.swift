import ArgumentParser
import Glibc
import NavBase
import NavProcessKit
import NavScene
import NavWire
import ZeroMQ

/// A kind of round trip to measure: returns the time from sending the request of a round to receiving the reply.
struct ReplyLane {
  let name: String
  let roundTrip: (Int) throws -> Duration

  /// The baseline: a round trip of 64 bytes to a separate process, which sends them back.
  static func echo(in ground: TemporaryDirectory) throws -> ReplyLane {
    let path = "\(ground.path)/echo"
    let server = try PseudoTerminal(
      [try Programs.path(of: Programs.bench), "echo", path],
      in: ground
    )
    try server.waitForOutput()
    let socket = try RequestSocket(.ipc(path: path))
    let request = [UInt8](repeating: 0x78, count: 64)
    return ReplyLane(name: "echo of 64 B") { _ in
      try withExtendedLifetime((server, ground)) {
        let (reply, time) = try socket.ask(request)
        guard reply == request else { throw BenchError("the echo answers something else") }
        return time
      }
    }
  }

  private static func move(_ round: Int) -> SessionAction {
    .command(round.isMultiple(of: 2) ? .forward : .back)
  }

  /// Durable inputs to a session without viewers.
  static func unseen(by daemon: Navd, showing content: ContentSpec) throws -> ReplyLane {
    let participant = try Participant(of: daemon)
    _ = try participant.ask(.newSession(name: "unseen", content))
    return ReplyLane(name: "navd, no viewer") { round in
      let session = SessionReference.name("unseen")
      let action = move(round)
      return try participant.send(
        Request.Input(session: session, action: action)
      ).time
    }
  }

  /// Durable inputs to a session with one viewer, which has received each move before the next one is sent.
  static func seen(on stage: Stage) throws -> ReplyLane {
    let viewer = try stage.follow()
    try stage.run(until: "a viewer has joined") { viewer.epoch != nil }
    return ReplyLane(name: "navd, one viewer") { round in
      let (version, time) = try stage.input(move(round), by: viewer)
      try stage.follow(viewer, to: version)
      return time
    }
  }
}

/// Measures the reply to an input, beside a bare echo over the same kind of socket.
///
/// Fairness of the comparison:
/// - Both are REQ to ROUTER over a Unix domain socket, through the same module and libzmq; the same code sends, polls and
///   receives on this side, and on the other side both poll until a message arrives and read until none is left.
///   Encoding the request and decoding the reply are outside the time.
/// - The lanes alternate; one request is in flight at a time. A pause before each request lets the previous server finish
///   its work after the reply.
/// - The viewer runs in this process and paints nothing; the daemon lays out, compares and publishes for it as for any
///   other viewer, before it replies.
///
/// With a short pause caches are warm and most moves interrupt the previous motion. With a pause longer than a motion
/// (0.4 s) every move begins at rest, on an idle machine: then all figures are higher, and navd's increase more than
/// the echo's, because more of its code and data is cold.
struct ReplyTime: Scenario {
  static let configuration = CommandConfiguration(
    commandName: "reply",
    abstract: "Request to reply of an input, beside a bare echo.",
    discussion: """
      Examples:
        navbench reply
        navbench reply --requests 5000 --pause 0
        navbench reply --requests 50 --pause 600     every move begins at rest, all is cold
      """
  )

  @Option(
    help: "Round trips measured of each kind, 1 to 1000000.",
    transform: within(1...1_000_000)
  )
  var requests = 1_000

  @Option(help: "Milliseconds before each, 0 to 2000.", transform: within(0...2_000))
  var pause = 1

  /// The goal for the daemon's additional time over the echo.
  private static let goal = Duration.microseconds(60)

  func measure() throws -> Section {
    progress("reply, \(requests) requests on each of 3 lanes")
    let ground = try TemporaryDirectory("navbench")
    let daemon = try Navd(in: ground)
    let deck = ContentSpec.deck(path: try ground.write(Deck.small.markdown, to: "deck.md"))
    let lanes = [
      try ReplyLane.echo(in: ground), try .unseen(by: daemon, showing: deck),
      try .seen(on: try Stage(clients: 0, in: ground, by: daemon)),
    ]
    let figures = try byTurns(lanes, rounds: requests, warmUp: 100) { lane, round in
      // The pause between two requests is part of the load: nothing is awaited.
      if pause > 0 { usleep(useconds_t(1_000 * pause)) }
      return try lane.roundTrip(round)
    }
    .map(Figures.init)
    let rows = zip(lanes, figures).enumerated().map { index, pair in
      let (own, floor) = (pair.1.p50, figures[0].p50)
      let compared =
        index == 0
        ? ["", "", ""]
        : [(own - floor).inMicroseconds, "<= \(Self.goal.inMicroseconds)", (own / floor).text()]
      return [pair.0.name, own.inMicroseconds, pair.1.p99.inMicroseconds] + compared
    }
    return Section(
      name: "reply",
      facts: "\(requests) requests on each lane by turns, \(pause) ms before each; "
        + "a deck of \(Deck.small.pages.count) slides",
      title: "reply: REQ to reply over ipc",
      tables: [Table(["", "p50", "p99", "above the echo", "goal", "ratio"], rows)]
    )
  }
}

/// The echo server that `reply` and `join` start as their baseline.
struct Echo: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Answers every request with its own bytes.",
    shouldDisplay: false
  )

  @Argument(help: "Where to listen: the path of a Unix domain socket.")
  var path: String

  /// Serves until a signal ends the process; a line on standard output reports that it listens.
  func run() throws {
    let context = try Context()
    var socket = try Socket(.router, in: context)
    try socket.bind(.ipc(path: path))
    var poller = Poller()
    poller.add(socket, token: 1, events: .readable)
    print("listening")
    while true {
      _ = try poller.wait(timeout: nil)
      while let frames = try socket.receive() { _ = try socket.send(frames) }
    }
  }
}
