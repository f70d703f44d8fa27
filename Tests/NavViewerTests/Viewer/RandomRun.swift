import NavBase
import NavTestKit

@testable import NavViewer

/// Random keys, clicks, sizes, joins, leaves, losses and jumps of time on `ConnectedCores`.
struct RandomRun {
  let sizes: [CellSize]
  let keys: [String]
  /// Whether the viewers use the mouse, and pages are read late.
  var hasMouse = false
  /// Whether the daemon is restarted, too.
  var restarts = false

  /// Performs 40 steps while messages are lost, then waits and demands that all viewers show the daemon's scene.
  func check(
    _ cores: inout ConnectedCores,
    _ generator: inout SplitMix64,
    rest: Duration
  ) throws {
    cores.addViewer(generator.pick(sizes))
    cores.loss = 10
    for _ in 0..<40 { try step(&cores, &generator) }
    cores.loss = nil
    try cores.run(for: rest)
    try cores.checkAgreement()
  }

  private func step(_ cores: inout ConnectedCores, _ generator: inout SplitMix64) throws {
    act(&cores, &generator)
    cores.pass(
      .milliseconds(generator.oneIn(12) ? generator.int(in: 0...8_000) : generator.int(in: 0...80))
    )
    cores.tick()
    for index in cores.viewers.indices where !generator.oneIn(4) {
      try cores.carry(index, upTo: generator.pick([1, 2, 100]))
    }
    cores.turn()
    if hasMouse, generator.oneIn(3) {
      cores.readPage()
      cores.turn()
    }
  }

  private func act(_ cores: inout ConnectedCores, _ generator: inout SplitMix64) {
    let present = cores.viewers.indices.filter { !cores.viewers[$0].hasLeft }
    let one = present.isEmpty ? nil : generator.pick(present)
    let lastKey = hasMouse ? 10 : 13
    switch (generator.int(in: 0...(hasMouse ? 17 : 15)), one) {
    case (0, _) where present.count < 4, (_, nil): cores.addViewer(generator.pick(sizes))
    case (1, let one?): cores.resize(one, to: generator.pick(sizes))
    case (2, let one?) where generator.oneIn(3): cores.leave(one)
    case (3, let one?): cores.interrupt(one)
    case (4, _) where restarts && generator.oneIn(2): cores.restartDaemon()
    case (5...lastKey, let one?): cores.press(generator.pick(keys), at: one)
    case (11...14, let one?) where hasMouse:
      let size = cores.viewers[one].size
      let cell = CellPoint(
        x: generator.int(in: 0...size.columns - 1),
        y: generator.int(in: 0...size.rows - 1)
      )
      cores.click(cell, at: one)
    case (15, let one?) where hasMouse:
      cores.turnWheel(generator.pick([.wheelDown, .wheelUp]), at: one)
    default: break
    }
  }

  /// Demands that all operations sent by the remaining viewers were performed or refused, once each.
  func checkExactlyOnce(_ cores: inout ConnectedCores) throws {
    // The last keys of viewers that have left may not have arrived.
    let certain = cores.viewers.filter { !$0.hasLeft }.map(\.operations.count).reduce(0, +)
    let possible = cores.viewers.map(\.operations.count).reduce(0, +)
    let version = try cores.truth(sizes[0]).version
    let answered = Int(version) + cores.refusals.count
    try demand(
      (certain...possible).contains(answered),
      "\(version) operations done, \(cores.refusals.count) refused of \(certain) to \(possible)"
    )
  }
}
