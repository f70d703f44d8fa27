import NavBase
import NavContent
import NavTestKit
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
          let isOutdated = live[index].compare(with: screen)
          let whole = screen.canvas(in: theme)
          if isOutdated { live[index].paint(screen) }
          try demandEqual(live[index].canvas, whole, "step \(step), viewer \(index)")
          try demand(
            before.size == whole.size || isOutdated,
            "step \(step): another size is not noticed"
          )
          try demand(!live[index].compare(with: screen), "step \(step): painted, but outdated")
        }
      }
    }
  }

  private func demandEqual(_ a: Canvas, _ b: Canvas, _ text: String) throws {
    try demand(a.size == b.size, text)
    for y in 0..<a.size.rows {
      for x in 0..<a.size.columns {
        let point = CellPoint(x: x, y: y)
        try demand(
          a.character(at: point) == b.character(at: point) && a.look(at: point) == b.look(at: point)
            && a.link(at: point) == b.link(at: point),
          "\(text): \(point) differs: \(a.lines) \(b.lines)"
        )
      }
    }
  }
}

extension CellSize {
  fileprivate static let tiny = CellSize(columns: 9, rows: 2)
}
