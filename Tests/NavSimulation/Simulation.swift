import NavTestKit

/// Runs a world to its end.
///
/// - Parameters:
///   - schedule: what happens to it.
///   - fault: what is done to messages and to what is written meanwhile.
///   - store: where the daemon's state lies.
/// - Returns: what the run came to see.
/// - Throws: what was not as it has to be, with the last of what happened.
package func simulate(
  _ schedule: Schedule,
  fault: PlantedFault? = nil,
  store: StoreKind = .memory
) throws(SimulationFailure) -> RunReport {
  var world: World
  do {
    world = try World(seed: schedule.seed, fault: fault, store: store)
  } catch {
    throw SimulationFailure(seed: schedule.seed, cause: error, history: [], tail: "")
  }
  do {
    try world.suffer(schedule)
    world.saboteur.isActive = false
    try world.checkConvergence()
  } catch {
    throw SimulationFailure(
      seed: schedule.seed,
      cause: error,
      history: world.trace.incidents,
      tail: world.trace.tail
    )
  }
  return RunReport(world)
}

/// What one run came to see.
package struct RunReport: Sendable {
  package let coverage: Coverage
  /// Of all that happened: the same schedule gives the same.
  package let digest: UInt64
  /// How much happened.
  package let events: Int
  /// How often a fault was planted.
  package let planted: Int
  /// The incidents, one a line.
  package let history: [String]

  init(_ world: borrowing World) {
    coverage = Coverage(world)
    digest = world.trace.digest
    events = world.trace.count
    planted = world.saboteur.planted
    history = world.trace.incidents
  }
}

/// What was not as it has to be, and what happened until then.
package struct SimulationFailure: Error, CustomStringConvertible {
  package let seed: UInt64
  package let cause: any Error
  /// The incidents so far, one a line.
  package let history: [String]
  /// The last of all events.
  package let tail: String

  /// The violation without what differs from run to run: its words before the first colon.
  package var kind: String {
    let line = "\(cause)".prefix { $0 != "\n" }
    let words = line.split(separator: ":")
    // A broken demand begins with its line in the code.
    let text = words.count > 2 && line.hasPrefix("line ") ? words[2] : words.first ?? ""
    return String(text.filter { !$0.isNumber }).trimmed
  }

  package var description: String {
    "seed \(seed) (repeat it with `navsim --seed \(seed)`): \(cause)\n\(tail)"
  }
}

extension String {
  /// Without spaces at both ends.
  fileprivate var trimmed: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
