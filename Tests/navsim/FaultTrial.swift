import Dispatch
import NavSimulation
import Synchronization

/// Proves that the oracle can fail: runs each fault that it has to detect with seed after seed, until its message about
/// that fault appears.
struct FaultTrial {
  private static let seeds: Range<UInt64> = 0..<1_000

  /// - Returns: the faults about which the oracle does not complain with any seed.
  func run() -> [PlantedFault] {
    let faults = PlantedFault.allCases.filter { $0.complaint != nil }
    let missed = Mutex<[PlantedFault]>([])
    DispatchQueue.concurrentPerform(iterations: faults.count) { index in
      let fault = faults[index]
      if let seed = fault.firstSeed(caughtIn: Self.seeds) {
        say("\(fault) is caught with seed \(seed)")
      } else {
        missed.withLock { $0.append(fault) }
      }
    }
    return missed.withLock { $0 }
  }
}
