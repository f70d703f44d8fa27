import NavTestKit
import Testing

/// Proof that the oracle can fail, and that the protocol notices what it is there to notice.
@Suite("Faults planted in messages")
struct FaultTests {
  /// A fault and the first words of what the oracle says of it.
  struct Case: CustomTestStringConvertible {
    let fault: PlantedFault
    let complaint: String

    var testDescription: String { "\(fault)" }
  }

  private static let seeds: Range<UInt64> = 0..<10

  @Test(
    "the oracle catches it within ten seeds",
    arguments: [
      Case(fault: .hiddenGap, complaint: "shows what the daemon never had"),
      Case(fault: .hiddenLoss, complaint: "the daemon at"),
      Case(fault: .lostRelease, complaint: "is held after its release"),
      Case(fault: .lateMove, complaint: "is moved as no viewer moves it"),
      Case(fault: .performedTwice, complaint: "happened twice"),
      Case(fault: .forgedField, complaint: "shows what the daemon never had"),
    ]
  )
  private func isCaught(_ tried: Case) throws {
    let caught = Self.seeds.contains { seed in
      var generator = SplitMix64(seed: seed)
      do throws(SimulationFailure) {
        _ = try simulate(&generator, fault: tried.fault)
        return false
      } catch {
        return "\(error.cause)".contains(tried.complaint)
      }
    }
    #expect(caught)
  }

  @Test("moves of a pan that come once more behind its release move nothing")
  func isPassedOver() throws {
    var planted = 0
    try forSeeds(Self.seeds) { generator in
      planted += try simulate(&generator, fault: .repeatedMoves).saboteur.planted
    }
    try demand(planted > 0, "there was no release to plant it behind")
  }

  @Test(
    "the protocol notices it by the hash: nobody shows it, and all agree in the end",
    arguments: [PlantedFault.changedField, .hiddenGapUnderOldHash]
  )
  func isNoticed(_ fault: PlantedFault) throws {
    var planted = 0
    var runs = 0
    try forSeeds(Self.seeds) { generator in
      let world = try simulate(&generator, fault: fault)
      planted += world.saboteur.planted
      runs += 1
    }
    // Now and then a run has no occasion; one seed alone may have none.
    try demand(planted * 10 >= runs * 8 - 10, "planted only \(planted) times in \(runs) runs")
  }
}
