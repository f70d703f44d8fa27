import NavCommands
import NavModel
import NavGeometry
import NavInput
import NavScene
import NavSession
import NavTestKit
import NavText
import NavWire
import Testing

@testable import NavViewer

@Suite("Viewers of one stack and a daemon, connected in memory")
struct StackMirrorTests {
  private static let sizes = [
    CellSize(columns: 80, rows: 24), CellSize(columns: 200, rows: 60),
    CellSize(columns: 20, rows: 6), CellSize(columns: 10, rows: 3), CellSize(columns: 40, rows: 12),
  ]

  private static func network(_ generator: SplitMix64) -> Network {
    Network(pages: [Shelf.root], content: .tree(path: "/music"), generator: generator)
  }

  private static func pair() throws -> Network {
    var network = network(SplitMix64(seed: 5))
    network.addViewer(sizes[0])
    network.addViewer(sizes[1])
    try network.run(for: .seconds(2))
    return network
  }

  private static func readPreview(of session: inout Session, seenIn sizes: [CellSize]) {
    _ = session.watchPreviews(from: sizes, at: .zero)
    guard let request = session.previewRequest else { return }
    _ = session.showPreview(
      PreparedPage(.page(Shelf.page(request)), availableSizes: []),
      for: request
    )
  }

  /// Checks that both show a session in which the viewers of these indices have typed these keys.
  private func check(
    _ network: inout Network,
    _ typed: [(viewer: Int, keys: [String])],
    line: Int = #line
  ) throws {
    var session = Shelf.session
    let sizes = network.viewers.map(\.size)
    Self.readPreview(of: &session, seenIn: sizes)
    for (viewer, keys) in typed {
      try session.type(keys, in: Self.sizes[viewer])
      Self.readPreview(of: &session, seenIn: sizes)
    }
    for viewer in network.viewers {
      let scene = session.rest(in: viewer.size, viewers: 2)
      let shown = try #require(viewer.core.screen(at: network.now).scene)
      try demand(shown == scene, "\(shown.outline)\n\(scene.outline)", line: line)
    }
    try network.checkAgreement()
  }

  @Test("keys of one viewer open pages for both viewers, each in its own layout")
  func keys() throws {
    var network = try Self.pair()
    try check(&network, [])
    network.press("Enter", at: 0)
    try network.run(for: .seconds(2))
    try check(&network, [(0, ["Enter"])])
    network.press("G", at: 1)
    network.press("Enter", at: 1)
    try network.run(for: .seconds(2))
    try check(&network, [(0, ["Enter"]), (1, ["G", "Enter"])])
    network.press("h", at: 0)
    network.press("h", at: 1)
    network.press("j", at: 1)
    try network.run(for: .seconds(2))
    let back = [(viewer: 0, keys: ["h"]), (viewer: 1, keys: ["h", "j"])]
    try check(&network, [(0, ["Enter"]), (1, ["G", "Enter"])] + back)
  }

  @Test(
    "a click on an entry opens it for both viewers; a click on an edge brings a page back"
  )
  func clicks() throws {
    var network = try Self.pair()
    network.click(CellPoint(x: 10, y: 3), at: 0)
    try network.run(for: .seconds(2))
    try check(&network, [(0, ["j", "Enter"])])
    // The list is empty; the one below it has an entry that opens a text.
    network.click(CellPoint(x: 10, y: 6), at: 1)
    try network.run(for: .seconds(2))
    try check(&network, [(0, ["j", "Enter"]), (1, ["Backspace", "5", "G", "Enter"])])
    network.click(CellPoint(x: 0, y: 4), at: 1)
    try network.run(for: .seconds(2))
    let focus = network.viewers[0].core.screen(at: network.now).scene?.focusKind
    #expect(focus == .list)
    try network.checkAgreement()
  }

  @Test("a click refers to the viewer's own screen, also after local scrolling")
  func clickBelow() throws {
    var network = try Self.pair()
    network.turnWheel(.wheelDown, at: 0)
    // Row 3 is now the first one: the directory with the long name.
    network.click(CellPoint(x: 10, y: 2), at: 0)
    try network.run(for: .seconds(2))
    let scene = try #require(network.viewers[1].core.screen(at: network.now).scene)
    #expect(scene.currentPage?.title.hasPrefix("a directory with a longer name") == true)
    try network.checkAgreement()
  }

  @Test("after a restart of the daemon both viewers begin with the root again")
  func restart() throws {
    var network = try Self.pair()
    network.press("Enter", at: 0)
    try network.run(for: .seconds(2))
    network.restartDaemon()
    try network.run(for: .seconds(6))
    try check(&network, [])
  }

  // MARK: Random runs

  private static func run(restarts: Bool) -> RandomRun {
    RandomRun(
      sizes: sizes,
      keys: ["Enter", "h", "j", "k", "Space", "G", "Home", "Shift-PgDn"],
      hasMouse: true,
      restarts: restarts
    )
  }

  @Test("random keys, clicks, sizes, joins, leaves, slow pages, losses and jumps of time")
  func converge() throws {
    let run = Self.run(restarts: false)
    try forSeeds(0..<150) { generator in
      var network = Self.network(generator)
      _ = generator.next()
      try run.check(&network, &generator, rest: .seconds(13))
      try run.checkExactlyOnce(&network)
    }
  }

  @Test("the same with restarts of the daemon")
  func convergeWithRestarts() throws {
    let run = Self.run(restarts: true)
    try forSeeds(150..<250) { generator in
      var network = Self.network(generator)
      _ = generator.next()
      try run.check(&network, &generator, rest: .seconds(20))
    }
  }
}
