import Glibc
import NavGeometry

/// Measures the processor time that a key press costs the daemon, the viewer in which it is pressed, and another one,
/// beside the floor in the same run.
///
/// Each press is made at rest and turns a page, and its time lasts until all terminals have been silent for 150 ms: a
/// viewer's is that of a whole motion. The sides alternate key by key: navd with two viewers of one size, navd with
/// viewers of further sizes, each with a layout of its own, and the floor with two clients. Heartbeats during that time
/// count, too, most of them in the threads of libzmq.
struct CostScenario: Scenario {
  /// The counted presses on each side, at most 1,000.
  var keys = 40

  private static let warmUp = 4
  private static let size = CellSize(columns: 80, rows: 24)
  /// The sizes of the further streams.
  private static let furtherSizes = [
    CellSize(columns: 100, rows: 30), CellSize(columns: 120, rows: 40),
    CellSize(columns: 200, rows: 60),
  ]

  func measure() throws -> Section {
    progress("cost, about \(keys * 3 / 2 + 15) s")
    let grounds = try (0..<3).map { _ in try TemporaryDirectory() }
    let one = try NavSide(clients: 2, size: Self.size, in: grounds[0])
    let many = try NavSide(sizes: [Self.size, Self.size] + Self.furtherSizes, in: grounds[1])
    let floor = try FloorSide(clients: 2, size: Self.size, in: grounds[2])
    let presses = try measure([one, many, floor])
    return Section(
      name: "cost",
      facts: "\(keys) keys on each side, 2 viewers of \(Self.size), and 3 further sizes",
      title: "cost: processor time for a key press, until all is at rest",
      tables: [table(presses[0], presses[1], floor: presses[2])]
    )
  }

  /// The cost of one press.
  private struct Press {
    var daemon: ProcessCost
    var presser: ProcessCost
    var mirror: ProcessCost
    /// The frames that the mirror wrote.
    var frames: Int
  }

  private func measure(_ sides: [any MeasuredSide]) throws -> [[Press]] {
    var presses: [[Press]] = sides.map { _ in [] }
    for round in 0..<Self.warmUp + keys {
      for turn in sides.indices {
        let index = (round + turn) % sides.count
        let cost = try press(sides[index], round)
        if round >= Self.warmUp { presses[index].append(cost) }
      }
    }
    return presses
  }

  private func press(_ side: any MeasuredSide, _ round: Int) throws -> Press {
    let terminals = side.terminals
    let processes = [side.daemonProcess, terminals[0].process, terminals[1].process]
    try PseudoTerminal.settle(terminals, quiet: .zero)
    let before = try processes.map { try ProcessCost(of: $0) }
    try terminals[0].type(side.key(inRound: round))
    let output = try PseudoTerminal.outputs(of: terminals, quiet: .milliseconds(150))
    let after = try processes.map { try ProcessCost(of: $0) }
    guard output[1].bursts > 0 else {
      throw BenchError("a press shows nothing in another terminal")
    }
    return Press(
      daemon: after[0] - before[0],
      presser: after[1] - before[1],
      mirror: after[2] - before[2],
      frames: output[1].bursts
    )
  }

  // MARK: Table

  private func table(_ one: [Press], _ many: [Press], floor: [Press]) -> Table {
    let further = Double(Self.furtherSizes.count)
    let stream: [Duration] = [\ProcessCost.mainThread, \.allThreads].map { thread in
      let costs = [one, many].map { Figures($0.map { $0.daemon[keyPath: thread] }).p50 }
      return (costs[1] - costs[0]) / further
    }
    let frames = Figures(one.map { $0.mirror.mainThread / $0.frames })
    let least = Figures(floor.map(\.mirror.mainThread))
    return Table(
      ["", "main thread p50", "spread", "floor", "ratio", "all threads p50", "floor", "ratio"],
      [
        row("daemon, one stream", one.map(\.daemon), floor: floor.map(\.daemon)),
        [
          "daemon, each further stream", stream[0].inMicroseconds, "", "", "",
          stream[1].inMicroseconds, "", "",
        ],
        row("viewer in which it is pressed", one.map(\.presser), floor: floor.map(\.presser)),
        row("another viewer", one.map(\.mirror), floor: floor.map(\.mirror)),
        [
          "another viewer, each of \(Figures(one.map(\.frames)).p50) frames",
          frames.p50.inMicroseconds,
          frames.spreadText, least.p50.inMicroseconds, (frames.p50 / least.p50).text(decimals: 2),
          "",
          "", "",
        ],
      ]
    )
  }

  private func row(_ name: String, _ costs: [ProcessCost], floor: [ProcessCost]) -> [String] {
    let (main, all) = (Figures(costs.map(\.mainThread)), Figures(costs.map(\.allThreads)))
    let (leastMain, leastAll) = (
      Figures(floor.map(\.mainThread)), Figures(floor.map(\.allThreads))
    )
    return [
      name, main.p50.inMicroseconds, main.spreadText, leastMain.p50.inMicroseconds,
      (main.p50 / leastMain.p50).text(decimals: 2), all.p50.inMicroseconds,
      leastAll.p50.inMicroseconds, (all.p50 / leastAll.p50).text(decimals: 2),
    ]
  }
}
