import NavGeometry
import NavModel
import NavSystem

/// Measures the time from a request until the last of many subscribers has what navd publishes for it, beside a floor
/// in the same run.
///
/// The floor publishes a message of the same size for each request, and does nothing else. The subscribers of both are
/// the same program in the same number of processes, and read without decoding. The sides take turns; a move begins at
/// rest.
struct FanoutScenario: Scenario {
  var subscribers = [1, 100, 1_000]
  /// The counted rounds.
  var rounds = 20

  private static let warmUp = 2
  private static let viewport = CellSize(columns: 80, rows: 24)
  private static let perProcess = 250

  func measure() throws -> Section {
    var size = 0
    let rows = try subscribers.map { count in
      progress("fanout to \(count) subscribers, about \(rounds * 2 / 3 + 3) s")
      let (row, messageSize) = try measure(subscribers: count)
      size = messageSize
      return row
    }
    return Section(
      name: "fanout",
      facts:
        "\(rounds) moves, a message of \(size) B each; at most \(Self.perProcess) subscribers in a process",
      title: "fanout: request until the last subscriber has the message",
      tables: [
        Table(
          [
            "subscribers", "navd p50", "p99", "spread", "floor p50", "p99", "spread",
            "ratio of p50",
          ],
          rows
        )
      ]
    )
  }

  private func measure(subscribers count: Int) throws -> (cells: [String], size: Int) {
    let ground = try TemporaryDirectory()
    let navd = try FanoutNavd(in: ground, viewport: Self.viewport)
    let floor = try FanoutFloor(in: ground, messageSize: navd.messageSize)
    let lanes: [any FanoutLane] = [navd, floor]
    let crowds = try lanes.map { lane in
      let shares = stride(from: 0, to: count, by: Self.perProcess)
        .map { min(Self.perProcess, count - $0) }
      return try shares.map {
        try SubscriberProcess(
          $0,
          of: lane.topic,
          at: lane.layout,
          leastSize: navd.messageSize / 2,
          in: ground
        )
      }
    }
    for crowd in crowds.joined() { try crowd.waitUntilSubscribed() }
    var times: [[Duration]] = lanes.map { _ in [] }
    for round in 0..<Self.warmUp + rounds {
      for turn in lanes.indices {
        let index = (round + turn) % lanes.count
        let time = try publish(round, by: lanes[index], to: crowds[index])
        if round >= Self.warmUp { times[index].append(time) }
      }
    }
    let (ours, least) = (Figures(times[0]), Figures(times[1]))
    let cells = [ours, least].flatMap {
      [$0.p50.inMilliseconds, $0.p99.inMilliseconds, $0.spreadText]
    }
    return (["\(count)"] + cells + [(ours.p50 / least.p50).text(decimals: 2)], navd.messageSize)
  }

  /// Returns the time until the last subscriber of a lane had a round's message.
  private func publish(
    _ round: Int,
    by lane: any FanoutLane,
    to crowd: [SubscriberProcess]
  ) throws -> Duration {
    try Interruption.check()
    for process in crowd { try process.begin() }
    let start = monotonicNow()
    try lane.publish(round)
    let ends = try crowd.map { try $0.end() }
    try lane.rest()
    return (ends.max() ?? start) - start
  }
}
