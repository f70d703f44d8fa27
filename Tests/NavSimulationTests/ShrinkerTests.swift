import NavSimulation
import NavTestKit
import Testing

@Suite("Shortening of failing schedules")
struct ShrinkerTests {
  @Test("of a random list exactly the items needed for the failure are left")
  func minimal() throws {
    try forSeeds(0..<200) { generator in
      let items = Array(0..<generator.int(in: 0...60))
      let needed = Set(items.filter { _ in generator.oneIn(12) })
      var tries = 0
      var shrinker = Shrinker<Int>(
        while: { true },
        fails: {
          tries += 1
          return needed.isSubset(of: $0)
        }
      )
      let shrunk = shrinker.shrink(items)
      try demand(shrunk == needed.sorted(), "\(shrunk) instead of \(needed.sorted())")
      try demand(shrinker.tries == tries && tries <= 60 * 60)
    }
  }

  @Test("no remaining item can be removed, also if items need each other")
  func oneMinimal() throws {
    try forSeeds(0..<200) { generator in
      let items = Array(0..<generator.int(in: 1...24))
      // Fails with the last item, or with any two at this distance.
      let distance = generator.int(in: 1...24)
      let last = items.count - 1
      func fails(_ list: [Int]) -> Bool {
        let isFar = list.contains { first in list.contains { $0 - first == distance } }
        return isFar || (list.contains(last) && list.count > 3)
      }
      guard fails(items) else { return }
      var shrinker = Shrinker<Int>(while: { true }, fails: fails)
      let shrunk = shrinker.shrink(items)
      try demand(fails(shrunk), "\(shrunk) does not fail")
      for index in shrunk.indices {
        var shorter = shrunk
        shorter.remove(at: index)
        try demand(!fails(shorter), "\(index) of \(shrunk) is not needed")
      }
    }
  }

  @Test("when the time is over, the result so far is returned", arguments: 0...6)
  func bounded(tries: Int) {
    var left = tries
    var shrinker = Shrinker<Int>(
      while: {
        left -= 1
        return left >= 0
      },
      fails: { $0.contains(3) }
    )
    let shrunk = shrinker.shrink(Array(0..<16))
    #expect(shrinker.tries <= tries)
    #expect(shrunk.contains(3))
    #expect((shrunk.count == 16) == (tries < 1))
  }

  @Test("items become smaller as long as the list fails")
  func simplified() {
    var shrinker = Shrinker<Int>(while: { true }, fails: { $0.reduce(0, +) >= 10 })
    #expect(shrinker.simplify([16, 5, 3]) { $0 > 1 ? $0 / 2 : nil } == [2, 5, 3])
  }

  @Test(
    "the schedule of a planted fault shrinks to a few incidents and fails in the same way",
    arguments: sampled([PlantedFault.hiddenGap, .performedTwice, .lateMove])
  )
  func plantedFault(_ fault: PlantedFault) throws {
    let (seed, kind) = try #require(firstFailure(with: fault))
    let schedule = Schedule(seed: seed)
    func kindOfFailure(_ picks: [Schedule.Pick]) -> String? {
      do throws(SimulationFailure) {
        _ = try simulate(schedule.only(picks), fault: fault)
        return nil
      } catch {
        return error.kind
      }
    }
    var left = 60
    var shrinker = Shrinker<Schedule.Pick>(
      while: {
        left -= 1
        return left >= 0
      },
      fails: { kindOfFailure($0) == kind }
    )
    let picks = schedule.shortest(&shrinker)
    #expect(kindOfFailure(picks) == kind)
    #expect(!picks.isEmpty && picks.count * 2 < schedule.picks.count, "\(picks)")
  }

  private func firstFailure(with fault: PlantedFault) -> (seed: UInt64, kind: String)? {
    for seed: UInt64 in 0..<20 {
      do throws(SimulationFailure) {
        _ = try simulate(Schedule(seed: seed), fault: fault)
      } catch {
        return (seed, error.kind)
      }
    }
    return nil
  }
}
