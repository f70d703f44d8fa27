import NavSimulation
import NavTestKit
import Testing

@Suite("A daemon and its viewers in a bad world")
struct ConvergenceTests {
  @Test(
    "everybody agrees when it is over, and nothing wrong was ever shown",
    arguments: [0..<100, 100..<200] as [Range<UInt64>]
  )
  func convergence(seeds: Range<UInt64>) throws {
    var total = Coverage()
    for seed in wanted(seeds) {
      total.add(try simulate(Schedule(seed: seed)).coverage)
    }
    #expect(total.complaints == [])
  }

  @Test(
    "the same seed gives the same events to the last of them",
    arguments: [1, 7, 23] as [UInt64]
  )
  func determinism(seed: UInt64) throws {
    let schedule = Schedule(seed: seed)
    let first = try simulate(schedule)
    let second = try simulate(Schedule(seed: seed))
    #expect(first.digest == second.digest)
    #expect(first.events == second.events)
    let whole = try simulate(schedule.only(schedule.picks))
    #expect(whole.digest == first.digest)
    let part = schedule.only(schedule.picks.dropLast(10))
    #expect(try simulate(part).digest == simulate(part).digest)
    #expect(try simulate(part).digest != first.digest)
    #expect(try simulate(Schedule(seed: seed + 1)).digest != first.digest)
  }

  @Test("a world without any incident is at rest")
  func emptySchedule() throws {
    let report = try simulate(Schedule(seed: 1).only([]))
    #expect(report.history.count == 1)
    #expect(report.coverage[.viewers] == 1)
  }
}
