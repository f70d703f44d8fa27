import NavTestKit

/// Runs a world to its end.
///
/// - Parameters:
///   - schedule: the external events.
///   - fault: the fault to plant in messages or written data.
///   - store: the kind of storage for the daemon's state.
/// - Returns: the situations that the run met.
/// - Throws: the violated condition, with the last events.
package func simulate(
  _ schedule: Schedule,
  fault: PlantedFault? = nil,
  store: StoreKind = .memory
) throws(SimulationFailure) -> RunReport {
  var world: World
  do {
    world = try World(seed: schedule.seed, isRace: schedule.isRace, fault: fault, store: store)
  } catch {
    throw SimulationFailure(schedule, cause: error)
  }
  do {
    try world.suffer(schedule)
    world.saboteur.isActive = false
    try world.checkConvergence()
  } catch {
    throw SimulationFailure(
      schedule,
      cause: error,
      history: world.trace.incidents,
      tail: world.trace.tail
    )
  }
  return RunReport(world)
}

/// The results of one run.
package struct RunReport: Sendable {
  package let coverage: Coverage
  /// A digest of all events: the same schedule gives the same digest.
  package let digest: UInt64
  /// The number of events.
  package let events: Int
  /// The number of planted faults.
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

/// A violated condition, and the events before it.
package struct SimulationFailure: Error, CustomStringConvertible {
  package let seed: UInt64
  /// Whether it was a race for control.
  private let isRace: Bool
  package let cause: any Error
  /// The incidents so far, one a line.
  package let history: [String]
  /// The last events.
  package let tail: String

  fileprivate init(
    _ schedule: Schedule,
    cause: any Error,
    history: [String] = [],
    tail: String = ""
  ) {
    seed = schedule.seed
    isRace = schedule.isRace
    self.cause = cause
    self.history = history
    self.tail = tail
  }

  /// The violation without details that differ from run to run: its words before the first colon.
  package var kind: String {
    let line = "\(cause)".prefix { $0 != "\n" }
    let words = line.split(separator: ":")
    // A failed demand begins with its line in the code.
    let text = words.count > 2 && line.hasPrefix("line ") ? words[2] : words.first ?? ""
    return String(text.filter { !$0.isNumber }).trimmed
  }

  package var description: String {
    "seed \(seed) (repeat it with `navsim \(isRace ? "--control " : "")--seed \(seed)`): \(cause)\n\(tail)"
  }
}

extension String {
  /// The text without spaces at both ends.
  fileprivate var trimmed: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}

/// A violated condition.
struct Violation: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
