import NavBase
import NavTestKit
import NavViewer
import Testing

/// Rows as lines with colours and links.
@Suite struct SGRLinesTests {
  struct Piece: Sendable {
    var text: String
    var look = CellStyle.plain
    var link: String?
  }

  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var pieces: [Piece]
    var line: String
    var mono: String

    var testDescription: String { name }
  }

  private static let red = CellStyle(foreground: Color(palette: 1))
  private static let onBlue = CellStyle(background: Color(palette: 4))
  private static let bold = CellStyle(attributes: .bold)
  private static let underlined = CellStyle(attributes: .underline)

  @Test(
    arguments: [
      Row(name: "nothing", pieces: [], line: "", mono: ""),
      Row(name: "plain text", pieces: [Piece(text: "ab c  ")], line: "ab c", mono: "ab c"),
      Row(
        name: "a colour ends with the line",
        pieces: [Piece(text: "ab", look: red)],
        line: "^[[31mab^[[m",
        mono: "ab"
      ),
      Row(
        name: "a colour that ends before the line",
        pieces: [Piece(text: "ab", look: red), Piece(text: "c")],
        line: "^[[31mab^[[mc",
        mono: "abc"
      ),
      Row(
        name: "blanks take no ink",
        pieces: [Piece(text: "a", look: red), Piece(text: " "), Piece(text: "b", look: red)],
        line: "^[[31ma b^[[m",
        mono: "a b"
      ),
      Row(
        name: "blanks that have a background stay",
        pieces: [Piece(text: "a"), Piece(text: "   ", look: onBlue), Piece(text: "  ")],
        line: "a^[[44m   ^[[m",
        mono: "a"
      ),
      Row(
        name: "blanks that are underlined stay",
        pieces: [Piece(text: " "), Piece(text: "  ", look: underlined)],
        line: " ^[[4m  ^[[m",
        mono: " ^[[4m  ^[[m"
      ),
      Row(
        name: "attributes need no colours",
        pieces: [Piece(text: "ab", look: bold)],
        line: "^[[1mab^[[m",
        mono: "^[[1mab^[[m"
      ),
      Row(
        name: "wide characters and clusters",
        pieces: [Piece(text: "漢e\u{301}👩‍🚀x", look: bold)],
        line: "^[[1m漢e\u{301}👩‍🚀x^[[m",
        mono: "^[[1m漢e\u{301}👩‍🚀x^[[m"
      ),
      Row(
        name: "a link ends with the line",
        pieces: [Piece(text: "go "), Piece(text: "there", link: "https://x.org/ü")],
        line: "go ^[]8;;https://x.org/%C3%BC^[\\there^[]8;;^[\\",
        mono: "go ^[]8;;https://x.org/%C3%BC^[\\there^[]8;;^[\\"
      ),
      Row(
        name: "a link that ends before the line",
        pieces: [Piece(text: "a", link: "b:c"), Piece(text: "d", look: bold)],
        line: "^[]8;;b:c^[\\a^[]8;;^[\\^[[1md^[[m",
        mono: "^[]8;;b:c^[\\a^[]8;;^[\\^[[1md^[[m"
      ),
    ]
  )
  func line(_ row: Row) {
    var canvas = Canvas(size: CellSize(columns: 20, rows: 1))
    var x = 0
    for piece in row.pieces {
      canvas.write(piece.text, x: x, look: piece.look, link: piece.link)
      x += columnWidth(of: piece.text)
    }
    #expect(canvas.sgrLines(depth: .palette256).map { readable(Array($0.utf8)) } == [row.line])
    #expect(canvas.sgrLines(depth: .mono).map { readable(Array($0.utf8)) } == [row.mono])
    for line in canvas.sgrLines(depth: .truecolor, hyperlinks: false) {
      #expect(!line.contains("\u{1B}]"))
    }
  }

  /// Characters with the same width in all terminals: the cursor is never placed, so others would move their row.
  private static let pool = [
    "a", "b", "Z", "0", " ", " ", " ", "é", "ß", "Ж", "e\u{301}", "漢", "字", "한", "あ", "●", "│",
    "▐", "…", "א",
  ]

  @Test func aTerminalShowsTheLinesAsTheCanvas() throws {
    try forSeeds(0..<300) { random in
      let size = CellSize(columns: random.int(in: 1...40), rows: random.int(in: 1...8))
      let depth = random.pick(ColorDepth.allCases)
      var canvas = Canvas(size: size)
      random.paint(on: &canvas, pool: Self.pool, depth: depth)
      let lines = canvas.sgrLines(depth: depth, hyperlinks: random.oneIn(2))
      let terminal = VirtualTerminal(size)
      terminal.write(Array(lines.joined(separator: "\r\n").utf8))
      let difference = terminal.difference(from: canvas, ignoring: [])
      try demand(
        difference == nil,
        "\(size), \(depth): \(difference ?? "")\n\(lines.map { readable(Array($0.utf8)) })"
      )
    }
  }

  @Test func eachLineIsSelfContained() throws {
    try forSeeds(0..<100) { random in
      let size = CellSize(columns: random.int(in: 1...40), rows: random.int(in: 2...8))
      let depth = random.pick(ColorDepth.allCases)
      var canvas = Canvas(size: size)
      random.paint(on: &canvas, pool: Self.pool, depth: depth)
      // Reversed lines show the rows in reverse order.
      let lines = canvas.sgrLines(depth: depth).reversed().joined(separator: "\r\n")
      let terminal = VirtualTerminal(size)
      terminal.write(Array(lines.utf8))
      for y in 0..<size.rows {
        for x in 0..<size.columns {
          let shown = terminal.cell(at: CellPoint(x: x, y: size.rows - 1 - y))
          guard let character = canvas.character(at: CellPoint(x: x, y: y)) else { continue }
          let expected = character == " " ? "" : String(character)
          try demand(shown.text == expected, "\(x), \(y): \(shown) for '\(character)'\n\(lines)")
        }
      }
    }
  }

  @Test func withoutStylesTheLinesAreTheText() throws {
    try forSeeds(0..<50) { random in
      let size = CellSize(columns: random.int(in: 1...40), rows: random.int(in: 1...8))
      var canvas = Canvas(size: size)
      for y in 0..<size.rows {
        for _ in 0..<6 {
          canvas.write(random.pick(Self.pool), x: random.int(in: 0...size.columns - 1), y: y)
        }
      }
      try demand(canvas.sgrLines(depth: .mono) == canvas.lines)
    }
  }
}
