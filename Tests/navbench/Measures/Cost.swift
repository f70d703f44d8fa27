import ArgumentParser
import NavBase

/// Measures the processor time that a key press costs the daemon, the viewer in which it is pressed, and another one,
/// beside the floor in the same run.
///
/// Each press is made at rest and turns a page, and its time lasts until all terminals have been silent for 150 ms: a
/// viewer's is that of a whole motion. The sides alternate key by key: navd with two viewers of one size, navd with
/// viewers of further sizes, each with a layout of its own, and the floor with two clients. Heartbeats during that time
/// count, too, most of them in the threads of libzmq.
struct Cost: Scenario {
  static let configuration = CommandConfiguration(
    abstract: "Processor time of a key press in the daemon and in viewers, beside a floor.",
    discussion: """
      Examples:
        navbench cost
        navbench cost --keys 200
      """
  )

  @Option(help: "Key presses measured on each side, 1 to 1000.", transform: within(1...1_000))
  var keys = 40

  private static let sizes = [CellSize.standardTerminal, .standardTerminal]
  /// The sizes of the further streams.
  private static let furtherSizes = [(100, 30), (120, 40), (200, 60)]
    .map { CellSize(columns: $0, rows: $1) }

  func measure() throws -> Section {
    progress("cost, about \(keys * 3 / 2 + 15) s")
    let sides = [
      try MirrorSide.navd(Self.sizes), try .navd(Self.sizes + Self.furtherSizes),
      try .floor(Self.sizes),
    ]
    let presses = try byTurns(sides, rounds: keys, warmUp: 4, Press.init)
    return Section(
      name: "cost",
      facts: "\(keys) keys on each side, 2 viewers of \(Self.sizes[0]), and 3 further sizes",
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

    init(_ side: MirrorSide, _ round: Int) throws {
      let processes = [side.daemon] + side.terminals.prefix(2).map(\.process)
      try PseudoTerminal.settle(side.terminals, quiet: .zero)
      let before = try processes.map { try ProcessCost(of: $0) }
      try side.type(inRound: round)
      let output = try PseudoTerminal.settle(side.terminals, quiet: .milliseconds(150))
      let costs = try zip(processes, before).map { try ProcessCost(of: $0) - $1 }
      frames = output[1].bursts
      guard frames > 0 else { throw BenchError("a press shows nothing in another terminal") }
      (daemon, presser, mirror) = (costs[0], costs[1], costs[2])
    }
  }

  private func table(_ one: [Press], _ many: [Press], floor: [Press]) -> Table {
    let stream = [\ProcessCost.mainThread, \.allThreads].map { thread in
      let costs = [one, many].map { Figures($0.map { $0.daemon[keyPath: thread] }).p50 }
      return (costs[1] - costs[0]) / Double(Self.furtherSizes.count)
    }
    let frames = Figures(one.map { $0.mirror.mainThread / $0.frames })
    let least = Figures(floor.map(\.mirror.mainThread))
    func row(_ name: String, _ cost: (Press) -> ProcessCost) -> [String] {
      let (costs, leastCosts) = (one.map(cost), floor.map(cost))
      let main = Figures(costs.map(\.mainThread))
      let columns = [\ProcessCost.mainThread, \.allThreads].map { thread in
        let (own, least) = (
          Figures(costs.map { $0[keyPath: thread] }).p50,
          Figures(leastCosts.map { $0[keyPath: thread] }).p50
        )
        return [own.inMicroseconds, least.inMicroseconds, (own / least).text()]
      }
      return [name, columns[0][0], main.spread] + columns[0][1...] + columns[1]
    }
    return Table(
      ["", "main thread p50", "spread", "floor", "ratio", "all threads p50", "floor", "ratio"],
      [
        row("daemon, one stream", \.daemon),
        ["daemon, each further stream", stream[0].inMicroseconds, "", "", ""]
          + [stream[1].inMicroseconds, "", ""],
        row("viewer in which it is pressed", \.presser), row("another viewer", \.mirror),
        ["another viewer, each of \(Figures(one.map(\.frames)).p50) frames"]
          + [frames.p50.inMicroseconds, frames.spread, least.p50.inMicroseconds]
          + [(frames.p50 / least.p50).text(), "", "", ""],
      ]
    )
  }
}
