/// Attacks a daemon beside a well-behaved viewer and driver, each attack with a daemon of its own.
///
/// The driver sends an operation each 20 ms and the viewer follows, both in this process; the attackers are processes of
/// their own with a lower priority, because they stand for other machines. The failures are of things that are counted:
/// a daemon that ended, an operation that was lost or done twice, a wrong hash, a viewer that never caught up, memory
/// or a log above their limits, an attack that did not take place. Times are reported and not judged.
struct SiegeScenario: Scenario {
  var sieges = Siege.allCases

  func measure() throws -> Section {
    progress("siege, \(sieges.count) attacks, about \(sieges.count * 13) s")
    // Resident memory is compared, so each attack gets a new daemon.
    let outcomes = try sieges.map { siege in
      progress("siege: \(siege.rawValue)")
      let outcome = try SiegeRun(siege).measure()
      for failure in outcome.failures() { progress(failure) }
      return outcome
    }
    let counted = outcomes.filter { !$0.tallies.isEmpty }
      .map { ["\($0.siege.rawValue): \($0.counted)"] }
    return Section(
      name: "siege",
      facts: "\(sieges.count) attacks, an operation each 20 ms beside them",
      title: "siege: what others see of an attack",
      tables: [
        Table(SiegeOutcome.header, outcomes.map(\.row)),
        Table(SiegeOutcome.secondHeader, outcomes.map(\.secondRow)),
        Table(["what the attackers did"], counted),
      ],
      failures: outcomes.flatMap { $0.failures() }
    )
  }
}
