import NavBase
import NavEngine
import NavScene
import NavTestKit
import NavWire
import Testing

@testable import NavViewer

@Suite("Viewers of one stack and a daemon, connected in memory")
struct StackMirrorTests {
  private static let sizes = [
    CellSize(columns: 80, rows: 24), CellSize(columns: 200, rows: 60),
    CellSize(columns: 20, rows: 6), CellSize(columns: 10, rows: 3), CellSize(columns: 40, rows: 12),
  ]

  private static func cores(_ generator: SplitMix64) -> ConnectedCores {
    ConnectedCores(pages: [Shelf.root], content: .tree(path: "/music"), generator: generator)
  }

  private static func pair() throws -> ConnectedCores {
    var cores = cores(SplitMix64(seed: 5))
    cores.addViewer(sizes[0])
    cores.addViewer(sizes[1])
    try cores.run(for: .seconds(2))
    return cores
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
    _ cores: inout ConnectedCores,
    _ typed: [(viewer: Int, keys: [String])],
    line: Int = #line
  ) throws {
    var session = Shelf.session
    let sizes = cores.viewers.map(\.size)
    Self.readPreview(of: &session, seenIn: sizes)
    for (viewer, keys) in typed {
      try session.type(keys, in: Self.sizes[viewer])
      Self.readPreview(of: &session, seenIn: sizes)
    }
    for viewer in cores.viewers {
      let scene = session.rest(in: viewer.size, viewers: 2)
      let shown = try #require(viewer.core.screen(at: cores.now).scene)
      try demand(shown == scene, "\(shown.outline)\n\(scene.outline)", line: line)
    }
    try cores.checkAgreement()
  }

  @Test("keys of one viewer open pages for both viewers, each in its own layout")
  func keys() throws {
    var cores = try Self.pair()
    try check(&cores, [])
    cores.press("Enter", at: 0)
    try cores.run(for: .seconds(2))
    try check(&cores, [(0, ["Enter"])])
    cores.press("G", at: 1)
    cores.press("Enter", at: 1)
    try cores.run(for: .seconds(2))
    try check(&cores, [(0, ["Enter"]), (1, ["G", "Enter"])])
    cores.press("h", at: 0)
    cores.press("h", at: 1)
    cores.press("j", at: 1)
    try cores.run(for: .seconds(2))
    let back = [(viewer: 0, keys: ["h"]), (viewer: 1, keys: ["h", "j"])]
    try check(&cores, [(0, ["Enter"]), (1, ["G", "Enter"])] + back)
  }

  @Test(
    "a click on an entry opens it for both viewers; a click on an edge brings a page back"
  )
  func clicks() throws {
    var cores = try Self.pair()
    cores.click(CellPoint(x: 10, y: 3), at: 0)
    try cores.run(for: .seconds(2))
    try check(&cores, [(0, ["j", "Enter"])])
    // The list is empty; the one below it has an entry that opens a text.
    cores.click(CellPoint(x: 10, y: 6), at: 1)
    try cores.run(for: .seconds(2))
    try check(&cores, [(0, ["j", "Enter"]), (1, ["Backspace", "5", "G", "Enter"])])
    cores.click(CellPoint(x: 0, y: 4), at: 1)
    try cores.run(for: .seconds(2))
    let focus = cores.viewers[0].core.screen(at: cores.now).scene?.focusKind
    #expect(focus == .list)
    try cores.checkAgreement()
  }

  @Test("a click refers to the viewer's own screen, also after local scrolling")
  func clickBelow() throws {
    var cores = try Self.pair()
    cores.turnWheel(.wheelDown, at: 0)
    // Row 3 is now the first one: the directory with the long name.
    cores.click(CellPoint(x: 10, y: 2), at: 0)
    try cores.run(for: .seconds(2))
    let scene = try #require(cores.viewers[1].core.screen(at: cores.now).scene)
    #expect(scene.currentPage?.title.hasPrefix("a directory with a longer name") == true)
    try cores.checkAgreement()
  }

  @Test("after a restart of the daemon both viewers begin with the root again")
  func restart() throws {
    var cores = try Self.pair()
    cores.press("Enter", at: 0)
    try cores.run(for: .seconds(2))
    cores.restartDaemon()
    try cores.run(for: .seconds(6))
    try check(&cores, [])
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
      var cores = Self.cores(generator)
      _ = generator.next()
      try run.check(&cores, &generator, rest: .seconds(13))
      try run.checkExactlyOnce(&cores)
    }
  }

  @Test("the same with restarts of the daemon")
  func convergeWithRestarts() throws {
    let run = Self.run(restarts: true)
    try forSeeds(150..<250) { generator in
      var cores = Self.cores(generator)
      _ = generator.next()
      try run.check(&cores, &generator, rest: .seconds(20))
    }
  }
}
