import NavSimulation
import NavTestKit
import Testing

/// Faults that the protocol itself detects; `navsim --faults` plants those that the oracle has to detect.
@Suite("Faults planted in messages")
struct FaultTests {
  @Test("moves of a pan repeated after its release move nothing")
  func isPassedOver() throws {
    var planted = 0
    for seed in wanted(0..<10) {
      planted += try simulate(Schedule(seed: seed), fault: .repeatedMoves).planted
    }
    #expect(planted > 0, "there was no release to plant it behind")
  }

  @Test(
    "the protocol detects the fault by the hash: no viewer shows it, and all agree in the end",
    arguments: PlantedFault.allCases.filter { $0.complaint == nil && $0 != .repeatedMoves }
  )
  func isNoticed(_ fault: PlantedFault) throws {
    var planted = 0
    let seeds = wanted(0..<10)
    for seed in seeds {
      planted += try simulate(Schedule(seed: seed), fault: fault).planted
    }
    // Some runs have no occasion for a fault; a single seed may have none.
    #expect(planted * 10 >= seeds.count * 8 - 10, "planted \(planted) times")
  }
}
