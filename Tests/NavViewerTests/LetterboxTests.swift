import NavCommands
import NavContent
import NavGeometry
import NavInput
import NavLayout
import NavModel
import NavScene
import NavSession
import NavSync
import NavTestKit
import NavText
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
  private static func pair(_ size: CellSize = large) throws -> Network {
    var network = Network(pages: tour, generator: SplitMix64(seed: 7))
    network.addViewer(small)
    try network.run(for: .seconds(1))
    network.addViewer(size, fit: .letterbox)
    try network.run(for: .seconds(2))
    return network
  }

  private static func screen(_ index: Int, _ network: borrowing Network) -> Screen {
    network.viewers[index].core.screen(at: network.now)
  }

  private static func layout(_ index: Int, _ network: borrowing Network) -> CellSize? {
    screen(index, network).scene?.viewport
  }

  /// Demands that a viewer shows another one's scene, surrounded by blank cells.
  private func checkPicture(_ network: borrowing Network, line: Int = #line) throws {
    let (own, other) = (Self.screen(1, network), Self.screen(0, network))
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
    var network = try Self.pair()
    try checkPicture(network)
    network.press("7", "G", "Space", at: 1)
    try network.run(for: .seconds(2))
    try network.checkAgreement()
    try checkPicture(network)
  }

  @Test("the scene is centred in every larger terminal", arguments: [81, 82, 121], [24, 25, 40])
  func middle(columns: Int, rows: Int) throws {
    try checkPicture(try Self.pair(CellSize(columns: columns, rows: rows)))
  }

  @Test("on a smaller terminal nothing is cut off: the layout is as small")
  func smaller() throws {
    let network = try Self.pair(CellSize(columns: 120, rows: 12))
    #expect(Self.layout(1, network) == CellSize(columns: 80, rows: 12))
    #expect(Self.screen(1, network).origin == CellPoint(x: 20, y: 0))
  }

  @Test("keys apply to the layout that is shown")
  func keys() throws {
    func version(_ keys: String..., fit: ViewerFit, in size: CellSize) throws -> Scene {
      var network = Network(pages: Self.tour, generator: SplitMix64(seed: 7))
      network.addViewer(Self.small)
      try network.run(for: .seconds(1))
      network.addViewer(size, fit: fit)
      try network.run(for: .seconds(2))
      for key in keys { network.press(key, at: 1) }
      try network.run(for: .seconds(2))
      return try #require(Self.screen(0, network).scene)
    }
    let own = try version("8", "G", "Space", fit: .relayout, in: Self.small)
    #expect(try version("8", "G", "Space", fit: .letterbox, in: Self.large) == own)
    // In its own size the whole slide is visible, so that the page turns.
    #expect(try version("8", "G", "Space", fit: .relayout, in: Self.large) != own)
  }

  @Test("the layout follows the other viewer's size, until that viewer leaves")
  func moves() throws {
    var network = try Self.pair()
    let medium = CellSize(columns: 100, rows: 30)
    network.resize(0, to: medium)
    try network.run(for: .milliseconds(300))
    #expect(Self.layout(1, network) == medium)
    try checkPicture(network)
    try network.checkAgreement()
    network.addViewer(CellSize(columns: 60, rows: 20))
    try network.run(for: .seconds(1))
    #expect(Self.layout(1, network) == medium)
    network.leave(0)
    try network.run(for: .milliseconds(300))
    #expect(Self.layout(1, network) == CellSize(columns: 60, rows: 20))
    network.leave(2)
    try network.run(for: .milliseconds(300))
    #expect(Self.layout(1, network) == Self.large)
    #expect(Self.screen(1, network).origin == .zero)
    try network.checkAgreement()
  }

  @Test("a click inside the scene works, and one outside has no effect")
  func clicks() throws {
    var network = try Self.pair()
    let screen = Self.screen(1, network)
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
      network.click(point, at: 1)
      try network.run(for: .seconds(2))
      #expect(Self.screen(0, network).scene?.pageControl?.currentPage == page, "\(point)")
    }
    // The status line is at the bottom of the terminal, and its keys can be clicked there.
    network.click(CellPoint(x: 196, y: 59), at: 1)
    #expect(network.viewers[1].exit != nil)
  }

  @Test("a click at a position of an earlier size of the terminal has no effect")
  func staleClick() throws {
    var network = try Self.pair()
    let screen = Self.screen(1, network)
    let dots = try #require(screen.scene?.pageControl)
    let point = CellPoint(
      x: screen.origin.x + dots.frame.x + 6,
      y: screen.origin.y + dots.frame.y
    )
    // The scene stays centred; its former position is now blank.
    network.resize(1, to: CellSize(columns: 120, rows: 40))
    network.click(point, at: 1)
    try network.run(for: .seconds(2))
    #expect(Self.screen(0, network).scene?.pageControl?.currentPage == 0)
    try checkPicture(network)
  }

  // MARK: The core alone

  @Test("until the new layout arrives the old one is shown, and keys are sent")
  func noFlicker() throws {
    let desk = Desk(fit: .letterbox)
    desk.granted = CellSize(columns: 30, rows: 8)
    _ = try desk.tick()
    try desk.finishJoin(in: CellSize(columns: 30, rows: 8))
    let before = desk.screen()
    #expect(before.origin == CellPoint(x: 5, y: 1))
    let hash = desk.snapshot(in: CellSize(columns: 30, rows: 8)).hash
    var beat = Beat(epoch: 1, seq: 1, version: 0, hash: hash)
    beat.moves = [8]
    desk.publish(.beat(beat))
    #expect(try desk.tick() == [])
    beat.moves = [8, 9]
    // Moves are limited like resizes: at most one in 60 ms.
    desk.pass(ResizePace.pause)
    desk.publish(.beat(beat))
    #expect(try desk.tick().isAttach)
    desk.publish(.beat(beat))
    #expect(try !desk.tick().isAttach)
    #expect(desk.screen() == before)
    desk.granted = CellSize(columns: 36, rows: 10)
    try desk.accept()
    _ = try desk.take()
    #expect(desk.screen() == before)
    try desk.press("l")
    #expect(try desk.take().commands == [.forward])
    desk.sendSnapshot(in: CellSize(columns: 36, rows: 10))
    #expect(desk.screen().scene?.viewport == CellSize(columns: 36, rows: 10))
    #expect(desk.screen().origin == CellPoint(x: 2, y: 0))
    #expect(desk.screen().notice.text == nil)
  }

  @Test("a viewer that gets a smaller layout than its size shows a message, once per size")
  func told() throws {
    let desk = Desk()
    func join(_ size: CellSize) throws -> String? {
      desk.granted = size
      try desk.finishJoin(in: size)
      defer { desk.pass(.seconds(5)) }
      return desk.screen().notice.text
    }
    func again() throws {
      desk.reconnect()
      _ = try desk.tick()
    }
    _ = try desk.tick()
    let small = CellSize(columns: 30, rows: 8)
    let text = "too many terminal sizes in this session: showing the layout of 30x8"
    #expect(try join(small) == text)
    try again()
    #expect(try join(small) == nil)
    #expect(desk.screen().origin == CellPoint(x: 5, y: 1))
    try again()
    #expect(try join(CellSize(columns: 20, rows: 8))?.hasSuffix("20x8") == true)
    try again()
    #expect(try join(Desk.size) == nil)
    #expect(desk.screen().origin == .zero)
    try again()
    #expect(try join(small) == text)
  }

  @Test("a daemon without letterboxing gives a layout of the own size")
  func oldDaemon() throws {
    let desk = Desk(fit: .letterbox)
    let did = try desk.tick()
    guard case .sent(.attach(let attach))? = did.first else {
      Issue.record("\(did)")
      return
    }
    #expect(attach.fit == .letterbox && attach.viewport == Desk.size)
    try desk.finishJoin()
    #expect(desk.screen().origin == .zero && desk.screen().scene?.viewport == Desk.size)
    desk.click(19, 8)
    #expect(try desk.take().commands == [.goTo(3)])
  }
}
