import NavCommands
import NavContent
import NavGeometry
import NavLayout
import NavModel
import NavSession
import NavSync
import NavTestKit
import NavText
import Testing

@testable import NavViewer
import NavScene

@Suite("Viewers and a daemon connected in memory")
struct MirrorTests {
  private static let small = CellSize(columns: 80, rows: 24)
  private static let large = CellSize(columns: 200, rows: 60)

  private static let tour = Deck(markdown: NavContent.tour(command: "join"), name: "Tour")
    .slides.map { PageContent(title: $0.title, document: $0.document) }

  private static func pair() throws -> Network {
    var network = Network(pages: tour, generator: SplitMix64(seed: 7))
    network.addViewer(small)
    network.addViewer(large)
    try network.run(for: .seconds(2))
    return network
  }

  /// Checks that both viewers show the scene of a session after these commands.
  private func check(
    _ network: inout Network,
    _ commands: [(SessionCommand, CellSize)],
    line: Int = #line
  ) throws {
    var session = Session(pages: Self.tour)
    for (command, size) in commands { try session.perform(command, seenIn: size, at: .zero) }
    for index in 0...1 {
      let viewer = network.viewers[index]
      let scene = session.rest(in: viewer.size, viewers: 2)
      let shown = try #require(viewer.core.screen(at: network.now).scene)
      try demand(shown == scene, "\(shown.outline)\n\(scene.outline)", line: line)
      try demand(shown.digest == scene.digest, line: line)
    }
    try network.checkAgreement()
  }

  @Test("keys of one viewer move both viewers, each in its own layout")
  func mirror() throws {
    var network = try Self.pair()
    try check(&network, [])
    network.press("l", at: 0)
    try network.run(for: .seconds(2))
    try check(&network, [(.forward, Self.small)])
    network.press("6", "G", at: 1)
    try network.run(for: .seconds(2))
    try check(&network, [(.goTo(6), Self.large)])
    // The page overflows the small viewer only: a row there, a page here.
    network.press("j", "j", "Space", at: 0)
    try network.run(for: .seconds(2))
    let rows: [(SessionCommand, CellSize)] = [
      (.goTo(6), Self.large), (.lineDown, Self.small), (.lineDown, Self.small),
      (.screenDown, Self.small),
    ]
    try check(&network, rows)
    network.press("k", at: 1)
    try network.run(for: .seconds(2))
    try check(&network, rows + [(.lineUp, Self.large)])
  }

  @Test("both viewers are in the same motion while it runs")
  func motion() throws {
    var network = try Self.pair()
    network.press("l", at: 0)
    try network.flush()
    network.pass(.milliseconds(150))
    for index in 0...1 {
      let scene = try #require(network.viewers[index].core.screen(at: network.now).scene)
      #expect(scene.containers.count { $0.kind == .page } == 2)
    }
    // Goes back before the motion has ended.
    network.press("h", at: 1)
    try network.run(for: .seconds(2))
    try check(&network, [])
  }

  @Test("after a restart of the daemon both viewers reconnect, and the first key counts")
  func restart() throws {
    var network = try Self.pair()
    for _ in 0..<3 { network.press("l", at: 0) }
    network.press("l", at: 1)
    try network.run(for: .seconds(2))
    network.restartDaemon()
    try network.run(for: .seconds(2))
    try check(&network, [])
    network.press("l", at: 0)
    try network.run(for: .seconds(2))
    try check(&network, [(.forward, Self.small)])
    network.press("l", at: 1)
    try network.run(for: .seconds(2))
    try check(&network, [(.forward, Self.small), (.forward, Self.large)])
  }

  @Test("a key in flight during a restart is not performed twice, and the next one counts")
  func restartWithKeyOnItsWay() throws {
    var network = try Self.pair()
    network.press("l", at: 0)
    try network.run(for: .seconds(1))
    network.press("l", at: 0)
    network.restartDaemon()
    try network.run(for: .seconds(6))
    try check(&network, [])
    network.press("3", "G", at: 0)
    try network.run(for: .seconds(2))
    try check(&network, [(.goTo(3), Self.small)])
  }

