import Glibc
import NavGeometry
import NavModel
import NavWire

/// Measures the reply to an input, beside a bare echo over the same kind of socket.
///
/// Fairness of the comparison:
/// - Both are REQ to ROUTER over a Unix domain socket, through the same module and libzmq; the same code
///   sends, polls and receives on this side, and on the other side both poll until a message arrives and read
///   until none is left. Encoding the request and decoding the reply are outside the time.
/// - The lanes alternate, and the lane that begins a round changes; one request is in flight at a time. A
///   pause before each request lets the previous server finish its work after the reply.
/// - The viewer runs in this process and paints nothing; the daemon lays out, compares and publishes for it
///   as for any other viewer, before it replies.
///
/// With a short pause caches are warm and most moves interrupt the previous motion. With a pause longer than a motion
/// (0.4 s) every move begins at rest, on an idle machine: then all figures are higher, and navd's increase more than
/// the echo's, because more of its code and data is cold.
struct ReplyScenario: Scenario {
  /// The counted round trips of each lane.
  var requests = 1_000
  /// The pause before each request.
  var pause = Duration.milliseconds(1)

  /// The goal for the daemon's additional time over the echo.
  private static let goal = Duration.microseconds(60)
  private static let warmUp = 100
  private static let viewport = CellSize(columns: 80, rows: 24)

  func measure() throws -> Section {
    progress("reply, \(requests) requests on each of 3 lanes")
    let ground = try TemporaryDirectory()
    let daemon = try Navd(in: ground)
    let deck = ContentSpec.deck(path: try ground.write(Deck.small.markdown, to: "deck.md"))
    let echo = try EchoLane(in: ground)
    let lanes: [any ReplyLane] = [
      echo,
      try InputLane.unseen(by: daemon, showing: deck),
      try InputLane.seen(by: daemon, showing: deck, viewport: Self.viewport),
    ]
    let figures = try times(of: lanes).map(Figures.init)
    return Section(
      name: "reply",
      facts: "\(requests) requests on each lane by turns, \(pause.inMilliseconds) before each; "
        + "a deck of \(Deck.small.pages.count) slides",
      title: "reply: REQ to reply over ipc",
      tables: [table(lanes, figures, floor: figures[0])]
    )
  }

  private func times(of lanes: [any ReplyLane]) throws -> [[Duration]] {
    var times: [[Duration]] = lanes.map { _ in [] }
    let microseconds = useconds_t(pause / .microseconds(1))
    for round in 0..<Self.warmUp + requests {
      for turn in lanes.indices {
        let index = (round + turn) % lanes.count
        // The pause between two requests is part of the load: nothing is awaited.
        if microseconds > 0 { usleep(microseconds) }
        let time = try lanes[index].roundTrip(round)
        if round >= Self.warmUp { times[index].append(time) }
      }
    }
    return times
  }

  private func table(
    _ lanes: [any ReplyLane],
    _ figures: [Figures<Duration>],
    floor: Figures<Duration>
  ) -> Table {
    let rows = zip(lanes, figures).enumerated().map { index, pair in
      let (lane, times) = pair
      let own = [lane.name, times.p50.inMicroseconds, times.p99.inMicroseconds]
      guard index > 0 else { return own + ["", "", ""] }
      return own + [
        (times.p50 - floor.p50).inMicroseconds, "<= \(Self.goal.inMicroseconds)",
        (times.p50 / floor.p50).text(decimals: 2),
      ]
    }
    return Table(["", "p50", "p99", "above the echo", "goal", "ratio"], rows)
  }
}
