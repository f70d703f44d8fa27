import NavBase
import NavContent
import NavScene
import NavTestKit
import NavWire
import Testing

@testable import NavViewer

/// Painting what has changed of a viewer's screen shows what painting all of it shows.
@Suite struct LiveScreenTests {
  private static let keys = [
    "l", "h", "j", "k", "Space", "?", "Esc", "/", "a", "e", "Enter", "n", "o", ":", "b", "Tab",
    "g", "4", "G", "Right", "Left", "J", "K", "B",
  ]

  private static let tour = Deck(markdown: NavContent.tour(command: "join"), name: "Tour")
    .slides.map { PageContent(title: $0.title, document: $0.document) }

  @Test func aLiveScreenEqualsOnePaintedAsAWhole() throws {
    try forSeeds(0..<12) { random in
      var cores = ConnectedCores(pages: Self.tour, generator: SplitMix64(seed: random.next()))
      let theme = ResolvedTheme(.dark, depth: random.pick(ColorDepth.allCases))
      cores.addViewer(CellSize(columns: 60, rows: 16))
      cores.addViewer(CellSize(columns: 40, rows: 12), fit: .letterbox)
      var live = cores.viewers.map { _ in LiveScreen(theme) }
      for step in 0..<150 {
        let one = random.int(in: 0...1)
        switch random.int(in: 0...19) {
        case 0: cores.resize(one, to: random.pick([CellSize(columns: 50, rows: 14), .tiny]))
        case 1...6: cores.press(random.pick(Self.keys), at: one)
        default: break
        }
        try cores.run(for: .milliseconds(random.pick([5, 16, 16, 17, 40, 600])))
        for index in live.indices {
          let screen = cores.viewers[index].core.screen(at: cores.now)
          let before = live[index].canvas
          var covers: [PictureCover] = []
          if !screen.isTiny, random.oneIn(2) {
            let frame = CellRect(random.int(in: 0...30), random.int(in: 0...6), 9, 2)
            let number = random.int(in: 1...2)
            covers = [PictureCover(frame, number: number, isPlaceholder: random.oneIn(2))]
          }
          let isOutdated = live[index].compare(with: screen, covers: covers)
          var whole = screen.canvas(in: theme)
          for cover in covers { whole.cover(cover, in: .all(of: whole.size.rows)) }
          if isOutdated { live[index].paint(screen) }
          try demandEqual(live[index].canvas, whole, "step \(step), viewer \(index)")
          try demand(
            before.size == whole.size || isOutdated,
            "step \(step): another size is not noticed"
          )
          let isAgain = live[index].compare(with: screen, covers: covers)
          try demand(!isAgain, "step \(step): painted, but outdated")
        }
      }
    }
  }
}

extension CellSize {
  fileprivate static let tiny = CellSize(columns: 9, rows: 2)
}

/// Screens with overlays, recorded line by line.
@Suite("Screens of overlays")
struct OverlayScreenTests {
  private static let sizes = [
    CellSize(columns: 80, rows: 24), CellSize(columns: 40, rows: 12),
    CellSize(columns: 20, rows: 6), CellSize(columns: 10, rows: 3),
  ]

  private static let overlays: [(title: String, overlay: Overlay)] = [
    ("help", .help(HelpOverlay(KeyContext(focus: .pager)))),
    ("palette", OverlaySamples.palette("")),
    ("palette, narrowed", OverlaySamples.palette("ta")),
    ("palette, unknown", OverlaySamples.palette("zzz")),
    ("palette, refused", OverlaySamples.palette("tab 99", [Key(.enter)])),
    ("outline", OverlaySamples.outline("")), ("outline, narrowed", OverlaySamples.outline("2")),
    ("viewers", OverlaySamples.viewers), ("messages", OverlaySamples.messages),
  ]

  @Test("every overlay", arguments: sizes)
  func screens(size: CellSize) throws {
    let deck = Deck(markdown: ScreenTests.deck, name: "deck")
    let session = ScreenTests.session(deck)
    let screens = Self.overlays.map { title, overlay in
      var session = session
      var screen = ScreenTests.screen(session.rest(in: size, viewers: 2), size)
      screen.overlay = overlay.picture(in: size, at: .seconds(90))
      return (title: title, screen: screen)
    }
    for (title, screen) in screens {
      #expect(screen.textLines.count == size.rows)
      // The scene below is completely covered and unchanged.
      #expect(screen.scene?.viewport == size, "\(title)")
    }
    try GoldenText().check(
      ScreenTests.drawing(screens),
      name: "overlays-\(size.columns)x\(size.rows)"
    )
  }
}
