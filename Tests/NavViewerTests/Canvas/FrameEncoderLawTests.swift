import NavBase
import NavTestKit
import NavViewer
import Testing

/// A terminal that gets the encoder's bytes shows the canvas, whatever it showed before.
@Suite struct FrameEncoderLawTests {
  /// Characters with another width in libvterm, or not shown as one character.
  private static let disputed: Set<Character> = [
    "👨‍👩‍👧", "🇩🇪", "☀\u{FE0F}", "❤\u{FE0F}", "👍🏽", "1\u{FE0F}\u{20E3}", "\u{E0B0}", "☀",
  ]

  private static let pool =
    [
      "a", "b", "Z", "0", " ", " ", " ", "é", "ß", "Ж", "e\u{301}", "漢", "字", "한", "あ", "😀", "●",
      "│", "▐", "…", "א",
    ]
    + disputed.map(String.init)

  @Test func aTerminalShowsTheNewCanvas() throws {
    try forSeeds(0..<400) { random in
      var size = CellSize(columns: random.int(in: 1...40), rows: random.int(in: 1...8))
      let terminal = VirtualTerminal(size)
      let options = EncoderOptions(
        depth: random.pick(ColorDepth.allCases),
        synchronizedOutput: random.oneIn(2),
        hyperlinks: random.oneIn(2)
      )
      var encoder = FrameEncoder(options)
      var canvas = Canvas(size: size)
      for frame in 0..<6 {
        if random.oneIn(6) {
          size = CellSize(columns: random.int(in: 1...40), rows: random.int(in: 1...8))
          terminal.resize(to: size)
        }
        if random.oneIn(6) {
          terminal.write(Array("\u{1B}[41;4mnoise\r\n\nmore \u{1B}[3;5Hnoise".utf8))
          encoder.forget()
        }
        if canvas.size != size || random.oneIn(3) { canvas = Canvas(size: size) }
        random.paint(on: &canvas, pool: Self.pool, depth: options.depth)
        let bytes = encoder.encode(canvas)
        terminal.write(bytes)
        let difference = terminal.difference(from: canvas, ignoring: Self.disputed)
        try demand(
          difference == nil,
          "frame \(frame), \(size), \(options): \(difference ?? "")\n\(readable(bytes))"
        )
        try demand(encoder.encode(canvas).isEmpty, "frame \(frame): bytes for an equal canvas")
      }
    }
  }

  /// The same picture painted in another order has its clusters and links at other table positions.
  @Test func equalPicturesNeedNoBytes() throws {
    var one = Canvas(size: CellSize(columns: 20, rows: 2))
    var other = one
    let pieces: [(text: String, x: Int)] = [("👨‍👩‍👧", 0), ("🇩🇪", 5), ("e\u{301}", 10)]
    for piece in pieces {
      one.write(piece.text, x: piece.x, link: "https://example.org/\(piece.x)")
    }
    for piece in pieces.reversed() {
      other.write(piece.text, x: piece.x, link: "https://example.org/\(piece.x)")
    }
    var encoder = FrameEncoder(EncoderOptions(hyperlinks: true))
    _ = encoder.encode(one)
    #expect(encoder.encode(other) == [])
    other.write("🇩🇪", x: 5, link: "https://example.org/elsewhere")
    #expect(!encoder.encode(other).isEmpty)
  }

  /// Equal cells with the same table positions, but different tables.
  @Test(arguments: [("🇩🇪", "🇫🇷", "x", "x"), ("ab", "ab", "x", "y")])
  func differentPicturesNeedBytes(_ old: String, new: String, oldLink: String, newLink: String) {
    var canvas = Canvas(size: CellSize(columns: 20, rows: 2))
    var encoder = FrameEncoder(EncoderOptions(hyperlinks: true))
    canvas.write(old, x: 3, link: oldLink)
    _ = encoder.encode(canvas)
    canvas.clear()
    canvas.write(new, x: 3, link: newLink)
    #expect(readable(encoder.encode(canvas)).contains(new))
  }

  /// Otherwise the test would only cover terminals that agree.
  @Test func theTerminalReallyDisagrees() {
    let terminal = VirtualTerminal(CellSize(columns: 20, rows: 1))
    terminal.write(Array("👨‍👩‍👧x".utf8))
    let behind = terminal.cell(at: CellPoint(x: 2, y: 0))
    #expect(behind.text != "x")
  }

  /// The terminal used four columns and more for it; its cells must be erased, and stay erased.
  @Test func cellsUnderATooWideCharacterAreRewritten() {
    let terminal = VirtualTerminal(CellSize(columns: 12, rows: 1))
    var encoder = FrameEncoder()
    var canvas = Canvas(size: CellSize(columns: 12, rows: 1))
    canvas.write("abcdefghijkl", x: 0)
    terminal.write(encoder.encode(canvas))
    canvas.write("👨‍👩‍👧", x: 2)
    terminal.write(encoder.encode(canvas))
    let difference = terminal.difference(from: canvas, ignoring: ["👨‍👩‍👧"])
    #expect(difference == nil)
    canvas.write("zz", x: 2)
    terminal.write(encoder.encode(canvas))
    let after = terminal.difference(from: canvas, ignoring: [])
    #expect(after == nil)
  }
}

