import NavSimulation
import NavTestKit
import Testing

/// `navsim --control` runs more seeds.
@Suite("Two drivers that race for control in a faulty world")
struct ControlRaceTests {
  @Test(
    "at most one drives at any moment, nobody else moves the session, and nobody waits without end"
  )
  func races() async throws {
    let seeds = wanted(0..<60)
    async let even = Self.coverage(of: seeds.filter { $0.isMultiple(of: 2) })
    async let odd = Self.coverage(of: seeds.filter { !$0.isMultiple(of: 2) })
    var total = try await even
    total.add(try await odd)
    #expect(total.complaints == [])
    #expect(total[.races] == seeds.count)
  }

  @concurrent
  private static func coverage(of seeds: [UInt64]) async throws -> Coverage {
    var total = Coverage()
    for seed in seeds { total.add(try simulate(Schedule(racing: seed)).coverage) }
    return total
  }

  @Test("the same seed gives the same race, to the last event, and no part of it is another world")
  func determinism() throws {
    for seed in sampled([0, 1, 2, 3] as [UInt64]) {
      let schedule = Schedule(racing: seed)
      let first = try simulate(schedule)
      #expect(try simulate(Schedule(racing: seed)).digest == first.digest)
      #expect(try simulate(schedule.only(schedule.picks)).digest == first.digest)
      #expect(try simulate(Schedule(seed: seed)).digest != first.digest)
      #expect(schedule.only([]).isRace)
    }
  }

  @Test("fifty races in which nobody asks for control prove nothing", arguments: [49, 50])
  func complaints(runs: Int) throws {
    let coverage = try #require(Coverage(line: "runs=\(runs) races=\(runs) sieges=0"))
    let complaints = coverage.complaints
    #expect(complaints.contains { $0.hasPrefix("controlRequests: 0,") } == (runs == 50))
    #expect(!complaints.contains { $0.hasPrefix("sieges") })
  }

  @Test(
    "the audit of control notices each fault that is planted for it",
    arguments: [PlantedFault.forgottenDriver, .borrowedName]
  )
  func faults(_ fault: PlantedFault) throws {
    let complaint = try #require(fault.complaint)
    let seeds: Range<UInt64> = 0..<40
    let isCaught = seeds.contains { seed in
      do throws(SimulationFailure) {
        _ = try simulate(Schedule(racing: seed), fault: fault)
        return false
      } catch {
        return "\(error)".contains(complaint) && "\(error)".contains("navsim --control --seed")
      }
    }
    #expect(isCaught)
  }
}
