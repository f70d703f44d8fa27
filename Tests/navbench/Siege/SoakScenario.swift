import NavSystem

/// Keeps a daemon busy for minutes and compares its first minute with its last.
///
/// The load is that of the driver and the viewer of a siege, and of one process in which sessions come and go.
struct SoakScenario: Scenario {
  /// At least 2.
  var seconds = 300

  func measure() throws -> Section {
    progress("siege --soak, \(seconds) s")
    let ground = try SiegeGround()
    try ground.begin()
    let load = try Attackers(
      .mixed,
      processes: 1,
      for: .seconds(seconds),
      against: ground.daemon,
      in: ground.directory
    )
    defer { load.end() }
    let start = monotonicNow()
    var samples: [SoakSample] = []
    for second in 1...seconds {
      try ground.loop.run(for: start + .seconds(second) - monotonicNow())
      samples.append(
        SoakSample(
          memory: try ground.memory,
          descriptors: ground.descriptors,
          log: ground.logSize
        )
      )
    }
    var failures = try ground.finish()
    _ = try ground.loop.run(within: .seconds(10)) { load.haveEnded() }
    failures += load.faults() + (try ground.faults())
    let comparison = SoakComparison(samples)
    let times = ground.times(since: start)
    let stop = try ground.daemon.stop(within: .seconds(60))
    return Section(
      name: "siege",
      facts: "\(seconds) s, \(times.roundTrips.count) operations, "
        + "\(load.tallies()["rounds"] ?? 0) sessions beside them",
      title:
        "siege --soak: medians of the first and of the last minute; stopped in \(stop.inMilliseconds)",
      tables: [
        comparison.table,
        Table(
          ["from an operation until", "p50", "p99", "worst"],
          [("its reply", times.roundTrips), ("its update", times.delays)].map { name, times in
            let figures = Figures(times)
            return [name] + [figures.p50, figures.p99, figures.largest].map(\.inMilliseconds)
          }
        ),
      ],
      failures: (failures + comparison.failures).map { "soak: \($0)" }
    )
  }
}

/// The memory and descriptors of a process at one time.
struct SoakSample {
  /// Bytes of resident memory.
  var memory: Int
  /// Open files and sockets.
  var descriptors: Int
  /// Bytes of the store's log.
  var log: Int
}

/// The first and the last minute of a soak, or its halves if it is shorter.
struct SoakComparison {
  private let rows: [Row]

  private struct Row {
    let name: String
    let first: Int
    let last: Int
    /// By how much the last median may exceed the first.
    let allowance: Int
    let unit: Int
  }

  /// - Parameter samples: one of each second, at least two.
  init(_ samples: [SoakSample]) {
    let count = min(60, samples.count / 2)
    func row(_ name: String, _ value: (SoakSample) -> Int, _ allowance: Int, _ unit: Int) -> Row {
      Row(
        name: name,
        first: Figures(samples.prefix(count).map(value)).p50,
        last: Figures(samples.suffix(count).map(value)).p50,
        allowance: allowance,
        unit: unit
      )
    }
    rows = [
      row("memory, MiB", \.memory, 16 << 20, 1 << 20),
      row("descriptors", \.descriptors, 8, 1),
      row("log, MiB", \.log, 16 << 20, 1 << 20),
    ]
  }

  var table: Table {
    Table(
      ["", "first", "last", "allowed more"],
      rows.map {
        [$0.name, "\($0.first / $0.unit)", "\($0.last / $0.unit)", "\($0.allowance / $0.unit)"]
      }
    )
  }

  var failures: [String] {
    rows.filter { $0.last > $0.first + $0.allowance }.map {
      "\($0.name): \($0.first / $0.unit) in the first minute, \($0.last / $0.unit) in the last"
    }
  }
}
