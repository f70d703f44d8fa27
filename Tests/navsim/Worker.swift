import NavSimulation

/// One of the processes that share the seeds: runs its part and reports its progress in lines.
///
/// A line is `begin SEED`, `fail SEED`, or at the end `digest NUMBER` and `coverage NAME=COUNT ...`.
struct Worker {
  let plan: Plan
  let stride: UInt64

  /// Runs every `stride`-th seed of the plan.
  func run() {
    var coverage = Coverage()
    var digest: UInt64 = 0
    var seed = plan.first
    while seed < plan.first + plan.seeds {
      say("begin \(seed)")
      do {
        let schedule = plan.schedule(of: seed)
        let report = try simulate(schedule, fault: plan.fault, store: plan.store)
        coverage.add(report.coverage)
        digest &+= report.digest &* (2 &* seed &+ 1)
      } catch {
        say("fail \(seed)")
        return
      }
      let (next, overflow) = seed.addingReportingOverflow(stride)
      if overflow { break }
      seed = next
    }
    say("digest \(digest)")
    say("coverage \(coverage.line)")
  }
}
