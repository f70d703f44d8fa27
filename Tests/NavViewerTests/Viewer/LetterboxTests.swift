import NavBase
import NavContent
import NavEngine
import NavScene
import NavTestKit
import NavWire
import Testing

@testable import NavViewer

@Suite("A session laid out for another terminal, centred in this one")
struct LetterboxTests {
  private static let small = CellSize(columns: 80, rows: 24)
  private static let large = CellSize(columns: 200, rows: 60)

  private static let tour = Deck(markdown: NavContent.tour(command: "join"), name: "Tour")
    .slides.map { PageContent(title: $0.title, document: $0.document) }

  /// A viewer of 80x24 and a letterboxed one.
  private static func pair(_ size: CellSize = large) throws -> ConnectedCores {
    var cores = ConnectedCores(pages: tour, generator: SplitMix64(seed: 7))
    cores.addViewer(small)
    try cores.run(for: .seconds(1))
    cores.addViewer(size, fit: .letterbox)
    try cores.run(for: .seconds(2))
    return cores
  }

  private static func screen(_ index: Int, _ cores: borrowing ConnectedCores) -> Screen {
    cores.viewers[index].core.screen(at: cores.now)
  }

  private static func layout(_ index: Int, _ cores: borrowing ConnectedCores) -> CellSize? {
    screen(index, cores).scene?.viewport
  }

  /// Demands that a viewer shows another one's scene, surrounded by blank cells.
  private func checkPicture(_ cores: borrowing ConnectedCores, line: Int = #line) throws {
    let (own, other) = (Self.screen(1, cores), Self.screen(0, cores))
    let rows = own.textLines
    let inner = other.textLines.dropLast()
    let left = (own.size.columns - other.size.columns) / 2
    let top = (own.size.rows - other.size.rows) / 2
    try demand(own.origin == CellPoint(x: left, y: top), "\(own.origin)", line: line)
    for (y, row) in rows.enumerated().dropLast() {
      let isInside = inner.indices.contains(y - top)
      let text = isInside ? inner[y - top] : ""
      let margin = text.isEmpty ? "" : String(repeating: " ", count: left)
      try demand(row == margin + text, "row \(y): \(row)\ninstead of \(margin + text)", line: line)
    }
    // The status line spans the terminal's own width.
    let status = rows.last ?? ""
    try demand(status.hasPrefix(" talk") && status.count == own.size.columns - 1, line: line)
  }

  @Test("the scene is centred, cell for cell, and the status line keeps its row and width")
  func picture() throws {
    var cores = try Self.pair()
    try checkPicture(cores)
    cores.press("7", "G", "Space", at: 1)
    try cores.run(for: .seconds(2))
    try cores.checkAgreement()
    try checkPicture(cores)
  }

  @Test("the scene is centred in every larger terminal", arguments: [81, 82, 121], [24, 25, 40])
  func middle(columns: Int, rows: Int) throws {
    try checkPicture(try Self.pair(CellSize(columns: columns, rows: rows)))
  }

  @Test("on a smaller terminal nothing is cut off: the layout is as small")
  func smaller() throws {
    let cores = try Self.pair(CellSize(columns: 120, rows: 12))
    #expect(Self.layout(1, cores) == CellSize(columns: 80, rows: 12))
    #expect(Self.screen(1, cores).origin == CellPoint(x: 20, y: 0))
  }

  @Test("keys apply to the layout that is shown")
  func keys() throws {
    func version(_ keys: String..., fit: ViewerFit, in size: CellSize) throws -> Scene {
      var cores = ConnectedCores(pages: Self.tour, generator: SplitMix64(seed: 7))
      cores.addViewer(Self.small)
      try cores.run(for: .seconds(1))
      cores.addViewer(size, fit: fit)
      try cores.run(for: .seconds(2))
      for key in keys { cores.press(key, at: 1) }
      try cores.run(for: .seconds(2))
      return try #require(Self.screen(0, cores).scene)
    }
    let own = try version("8", "G", "Space", fit: .relayout, in: Self.small)
    #expect(try version("8", "G", "Space", fit: .letterbox, in: Self.large) == own)
    // In its own size the whole slide is visible, so that the page turns.
    #expect(try version("8", "G", "Space", fit: .relayout, in: Self.large) != own)
  }

