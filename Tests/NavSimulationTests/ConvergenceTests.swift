import NavTestKit
import Testing

@Suite("A daemon and its viewers in a bad world")
struct ConvergenceTests {
  @Test("everybody agrees when it is over, and nothing wrong was ever shown")
  func convergence() throws {
    var total = Coverage()
    try forSeeds(0..<100) { generator in
      total.add(try simulate(&generator))
    }
    try total.check()
  }

  @Test(
    "the same seed gives the same events to the last of them",
    arguments: [1, 7, 23] as [UInt64]
  )
  func determinism(seed: UInt64) throws {
    let traces = try (0..<2).map { _ in
      var generator = SplitMix64(seed: seed)
      let world = try simulate(&generator)
      return [UInt64(world.trace.count), world.trace.digest]
    }
    #expect(traces[0] == traces[1])
    var generator = SplitMix64(seed: seed + 1)
    let other = try simulate(&generator)
    #expect(other.trace.digest != traces[0][1])
  }
}

/// What the runs of a test came to see: a schedule that avoids all trouble proves nothing.
struct Coverage {
  private var runs = 0
  private var accepted = 0
  private var unanswered = 0
  private var joins = 0
  private var viewers = 0
  private var restarts = 0
  private var openings = 0
  private var letGo = 0
  private var moves = 0
  private var contested = 0
  private var releases = 0
  private var taps: [World.Tap: Int] = [:]

  mutating func add(_ world: borrowing World) {
    runs += 1
    accepted += world.audit.acceptedCount
    unanswered += world.audit.sentCount - world.audit.acceptedCount
    joins += world.joins
    viewers += world.viewers.count
    restarts += Int(world.epoch) - 1
    openings += world.openings
    letGo += world.audit.letGoCount
    moves += world.pans.moved
    contested += world.pans.contested
    releases += world.pans.releaseCount
    taps.merge(world.taps, uniquingKeysWith: +)
  }

  func check() throws {
    // One seed alone, which the environment can ask for, need not have everything.
    guard runs >= 50 else { return }
    try demand(accepted > 5 * runs, "only \(accepted) operations in \(runs) runs")
    try demand(unanswered > 0, "no operation was ever lost")
    try demand(
      2 * joins > 3 * viewers,
      "\(joins) joins of \(viewers) viewers: nobody was ever lost"
    )
    try demand(
      viewers > 2 * runs && restarts > runs / 2,
      "\(viewers) viewers, \(restarts) restarts"
    )
    try demand(
      moves > runs && releases > runs && letGo > runs / 20,
      "\(moves) moves of pans, \(releases) releases, \(letGo) pans that the daemon ended"
    )
    try demand(contested > runs / 10, "\(contested) moves against another viewer's")
    for tap in World.Tap.allCases {
      let count = taps[tap] ?? 0
      try demand(count > runs / 40, "\(count) taps on a \(tap)")
    }
    try demand(openings > runs, "only \(openings) pages were opened")
  }
}
