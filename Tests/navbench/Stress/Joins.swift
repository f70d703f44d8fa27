import ArgumentParser
import NavBase
import NavProcessKit
import NavSystem

/// Lets viewers join while three clients make a thousand updates per second.
///
/// Half of them join one after the other, the others ten at a time. Each follows for a hundred updates after its
/// snapshot. A hole is one of these updates that does not fit the previous one, or a scene whose hash differs from the
/// daemon's. The daemon buffers a hundred updates however slow the viewer is; on a busy machine it may miss later ones.
/// The time of a join runs from creating its sockets until its snapshot arrives.
struct Joins: Scenario {
  static let configuration = CommandConfiguration(
    abstract: "Viewers that join while a thousand updates a second flow.",
    discussion: """
      Fails where one of them misses an update or has a wrong scene.

      Examples:
        navbench joins
        navbench joins --transport tcp
      """
  )

  @Option(help: "Viewers that join, 1 to 10000.", transform: within(1...10_000))
  var joins = 200

  @Option(help: "How they reach the daemon: over TCP on this machine, or not.")
  var transport = Navd.Transport.ipc

  @OptionGroup var judgement: Judgement

  private static let followed = 100
  private static let atOnce = 10

  /// The outcome of one viewer.
  private struct Outcome {
    let time: Duration
    let hasHole: Bool
    let timeouts: Int
    let faults: [String]
  }

  func measure() throws -> Section {
    progress("joins over \(transport), \(joins) of them, about \(1 + joins / 5) s")
    let ground = try TemporaryDirectory("navbench")
    let stage = try Stage(clients: 3, in: ground, by: try Navd(in: ground, over: transport))
    // Together just over a thousand per second, less on a busy machine.
    stage.pace = .microseconds(2_850)
    let start = monotonicNow()
    var outcomes: [Outcome] = []
    while outcomes.count < joins {
      let size = outcomes.count < joins / 2 ? 1 : min(Self.atOnce, joins - outcomes.count)
      outcomes += try join(size, behind: outcomes.count, stage)
    }
    let rate = Double(stage.accepted) / ((monotonicNow() - start) / .seconds(1))
    let times = Figures(outcomes.map(\.time))
    let holes = outcomes.count(where: \.hasHole)
    let wrong = outcomes.count { !$0.faults.isEmpty }
    let words = Set(outcomes.flatMap(\.faults)).sorted().joined(separator: "; ")
    let row = [
      "\(joins)", times.p50.inMilliseconds, times.p99.inMilliseconds, times.largest.inMilliseconds,
      "\(outcomes.reduce(0) { $0 + $1.timeouts })", rate.text(decimals: 1),
      "\(stage.senders.reduce(0) { $0 + $1.slowDowns })",
    ]
    let lost =
      "joins over \(transport): \(holes) viewers missed an update, \(wrong) had a wrong scene \(words)"
    return Section(
      name: "joins",
      facts: "\(joins) joins over \(transport), \(holes) holes, \(wrong) wrong scenes",
      title: "joins: from nothing to the snapshot, over \(transport)",
      tables: [
        Table(
          ["viewers", "p50", "p99", "largest", "tried again", "inputs/s", "slowed down"],
          [row]
        )
      ],
      failures: (holes + wrong > 0 ? [lost] : [])
        + judgement.failures(
          of: "a join over \(transport)",
          times.largest,
          goal: .milliseconds(100)
        )
    )
  }

  /// Lets some viewers join at once, follow for a while, and leave.
  private func join(_ count: Int, behind number: Int, _ stage: Stage) throws -> [Outcome] {
    let start = monotonicNow()
    let followers = try (0..<count).map { index in
      try stage.follow(Stall.sizes[(number + index) % Stall.sizes.count])
    }
    var outcomes: [Outcome?] = Array(repeating: nil, count: count)
    var joinedAt: [Duration?] = Array(repeating: nil, count: count)
    try stage.run(until: "\(count) viewers have joined and followed") {
      for (index, follower) in followers.enumerated() where outcomes[index] == nil {
        joinedAt[index] = joinedAt[index] ?? follower.joinedAt
        let hasFollowed = follower.updatesSinceJoin >= Self.followed
        guard hasFollowed || follower.gaps + follower.faults.count > 0 else { continue }
        outcomes[index] = Outcome(
          time: (joinedAt[index] ?? monotonicNow()) - start,
          hasHole: !hasFollowed && follower.gaps > 0,
          timeouts: follower.timeouts,
          faults: follower.faults
        )
      }
      return outcomes.allSatisfy { $0 != nil }
    }
    for follower in followers {
      stage.remove(follower)
      try follower.leave()
    }
    return outcomes.compactMap(\.self)
  }
}

extension Navd.Transport: ExpressibleByArgument {}
