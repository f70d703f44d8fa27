import NavGeometry
import NavSystem
import ZeroMQ

/// Lets viewers join while three clients make a thousand updates per second.
///
/// Half of them join one after the other, the others ten at a time. Each follows for a hundred updates after its
/// snapshot. A hole is one of these updates that does not fit the previous one, or a scene whose hash differs from the
/// daemon's. The daemon buffers a hundred updates however slow the viewer is; on a busy machine it may miss later ones.
/// The time of a join runs from creating its sockets until its snapshot arrives.
struct JoinsScenario: Scenario {
  var joins = 200
  var transport = Navd.Transport.ipc
  var judgement: Judgement

  private static let session = "joins"
  private static let senders = 3
  /// The interval of one sender: together just over a thousand per second, less on a busy machine.
  private static let pace = Duration.microseconds(2_850)
  private static let followed = 100
  private static let atOnce = 10
  private static let goal = Duration.milliseconds(100)
  private static let sizes = [(80, 24), (100, 30), (120, 40), (200, 60)]
    .map { CellSize(columns: $0, rows: $1) }

  func measure() throws -> Section {
    progress("joins over \(transport), \(joins) of them, about \(1 + joins / 5) s")
    let ground = try TemporaryDirectory()
    let daemon = try Navd(in: ground, over: transport)
    let deck = try ground.write(Deck.small.markdown, to: "deck.md")
    let id = try daemon.makeSession(Self.session, showing: deck)
    let context = try Context()
    let flow = try Flow(
      of: daemon,
      session: id,
      pages: Deck.small.pages.count,
      senders: Self.senders,
      in: context
    )
    let loop = Loop()
    for sender in flow.senders { loop.add(sender) }
    loop.everyTurn = { now in
      daemon.drain()
      try flow.send(at: now)
    }
    flow.pace = Self.pace
    let start = monotonicNow()
    let groups =
      Array(repeating: 1, count: joins / 2) + Self.groups(of: joins - joins / 2)
    var outcomes: [Outcome] = []
    for size in groups {
      outcomes += try join(size, behind: outcomes.count, daemon, loop, context)
    }
    let rate = Double(flow.accepted) / ((monotonicNow() - start) / .seconds(1))
    flow.pace = nil
    return section(outcomes, rate: rate, slowDowns: flow.senders.reduce(0) { $0 + $1.slowDowns })
  }

  private static func groups(of count: Int) -> [Int] {
    Array(repeating: atOnce, count: count / atOnce)
      + (count.isMultiple(of: atOnce) ? [] : [count % atOnce])
  }

  /// The outcome of one viewer.
  private struct Outcome {
    let time: Duration
    let hasHole: Bool
    let timeouts: Int
    let faults: [String]
  }

  /// Lets some viewers join at once, follow for a while, and leave.
  private func join(
    _ count: Int,
    behind number: Int,
    _ daemon: Navd,
    _ loop: Loop,
    _ context: Context
  ) throws -> [Outcome] {
    let start = monotonicNow()
    let followers = try (0..<count).map { index in
      try Follower(
        of: daemon,
        session: Self.session,
        viewport: Self.sizes[(number + index) % Self.sizes.count],
        in: context
      )
    }
    for follower in followers { loop.add(follower) }
    var outcomes: [Outcome?] = Array(repeating: nil, count: count)
    var joinedAt: [Duration?] = Array(repeating: nil, count: count)
    try loop.run(until: "\(count) viewers have joined and followed") {
      for (index, follower) in followers.enumerated() where outcomes[index] == nil {
        joinedAt[index] = joinedAt[index] ?? follower.joinedAt
        let isOver =
          follower.updatesSinceJoin >= Self.followed || follower.gaps + follower.faults.count > 0
        guard isOver else { continue }
        outcomes[index] = Outcome(
          time: (joinedAt[index] ?? monotonicNow()) - start,
          hasHole: follower.updatesSinceJoin < Self.followed && follower.gaps > 0,
          timeouts: follower.timeouts,
          faults: follower.faults
        )
      }
      return outcomes.allSatisfy { $0 != nil }
    }
    for follower in followers {
      loop.remove(follower, sockets: Follower.sockets)
      try follower.leave()
    }
    return outcomes.compactMap(\.self)
  }

  private func section(_ outcomes: [Outcome], rate: Double, slowDowns: Int) -> Section {
    let times = Figures(outcomes.map(\.time))
    let holes = outcomes.count(where: \.hasHole)
    let wrong = outcomes.count { !$0.faults.isEmpty }
    var failures: [String] = []
    if holes + wrong > 0 {
      let words = Set(outcomes.flatMap(\.faults)).sorted().joined(separator: "; ")
      failures.append(
        "joins over \(transport): \(holes) viewers missed an update, \(wrong) had a wrong scene \(words)"
      )
    }
    return Section(
      name: "joins",
      facts: "\(joins) joins over \(transport), \(holes) holes, \(wrong) wrong scenes",
      title: "joins: from nothing to the snapshot, over \(transport)",
      tables: [
        Table(
          ["viewers", "p50", "p99", "largest", "tried again", "inputs/s", "slowed down"],
          [
            [
              "\(joins)", times.p50.inMilliseconds, times.p99.inMilliseconds,
              times.largest.inMilliseconds, "\(outcomes.reduce(0) { $0 + $1.timeouts })",
              rate.text(decimals: 1), "\(slowDowns)",
            ]
          ]
        )
      ],
      failures: failures
        + judgement.failures(of: "a join over \(transport)", times.largest, goal: Self.goal)
    )
  }
}
