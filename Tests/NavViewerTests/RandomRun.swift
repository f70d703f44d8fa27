import NavGeometry
import NavInput
import NavTestKit

@testable import NavViewer

/// Random keys, clicks, sizes, joins, leaves, losses and jumps of time on a `Network`.
struct RandomRun {
  let sizes: [CellSize]
  let keys: [String]
  /// Whether the viewers use the mouse, and pages are read late.
  var hasMouse = false
  /// Whether the daemon is restarted, too.
  var restarts = false

  /// Performs 40 steps while messages are lost, then waits and demands that all viewers show the daemon's scene.
  func check(
    _ network: inout Network,
    _ generator: inout SplitMix64,
    rest: Duration
  ) throws {
    network.addViewer(generator.pick(sizes))
    network.loss = 10
    for _ in 0..<40 { try step(&network, &generator) }
    network.loss = nil
    try network.run(for: rest)
    try network.checkAgreement()
  }

  private func step(_ network: inout Network, _ generator: inout SplitMix64) throws {
    act(&network, &generator)
    network.pass(
      .milliseconds(generator.oneIn(12) ? generator.int(in: 0...8_000) : generator.int(in: 0...80))
    )
    network.tick()
    for index in network.viewers.indices where !generator.oneIn(4) {
      try network.carry(index, upTo: generator.pick([1, 2, 100]))
    }
    network.turn()
    if hasMouse, generator.oneIn(3) {
      network.readPage()
      network.turn()
    }
  }

  private func act(_ network: inout Network, _ generator: inout SplitMix64) {
    let present = network.viewers.indices.filter { !network.viewers[$0].hasLeft }
    let one = present.isEmpty ? nil : generator.pick(present)
    let lastKey = hasMouse ? 10 : 13
    switch (generator.int(in: 0...(hasMouse ? 17 : 15)), one) {
    case (0, _) where present.count < 4, (_, nil): network.addViewer(generator.pick(sizes))
    case (1, let one?): network.resize(one, to: generator.pick(sizes))
    case (2, let one?) where generator.oneIn(3): network.leave(one)
    case (3, let one?): network.interrupt(one)
    case (4, _) where restarts && generator.oneIn(2): network.restartDaemon()
    case (5...lastKey, let one?): network.press(generator.pick(keys), at: one)
    case (11...14, let one?) where hasMouse:
      let size = network.viewers[one].size
      let cell = CellPoint(
        x: generator.int(in: 0...size.columns - 1),
        y: generator.int(in: 0...size.rows - 1)
      )
      network.click(cell, at: one)
    case (15, let one?) where hasMouse:
      network.turnWheel(generator.pick([.wheelDown, .wheelUp]), at: one)
    default: break
    }
  }

  /// Demands that all operations sent by the remaining viewers were performed or refused, once each.
  func checkExactlyOnce(_ network: inout Network) throws {
    // The last keys of viewers that have left may not have arrived.
    let certain = network.viewers.filter { !$0.hasLeft }.map(\.operations.count).reduce(0, +)
    let possible = network.viewers.map(\.operations.count).reduce(0, +)
    let version = try network.truth(sizes[0]).version
    let answered = Int(version) + network.refusals.count
    try demand(
      (certain...possible).contains(answered),
      "\(version) operations done, \(network.refusals.count) refused of \(certain) to \(possible)"
    )
  }
}