  @Test("the layout follows the other viewer's size, until that viewer leaves")
  func moves() throws {
    var cores = try Self.pair()
    let medium = CellSize(columns: 100, rows: 30)
    cores.resize(0, to: medium)
    try cores.run(for: .milliseconds(300))
    #expect(Self.layout(1, cores) == medium)
    try checkPicture(cores)
    try cores.checkAgreement()
    cores.addViewer(CellSize(columns: 60, rows: 20))
    try cores.run(for: .seconds(1))
    #expect(Self.layout(1, cores) == medium)
    cores.leave(0)
    try cores.run(for: .milliseconds(300))
    #expect(Self.layout(1, cores) == CellSize(columns: 60, rows: 20))
    cores.leave(2)
    try cores.run(for: .milliseconds(300))
    #expect(Self.layout(1, cores) == Self.large)
    #expect(Self.screen(1, cores).origin == .zero)
    try cores.checkAgreement()
  }

  @Test("a click inside the scene works, and one outside has no effect")
  func clicks() throws {
    var cores = try Self.pair()
    let screen = Self.screen(1, cores)
    let scene = try #require(screen.scene)
    let dots = try #require(scene.pageControl)
    let row = screen.origin.y + dots.frame.y
    let first = screen.origin.x + dots.frame.x
    for (point, page) in [
      (CellPoint(x: dots.frame.x + 6, y: dots.frame.y), 0),
      (CellPoint(x: first + 6, y: row - screen.origin.y), 0), (CellPoint(x: 5, y: row), 0),
      (CellPoint(x: 199, y: 3), 0), (CellPoint(x: first + 6, y: 58), 0),
      (CellPoint(x: first + 6, y: row), 3), (CellPoint(x: first, y: row), 0),
    ] {
      cores.click(point, at: 1)
      try cores.run(for: .seconds(2))
      #expect(Self.screen(0, cores).scene?.pageControl?.currentPage == page, "\(point)")
    }
    // The status line is at the bottom of the terminal, and its keys can be clicked there.
    cores.click(CellPoint(x: 196, y: 59), at: 1)
    #expect(cores.viewers[1].exit != nil)
  }

  @Test("a click at a position of an earlier size of the terminal has no effect")
  func staleClick() throws {
    var cores = try Self.pair()
    let screen = Self.screen(1, cores)
    let dots = try #require(screen.scene?.pageControl)
    let point = CellPoint(
      x: screen.origin.x + dots.frame.x + 6,
      y: screen.origin.y + dots.frame.y
    )
    // The scene stays centred; its former position is now blank.
    cores.resize(1, to: CellSize(columns: 120, rows: 40))
    cores.click(point, at: 1)
    try cores.run(for: .seconds(2))
    #expect(Self.screen(0, cores).scene?.pageControl?.currentPage == 0)
    try checkPicture(cores)
  }

  // MARK: The core alone

  @Test("until the new layout arrives the old one is shown, and keys are sent")
  func noFlicker() throws {
    let viewer = SteppedViewer(fit: .letterbox)
    viewer.granted = CellSize(columns: 30, rows: 8)
    _ = try viewer.tick()
    try viewer.finishJoin(in: CellSize(columns: 30, rows: 8))
    let before = viewer.screen()
    #expect(before.origin == CellPoint(x: 5, y: 1))
    let hash = viewer.snapshot(in: CellSize(columns: 30, rows: 8)).hash
    var beat = Beat(epoch: 1, seq: 1, version: 0, hash: hash)
    beat.moves = [8]
    viewer.publish(.beat(beat))
    #expect(try viewer.tick() == [])
    beat.moves = [8, 9]
    // Moves are limited like resizes: at most one in 60 ms.
    viewer.pass(ResizePace.pause)
    viewer.publish(.beat(beat))
    #expect(try viewer.tick().isAttach)
    viewer.publish(.beat(beat))
    #expect(try !viewer.tick().isAttach)
    #expect(viewer.screen() == before)
    viewer.granted = CellSize(columns: 36, rows: 10)
    try viewer.accept()
    _ = try viewer.take()
    #expect(viewer.screen() == before)
    try viewer.press("l")
    #expect(try viewer.take().commands == [.forward])
    viewer.sendSnapshot(in: CellSize(columns: 36, rows: 10))
    #expect(viewer.screen().scene?.viewport == CellSize(columns: 36, rows: 10))
    #expect(viewer.screen().origin == CellPoint(x: 2, y: 0))
    #expect(viewer.screen().notice.text == nil)
  }

