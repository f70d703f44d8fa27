import NavTestKit

/// How many things happen in one run.
let incidentsPerRun = 30

/// Runs a world to its end.
///
/// - Parameters:
///   - generator: where everything comes from.
///   - incidents: how many there are.
///   - fault: what is done to messages meanwhile.
/// - Returns: the world at rest.
/// - Throws: what was not as it has to be, with the last of what happened.
func simulate(
  _ generator: inout SplitMix64,
  incidents: Int = incidentsPerRun,
  fault: PlantedFault? = nil
) throws(SimulationFailure) -> World {
  var world = World(&generator, fault: fault)
  do {
    for _ in 0..<world.generator.int(in: 1...3) {
      world.addViewer(world.generator.pick(Incident.sizes))
    }
    try world.suffer(incidents)
    world.saboteur.isActive = false
    try world.checkConvergence()
  } catch {
    throw SimulationFailure(cause: error, tail: world.trace.tail)
  }
  return world
}

/// What was not as it has to be, and the last of what happened.
struct SimulationFailure: Error, CustomStringConvertible {
  let cause: any Error
  let tail: String

  var description: String { "\(cause)\n\(tail)" }
}
