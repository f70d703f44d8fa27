import NavBase
import NavTestKit
import NavViewer
import Testing

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