  @Test("a viewer that gets a smaller layout than its size shows a message, once per size")
  func told() throws {
    let viewer = SteppedViewer()
    func join(_ size: CellSize) throws -> String? {
      viewer.granted = size
      try viewer.finishJoin(in: size)
      defer { viewer.pass(.seconds(5)) }
      return viewer.screen().notice.text
    }
    func again() throws {
      viewer.reconnect()
      _ = try viewer.tick()
    }
    _ = try viewer.tick()
    let small = CellSize(columns: 30, rows: 8)
    let text = "too many terminal sizes in this session: showing the layout of 30x8"
    #expect(try join(small) == text)
    try again()
    #expect(try join(small) == nil)
    #expect(viewer.screen().origin == CellPoint(x: 5, y: 1))
    try again()
    #expect(try join(CellSize(columns: 20, rows: 8))?.hasSuffix("20x8") == true)
    try again()
    #expect(try join(SteppedViewer.size) == nil)
    #expect(viewer.screen().origin == .zero)
    try again()
    #expect(try join(small) == text)
  }

  @Test("a daemon without letterboxing gives a layout of the own size")
  func oldDaemon() throws {
    let viewer = SteppedViewer(fit: .letterbox)
    let attach = try #require(viewer.tick().attaches.first)
    #expect(attach.fit == .letterbox && attach.viewport == SteppedViewer.size)
    try viewer.finishJoin()
    #expect(
      viewer.screen().origin == .zero && viewer.screen().scene?.viewport == SteppedViewer.size
    )
    viewer.click(19, 8)
    #expect(try viewer.take().commands == [.goTo(3)])
  }
}

/// Windows that are resized by dragging.
@Suite struct ResizeTests {
  /// A resize is requested at once, then every 60 ms at most; the last request has the last size.
  @Test func manySizesCauseFewRequests() throws {
    let viewer = try SteppedViewer().joined()
    var asked: [CellSize] = []
    for step in 1...1000 {
      let size = CellSize(columns: 40 + step % 97, rows: 10 + step % 31)
      viewer.core.resize(to: size, at: viewer.now)
      asked += try answer(viewer)
      viewer.pass(.milliseconds(1))
    }
    let last = CellSize(columns: 77, rows: 22)
    viewer.core.resize(to: last, at: viewer.now)
    asked += try answer(viewer)
    while asked.last != last {
      let next = viewer.core.nextWake(at: viewer.now)
      let wake = try #require(next)
      #expect(wake - viewer.now <= ResizePace.pause)
      viewer.pass(max(.zero, wake - viewer.now))
      asked += try answer(viewer)
    }
    #expect(asked.first == CellSize(columns: 41, rows: 11))
    #expect((2...1001 / 60 + 3).contains(asked.count), "\(asked.count)")
    #expect(viewer.screen().scene?.viewport == last)
  }

  @Test func aWindowBackAtItsSizeSendsNothing() throws {
    let viewer = try SteppedViewer().joined()
    let other = CellSize(columns: 60, rows: 20)
    viewer.core.resize(to: other, at: viewer.now)
    #expect(try answer(viewer) == [other])
    viewer.pass(.milliseconds(10))
    viewer.core.resize(to: SteppedViewer.size, at: viewer.now)
    viewer.core.resize(to: other, at: viewer.now)
    #expect(try answer(viewer) == [])
    viewer.pass(ResizePace.pause)
    #expect(try answer(viewer) == [])
    #expect(viewer.screen().scene?.viewport == other)
  }

  /// Answers the client's present requests as the daemon.
  ///
  /// - Returns: the sizes that it attached with.
  private func answer(_ viewer: SteppedViewer) throws -> [CellSize] {
    let sizes = try viewer.tick().attaches.map(\.viewport)
    for size in sizes { try viewer.finishJoin(in: size) }
    return sizes
  }
}
