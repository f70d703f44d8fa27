import NavBase
import NavScene
import NavTestKit
import NavViewer
import Testing

/// Painting what has changed shows what painting everything shows.
@Suite struct LiveCanvasTests {
  @Test func aLiveCanvasEqualsOnePaintedAsAWhole() throws {
    var partial = 0
    try forSeeds(0..<1_500) { random in
      var scene = random.pageScene()
      let depth = random.pick(ColorDepth.allCases)
      let theme = ResolvedTheme(random.oneIn(2) ? .dark : .light, depth: depth)
      let options = EncoderOptions(
        depth: depth,
        synchronizedOutput: random.oneIn(2),
        hyperlinks: random.oneIn(2)
      )
      var live = LiveCanvas(size: scene.viewport, theme: theme)
      var (encoder, wholeEncoder) = (FrameEncoder(options), FrameEncoder(options))
      let terminal = VirtualTerminal(scene.viewport)
      for frame in 0..<8 {
        let peek = random.oneIn(2) ? random.peeks(in: scene) : [:]
        live.compare(with: scene, peek: peek)
        let isSame = live.damage.isEmpty
        live.paint(scene)
        let whole = Canvas(scene, theme, peek: peek)
        try demandEqual(live.canvas, whole, "frame \(frame)")
        let bytes = encoder.encode(live.canvas, rows: live.damage)
        let wholeBytes = wholeEncoder.encode(whole)
        try demand(bytes.count <= wholeBytes.count, "frame \(frame) needs more bytes")
        try demand(!isSame || bytes.isEmpty || frame == 0, "frame \(frame): undamaged")
        terminal.write(bytes)
        let difference = terminal.difference(from: whole, ignoring: SceneLawTests.disputed)
        try demand(difference == nil, "frame \(frame): \(difference ?? "")")
        let rows = (0..<scene.viewport.rows).count { live.damage.contains($0) }
        if rows > 0 && rows < scene.viewport.rows { partial += 1 }
        try change(&scene, using: &random)
      }
    }
    #expect(partial > expected(1_500), "so few frames do not show that rows are left out")
  }

  /// Moves a container, as a motion does, or changes anything else.
  private func change(_ scene: inout Scene, using random: inout SplitMix64) throws {
    let viewport = scene.viewport
    defer { scene.viewport = viewport }
    guard let container = scene.containers.isEmpty ? nil : random.pick(scene.containers) else {
      return
    }
    switch random.int(in: 0...9) {
    case 0: scene = random.pageScene()
    case 1: scene[container.id]?.scroll.x += random.int(in: -3...3)
    case 2: scene[container.id]?.scroll.y += random.int(in: -2...2)
    case 3: scene[container.id]?.frame.x += random.int(in: -3...3)
    case 4: scene[container.id]?.overlay = random.pick([0, 40, 76, 140])
    case 5: scene[container.id]?.selection = random.pick([nil, 0, 1, 2])
    case 6: scene.focus = random.oneIn(2) ? container.id : nil
    case 7: scene[container.id]?.z = random.int(in: 0...3)
    case 8: random.mutate(&scene)
    default: scene[container.id]?.rows.set(random.textRows(1...3), at: random.int(in: 0...5))
    }
  }

  @Test func onlyTheRowsOfAMovedContainerArePainted() {
    var scene = Scene(viewport: CellSize(columns: 20, rows: 10))
    for (id, y) in [(UInt32(1), 0), (2, 4)] {
      var page = Container(ContainerID(rawValue: id), .page, CellRect(0, y, 20, 3))
      page.content = CellRect(x: 0, y: 0, width: 20, height: 3)
      page.rows.set([TextRow("one"), TextRow("two"), TextRow("three")], at: 0)
      scene.insert(page)
    }
    var live = LiveCanvas(size: scene.viewport, theme: ResolvedTheme(.dark, depth: .truecolor))
    live.compare(with: scene)
    live.paint(scene)
    scene[ContainerID(rawValue: 2)]?.scroll.x = 1
    live.compare(with: scene)
    #expect((0..<10).filter { live.damage.contains($0) } == [4, 5, 6])
    live.paint(scene)
    live.compare(with: scene)
    #expect(live.damage.isEmpty)
    live.forget()
    live.compare(with: scene)
    #expect((0..<10).allSatisfy { live.damage.contains($0) })
  }

  @Test func theTablesOfCharactersAndLinksAreForgottenInTime() throws {
    let theme = ResolvedTheme(.dark, depth: .truecolor)
    var scene = Scene(viewport: CellSize(columns: 20, rows: 1))
    var page = Container(1, .page, CellRect(0, 0, 20, 1))
    page.content = CellRect(x: 0, y: 0, width: 20, height: 1)
    scene.insert(page)
    let options = EncoderOptions(hyperlinks: true)
    var (encoder, live) = (FrameEncoder(options), LiveCanvas(size: scene.viewport, theme: theme))
    let terminal = VirtualTerminal(scene.viewport)
    // More links than the table has numbers for.
    for number in 0..<70_000 {
      let style = TextStyle(link: "https://example.org/\(number)")
      scene[page.id]?.rows.set([TextRow("x", runs: [StyledRun(length: 1, style: style)])], at: 0)
      live.compare(with: scene)
      live.paint(scene)
      let bytes = encoder.encode(live.canvas, rows: live.damage)
      terminal.write(bytes)
      try demand(live.canvas.link(at: .zero) == style.link, "link \(number)")
      // Around the last number of the table each, before and after it only some: searching a text takes a debug build long.
      guard number.isMultiple(of: 101) || (65_500...65_600).contains(number) else { continue }
      try demand(String(decoding: bytes, as: UTF8.self).contains("/\(number)"), "link \(number)")
    }
    #expect(terminal.difference(from: live.canvas, ignoring: []) == nil)
  }
}
