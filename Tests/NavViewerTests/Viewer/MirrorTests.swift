import NavBase
import NavContent
import NavEngine
import NavScene
import NavTestKit
import NavWire
import Testing

@testable import NavViewer

@Suite("Viewers and a daemon connected in memory")
struct MirrorTests {
  private static let small = CellSize(columns: 80, rows: 24)
  private static let large = CellSize(columns: 200, rows: 60)

  private static let tour = Deck(markdown: NavContent.tour(command: "join"), name: "Tour")
    .slides.map { PageContent(title: $0.title, document: $0.document) }

  private static func pair() throws -> ConnectedCores {
    var cores = ConnectedCores(pages: tour, generator: SplitMix64(seed: 7))
    cores.addViewer(small)
    cores.addViewer(large)
    try cores.run(for: .seconds(2))
    return cores
  }

  /// Checks that both viewers show the scene of a session after these commands.
  private func check(
    _ cores: inout ConnectedCores,
    _ commands: [(SessionCommand, CellSize)],
    line: Int = #line
  ) throws {
    var session = Session(pages: Self.tour)
    for (command, size) in commands { try session.perform(command, seenIn: size, at: .zero) }
    for index in 0...1 {
      let viewer = cores.viewers[index]
      let scene = session.rest(in: viewer.size, viewers: 2)
      let shown = try #require(viewer.core.screen(at: cores.now).scene)
      try demand(shown == scene, "\(shown.outline)\n\(scene.outline)", line: line)
      try demand(shown.digest == scene.digest, line: line)
    }
    try cores.checkAgreement()
  }

  @Test("keys of one viewer move both viewers, each in its own layout")
  func mirror() throws {
    var cores = try Self.pair()
    try check(&cores, [])
    cores.press("l", at: 0)
    try cores.run(for: .seconds(2))
    try check(&cores, [(.forward, Self.small)])
    cores.press("6", "G", at: 1)
    try cores.run(for: .seconds(2))
    try check(&cores, [(.goTo(6), Self.large)])
    // The page overflows the small viewer only: a row there, a page here.
    cores.press("j", "j", "Space", at: 0)
    try cores.run(for: .seconds(2))
    let rows: [(SessionCommand, CellSize)] = [
      (.goTo(6), Self.large), (.lineDown, Self.small), (.lineDown, Self.small),
      (.screenDown, Self.small),
    ]
    try check(&cores, rows)
    cores.press("k", at: 1)
    try cores.run(for: .seconds(2))
    try check(&cores, rows + [(.lineUp, Self.large)])
  }

  @Test("both viewers are in the same motion while it runs")
  func motion() throws {
    var cores = try Self.pair()
    cores.press("l", at: 0)
    try cores.flush()
    cores.pass(.milliseconds(150))
    for index in 0...1 {
      let scene = try #require(cores.viewers[index].core.screen(at: cores.now).scene)
      #expect(scene.containers.count { $0.kind == .page } == 2)
    }
    // Goes back before the motion has ended.
    cores.press("h", at: 1)
    try cores.run(for: .seconds(2))
    try check(&cores, [])
  }

  @Test("a key in flight during a restart is not performed twice, and the next one counts")
  func restartWithKeyOnItsWay() throws {
    var cores = try Self.pair()
    cores.press("l", at: 0)
    try cores.run(for: .seconds(1))
    cores.press("l", at: 0)
    cores.restartDaemon()
    try cores.run(for: .seconds(6))
    try check(&cores, [])
    cores.press("3", "G", at: 0)
    try cores.run(for: .seconds(2))
    try check(&cores, [(.goTo(3), Self.small)])
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
      "Page \(number)",
      [
        .code(language: "", lines: (1...(number == 2 ? 14 : 3)).map { "\(number).\($0)" })
      ]
    )
  }

  @Test(
    "random keys, sizes, joins, leaves, losses and jumps of time, without and with restarts",
    arguments: [false, true]
  )
  func converge(restarts: Bool) throws {
    let run = RandomRun(
      sizes: Self.sizes,
      keys: ["l", "h", "j", "k", "Space", "G", "Home", "Shift-PgDn"],
      restarts: restarts
    )
    try forSeeds(restarts ? 250..<375 : 0..<250) { generator in
      var cores = ConnectedCores(pages: Self.pages, generator: generator)
      _ = generator.next()
      try run.check(&cores, &generator, rest: .seconds(restarts ? 20 : 13))
      if !restarts { try run.checkExactlyOnce(&cores) }
    }
  }
}

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
    #expect(scene.currentPage?.title.contains("a directory") == true)
    try cores.checkAgreement()
  }

  // MARK: Random runs

  @Test(
    "random keys, clicks, sizes, joins, leaves, slow pages, losses and jumps of time, without and with restarts",
    arguments: [false, true]
  )
  func converge(restarts: Bool) throws {
    let run = RandomRun(
      sizes: Self.sizes,
      keys: ["Enter", "h", "j", "k", "Space", "G", "Home", "Shift-PgDn"],
      hasMouse: true,
      restarts: restarts
    )
    try forSeeds(restarts ? 150..<250 : 0..<150) { generator in
      var cores = Self.cores(generator)
      _ = generator.next()
      try run.check(&cores, &generator, rest: .seconds(restarts ? 20 : 13))
      if !restarts { try run.checkExactlyOnce(&cores) }
    }
  }
}