  @Test("a viewer that leaves is removed for the other one")
  func leave() throws {
    var network = try Self.pair()
    network.leave(0)
    try network.run(for: .seconds(1))
    try network.checkAgreement()
    let scene = network.viewers[1].core.screen(at: network.now).scene
    #expect(scene?.viewers == 1)
  }
}

@Suite("In every run, viewers reach the same place")
struct ClientConvergenceTests {
  private static let sizes = [
    CellSize(columns: 80, rows: 24), CellSize(columns: 60, rows: 30),
    CellSize(columns: 20, rows: 6), CellSize(columns: 10, rows: 3), CellSize(columns: 40, rows: 8),
  ]

  private static let pages = (1...5).map { number in
    PageContent(
      title: "Page \(number)",
      document: TextDocument(blocks: [
        .code(language: "", lines: (1...(number == 2 ? 14 : 3)).map { "\(number).\($0)" })
      ])
    )
  }

  private func randomStep(
    _ network: inout Network,
    _ generator: inout SplitMix64,
    restarts: Bool
  ) throws {
    let present = network.viewers.indices.filter { !network.viewers[$0].hasLeft }
    let one = present.isEmpty ? nil : generator.pick(present)
    switch (generator.int(in: 0...15), one) {
    case (0, _) where present.count < 4, (_, nil): network.addViewer(generator.pick(Self.sizes))
    case (1, let one?): network.resize(one, to: generator.pick(Self.sizes))
    case (2, let one?) where generator.oneIn(3): network.leave(one)
    case (3, let one?): network.interrupt(one)
    case (4, _) where restarts && generator.oneIn(2): network.restartDaemon()
    case (5...13, let one?):
      let key = generator.pick(["l", "h", "j", "k", "Space", "G", "Home", "Shift-PgDn"])
      network.press(key, at: one)
    default: break
    }
    network.pass(
      .milliseconds(generator.oneIn(12) ? generator.int(in: 0...8_000) : generator.int(in: 0...80))
    )
    network.tick()
    for index in network.viewers.indices where !generator.oneIn(4) {
      try network.carry(index, upTo: generator.pick([1, 2, 100]))
    }
    network.turn()
  }

  @Test("random keys, sizes, joins, leaves, losses and jumps of time")
  func converge() throws {
    try forSeeds(0..<250) { generator in
      var network = Network(pages: Self.pages, generator: generator)
      _ = generator.next()
      network.addViewer(generator.pick(Self.sizes))
      network.loss = 10
      for _ in 0..<40 { try randomStep(&network, &generator, restarts: false) }
      network.loss = nil
      try network.run(for: .seconds(13))
      try network.checkAgreement()
      try checkExactlyOnce(&network)
    }
  }

  /// Demands that all operations sent by the remaining viewers were performed, once each.
  private func checkExactlyOnce(_ network: inout Network) throws {
    // The last keys of viewers that have left may not have arrived.
    let certain = network.viewers.filter { !$0.hasLeft }.map(\.operations.count).reduce(0, +)
    let possible = network.viewers.map(\.operations.count).reduce(0, +)
    let version = try network.truth(Self.sizes[0]).version
    try demand(
      (UInt64(certain)...UInt64(possible)).contains(version),
      "\(version) operations were done, \(certain) to \(possible) were sent"
    )
  }

  @Test("the same with restarts of the daemon")
  func convergeWithRestarts() throws {
    try forSeeds(250..<375) { generator in
      var network = Network(pages: Self.pages, generator: generator)
      _ = generator.next()
      network.addViewer(generator.pick(Self.sizes))
      network.loss = 10
      for _ in 0..<40 { try randomStep(&network, &generator, restarts: true) }
      network.loss = nil
      try network.run(for: .seconds(20))
      if network.viewers.contains(where: { !$0.hasLeft }) { try network.checkAgreement() }
    }
  }
}