extension SplitMix64 {
  /// Paints a few texts and rectangles in styles of a colour depth.
  mutating func paint(on canvas: inout Canvas, pool: [String], depth: ColorDepth) {
    let (columns, rows) = (canvas.size.columns, canvas.size.rows)
    for _ in 0..<int(in: 0...6) {
      let point = CellPoint(x: int(in: -5...columns), y: int(in: 0...rows - 1))
      let look = self.look(depth)
      if oneIn(4) {
        canvas.fill(
          CellRect(x: point.x, y: point.y, width: int(in: 0...columns), height: int(in: 0...3)),
          with: look
        )
      } else {
        let text = (0..<int(in: 1...20)).map { _ in pick(pool) }.joined()
        let style = TextStyle(link: oneIn(4) ? "https://example.org/ü/\(int(in: 0...2))" : nil)
        let clip = CellRect(x: int(in: 0...3), y: 0, width: int(in: 1...columns), height: rows)
        let runs = [StyledRun(length: text.utf8.count, style: style)]
        canvas.draw(text, runs: runs, at: point, clip: clip) { _ in look }
      }
    }
  }

  mutating func look(_ depth: ColorDepth) -> CellStyle {
    if oneIn(3) { return .plain }
    return CellStyle(
      foreground: color(depth),
      background: color(depth),
      attributes: oneIn(2) ? [] : CellAttributes(rawValue: UInt8(int(in: 0...63)))
    )
  }

  private mutating func color(_ depth: ColorDepth) -> Color {
    switch depth {
    case _ where oneIn(3): .terminal
    case .mono: .terminal
    case .palette16: Color(palette: UInt8(int(in: 0...15)))
    case .palette256: Color(palette: UInt8(int(in: 0...255)))
    case .truecolor: Color(RGB(hex: UInt32(pick([0, 0x10_20_30, 0xFF_FF_FF]))))
    }
  }
}

/// The optimised ways of drawing have the same result.
@Suite struct DrawingLawTests {
  /// Every scalar of the basic plane and the emoji, alone and between two others.
  @Test func everyScalar() throws {
    for value in [0x20...0x7E, 0xA0...0xFFFF, 0x1F000...0x1FAFF].joined() {
      guard let scalar = Unicode.Scalar(UInt32(value)) else { continue }
      for text in ["\(scalar)", "漢\(scalar)a", "a\(scalar)漢"] {
        try check(text, start: 0, clip: CellRect(x: 0, y: 0, width: 24, height: 1))
      }
    }
  }

  @Test func randomText() throws {
    let pool = [
      "a", "z", " ", "é", "Ж", "漢", "한", "あ", "\u{1100}", "\u{1161}", "\u{301}", "\u{3099}",
      "\u{FE0F}", "\u{200D}",
      "👩", "😀", "🇩", "🇪", "☀", "●", "│", "א", "\u{200B}", "©", "क", "\u{94D}", "ष", "\u{20E3}", "1",
      "\u{FF9E}", "ｶ",
    ]
    try forSeeds(0..<3000) { random in
      let text = (0..<random.int(in: 0...25)).map { _ in random.pick(pool) }.joined()
      let start = random.int(in: -8...8)
      let clip = CellRect(x: random.int(in: 0...6), y: 0, width: random.int(in: 0...24), height: 1)
      try check(text, start: start, clip: clip)
    }
  }

  private func check(_ text: String, start: Int, clip: CellRect) throws {
    var canvas = Canvas(size: CellSize(columns: 24, rows: 1))
    canvas.draw(text, at: CellPoint(x: start, y: 0), clip: clip) { _ in .plain }
    let shown = (0..<24).map { canvas.character(at: CellPoint(x: $0, y: 0)) }
    let scalars = text.unicodeScalars.map { String($0.value, radix: 16) }
    try demand(shown == twin(text, start: start, clip: clip), "\(scalars) at \(start) in \(clip)")
  }

  /// A reference implementation that draws character by character.
  private func twin(_ text: String, start: Int, clip: CellRect) -> [Character?] {
    var shown = [Character?](repeating: " ", count: 24)
    var x = start
    let visible = clip.x..<min(clip.maxX, 24)
    for character in text {
      let columns = columnWidth(of: character)
      let places = (0..<columns).map { x + $0 }
      if places.allSatisfy(visible.contains) {
        for place in places { shown[place] = place == x ? character : nil }
      }
      x += columns
    }
    return shown
  }
}
