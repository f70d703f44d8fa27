import NavBase
import NavTestKit
import Testing

@testable import NavViewer

/// Characters of uncertain width never move, hide or leave behind anything else.
@Suite struct RiskyClusterTests {
  /// ZWJ families, skin tones, flags, keycaps, both presentations, combining marks, symbols of private use, Indic and
  /// Hangul clusters, invisible characters, and some of certain width.
  private static let clusters = [
    "👨‍👩‍👧‍👦", "👩🏽‍🚀", "👍🏽", "🏳️‍🌈", "🇩🇪", "🇩", "1\u{FE0F}\u{20E3}", "☀\u{FE0F}", "☀\u{FE0E}", "☀", "❤\u{FE0F}",
    "😀", "e\u{301}", "o\u{308}\u{323}", "\u{E0B0}", "क्षि", "각", "\u{1112}\u{1161}\u{11AB}", "ﷺ", "א",
    "…", "⌚",
    "漢", "a", " ",
  ]

  private static let size = CellSize(columns: 14, rows: 2)

  private static func canvas(_ cluster: String, x: Int, _ look: CellStyle) -> Canvas {
    var canvas = Canvas(size: size)
    canvas.write("abcdefghijklmn", x: 0)
    canvas.write("ABCDEFGHIJKLMN", x: 0, y: 1)
    canvas.write(cluster, x: x, look: look)
    return canvas
  }

  /// From any of them to any other and back, in the same cell and beside it.
  @Test(arguments: GridTerminal.Opinion.allCases)
  func everyTransition(opinion: GridTerminal.Opinion) throws {
    let red = CellStyle(
      foreground: Color(palette: 1),
      background: Color(palette: 4),
      attributes: .dim
    )
    for old in Self.clusters {
      for new in Self.clusters {
        for (x, shift) in [(3, 0), (3, 1), (3, -1), (0, 0), (12, 0), (12, 1)] {
          var terminal = GridTerminal(Self.size, opinion)
          var encoder = FrameEncoder(EncoderOptions(depth: .palette16))
          let first = Self.canvas(old, x: x, .plain)
          let second = Self.canvas(new, x: x + shift, red)
          for (step, canvas) in [first, second, first].enumerated() {
            let bytes = encoder.encode(canvas)
            terminal.write(bytes)
            let difference = terminal.difference(from: canvas)
            try demand(
              difference == nil,
              "'\(old)' to '\(new)' at \(x), step \(step): \(difference ?? "")\n\(readable(bytes))"
            )
          }
        }
      }
    }
  }

  /// Random pictures full of them, at every depth, in terminals of every width rule.
  @Test func randomPictures() throws {
    let pool = Self.clusters + ["漢字", "abc", "  ", "│", "─", "\t", "\u{200B}"]
    try forSeeds(0..<300) { random in
      let size = CellSize(columns: random.int(in: 1...30), rows: random.int(in: 1...5))
      let opinion = random.pick(GridTerminal.Opinion.allCases)
      var terminal = GridTerminal(size, opinion)
      let options = EncoderOptions(
        depth: random.pick(ColorDepth.allCases),
        synchronizedOutput: random.oneIn(2),
        hyperlinks: random.oneIn(2)
      )
      var encoder = FrameEncoder(options)
      var canvas = Canvas(size: size)
      for frame in 0..<6 {
        if random.oneIn(3) { canvas = Canvas(size: size) }
        random.paint(on: &canvas, pool: pool, depth: options.depth)
        let bytes = encoder.encode(canvas)
        terminal.write(bytes)
        let difference = terminal.difference(from: canvas)
        try demand(
          difference == nil,
          "frame \(frame), \(size), \(opinion), \(options): \(difference ?? "")\n\(readable(bytes))"
        )
      }
    }
  }

  /// Otherwise the tests above would only cover terminals that agree.
  @Test func theTerminalsDisagree() {
    let columns = GridTerminal.Opinion.allCases.map { $0.columns("👨‍👩‍👧‍👦") }
    #expect(columns == [1, 2, 8, 11])
    for opinion in GridTerminal.Opinion.allCases where opinion != .wide {
      var terminal = GridTerminal(Self.size, opinion)
      terminal.write(Array("\u{1B}[2J\u{1B}[H👨‍👩‍👧‍👦x".utf8))
      #expect(terminal.cell(at: CellPoint(x: 2, y: 0)).text != "x")
    }
  }
}
