import NavBase
import NavViewer
import Testing

/// The bytes for a change, and no others.
@Suite struct FrameEncoderTests {
  private static let size = CellSize(columns: 40, rows: 6)

  @Test(
    arguments: [
      // One character: the cursor is placed, the character written.
      Change("one character", [Piece("a", 0, 0)], [Piece("b", 0, 0)], "^[[Hb"),
      Change("in the first row", [], [Piece("b", 9, 0)], "^[[;10Hb"),
      Change("in the first column", [], [Piece("b", 0, 2)], "^[[3Hb"),
      Change("anywhere", [], [Piece("b", 9, 2)], "^[[3;10Hb"),
      // Equal cells are skipped by a movement, a few of them by writing them again.
      Change(
        "a long gap",
        [Piece("aaaaaaaaaaaaaaa", 0, 0)],
        [Piece("baaaaaaaaaaaaab", 0, 0)],
        "^[[Hb^[[13Cb"
      ),
      Change("a short gap", [Piece("aaaaaa", 0, 0)], [Piece("baaaab", 0, 0)], "^[[Hbaaaab"),
      // The next row is near.
      Change("the next row", [], [Piece("ab", 0, 0), Piece("cd", 0, 1)], "^[[Hab\\n\\rcd"),
      Change("below", [], [Piece("ab", 0, 0), Piece("cd", 2, 1)], "^[[Hab\\ncd"),
      Change(
        "below and back",
        [],
        [Piece("abcdefgh", 0, 0), Piece("x", 6, 1)],
        "^[[Habcdefgh\\n\\b\\bx"
      ),
      Change("far below", [], [Piece("ab", 0, 0), Piece("cd", 2, 5)], "^[[Hab^[[6;3Hcd"),
      // Blanks.
      Change("a few blanks at the end", [Piece("abcd", 0, 0)], [Piece("a", 0, 0)], "^[[;2H   "),
      Change("many blanks at the end", [Piece("abcdef", 0, 0)], [Piece("a", 0, 0)], "^[[;2H^[[K"),
      Change(
        "many blanks before a word",
        [Piece("abcdefghijklmnop", 0, 0)],
        [Piece("q", 15, 0)],
        "^[[H               q"
      ),
      Change("an empty row", [Piece("abcdef", 0, 3)], [], "^[[4H^[[K"),
      // Styles: the shorter of a change and a reset.
      Change("a look", [], [Piece("b", 0, 0, .bold)], "^[[H^[[1mb"),
      Change(
        "two looks",
        [],
        [Piece("b", 0, 0, .bold), Piece("c", 1, 0, [.bold, .underline])],
        "^[[H^[[1mb^[[4mc"
      ),
      Change(
        "back to plain",
        [],
        [Piece("b", 0, 0, [.bold, .italic]), Piece("c", 1, 0)],
        "^[[H^[[1;3mb^[[mc"
      ),
      Change(
        "one attribute less",
        [],
        [
          Piece("b", 0, 0, [.bold, .italic, .underline, .strikethrough]),
          Piece("c", 1, 0, [.bold, .italic, .underline]),
        ],
        "^[[H^[[1;3;4;9mb^[[29mc"
      ),
      Change(
        "dim instead of bold",
        [],
        [Piece("b", 0, 0, .bold), Piece("c", 1, 0, .dim)],
        "^[[H^[[1mb^[[0;2mc"
      ),
      // A blank has no visible foreground, so no foreground is set for it.
      Change(
        "a blank between looks",
        [],
        [Piece("b", 0, 0, .bold), Piece(" ", 1, 0), Piece("c", 2, 0, .bold)],
        "^[[H^[[1mb c"
      ),
      // Wide with a certain width: only the character. Uncertain: blanked before, placed after.
      Change("CJK", [], [Piece("漢字x", 0, 0)], "^[[H漢字x"),
      Change("Cyrillic", [], [Piece("Да", 0, 0)], "^[[HДа"),
      Change("an emoji", [], [Piece("😀x", 0, 0)], "^[[H  \\r😀^[[;3Hx"),
      Change("a combining mark", [], [Piece("e\u{301}x", 0, 0)], "^[[He\u{301}\\r^[[Cx"),
    ]
  )
  func change(_ change: Change) {
    var encoder = FrameEncoder()
    _ = encoder.encode(canvas(change.old))
    #expect(readable(encoder.encode(canvas(change.new))) == change.bytes)
  }

  /// A canvas with the pieces that leaves the cursor's position unknown: it ends with a character of uncertain width.
  private func canvas(_ pieces: [Piece]) -> Canvas {
    var canvas = Canvas(size: Self.size)
    for piece in pieces {
      canvas.write(
        piece.text,
        x: piece.x,
        y: piece.y,
        look: CellStyle(attributes: piece.attributes)
      )
    }
    canvas.write("א", x: 39, y: 5)
    return canvas
  }

  @Test(
    arguments: [
      (Color(palette: 1), Color.terminal, "31"), (Color(palette: 9), .terminal, "91"),
      (Color(palette: 200), .terminal, "38;5;200"),
      (Color(RGB(1, 20, 255)), .terminal, "38;2;1;20;255"),
      (.terminal, Color(palette: 7), "47"), (.terminal, Color(palette: 15), "107"),
      (.terminal, Color(palette: 16), "48;5;16"), (.terminal, Color(RGB(0, 0, 0)), "48;2;0;0;0"),
    ]
  )
  func colors(_ foreground: Color, _ background: Color, parameters: String) {
    var canvas = Canvas(size: CellSize(columns: 3, rows: 1))
    canvas.write("x", x: 0, look: CellStyle(foreground: foreground, background: background))
    var encoder = FrameEncoder()
    #expect(readable(encoder.encode(canvas)) == "^[[m^[[2J^[[H^[[\(parameters)mx")
    var mono = FrameEncoder(EncoderOptions(depth: .mono))
    #expect(readable(mono.encode(canvas)) == "^[[m^[[2J^[[Hx")
  }

  @Test func framesAreSynchronizedIfSupported() {
    var canvas = Canvas(size: CellSize(columns: 3, rows: 1))
    var encoder = FrameEncoder(EncoderOptions(synchronizedOutput: true))
    #expect(readable(encoder.encode(canvas)) == "^[[?2026h^[[m^[[2J^[[?2026l")
    canvas.write("x", x: 0)
    #expect(readable(encoder.encode(canvas)) == "^[[?2026h^[[Hx^[[?2026l")
    #expect(encoder.encode(canvas) == [])
  }

  /// Twelve blanks are erased if the terminal is new enough, eleven are written.
  @Test(arguments: [(11, "           q"), (12, "^[[12X^[[12Cq")])
  func blanksBeforeAWord(count: Int, bytes: String) {
    var canvas = Canvas(size: Self.size)
    canvas.write("abcdefghijklmnop", x: 0)
    var encoder = FrameEncoder(EncoderOptions(synchronizedOutput: true))
    _ = encoder.encode(canvas)
    canvas.fill(CellRect(x: 0, y: 0, width: count, height: 1))
    canvas.write("q", x: count)
    #expect(readable(encoder.encode(canvas)) == "^[[?2026h\\r\(bytes)^[[?2026l")
  }

  @Test func linksAreOpenedAndClosed() {
    var canvas = Canvas(size: CellSize(columns: 9, rows: 1))
    canvas.write("abc", x: 0, link: "https://x.org/ü\u{1B}]")
    canvas.write("d", x: 3)
    var encoder = FrameEncoder(EncoderOptions(hyperlinks: true))
    #expect(
      readable(encoder.encode(canvas))
        == "^[]8;;^[\\^[[m^[[2J^[[H^[]8;;https://x.org/%C3%BC%1B]^[\\abc^[]8;;^[\\d"
    )
    var without = FrameEncoder()
    #expect(readable(without.encode(canvas)) == "^[[m^[[2J^[[Habcd")
  }

  @Test(arguments: [(2048, true), (2049, false)])
  func anAddressHasALimit(length: Int, isWritten: Bool) {
    var canvas = Canvas(size: CellSize(columns: 9, rows: 1))
    canvas.write("abc", x: 0, link: String(repeating: "x", count: length))
    var encoder = FrameEncoder(EncoderOptions(hyperlinks: true))
    #expect(readable(encoder.encode(canvas)).contains("xxxx") == isWritten)
  }

  @Test func anotherSizeStartsFromAnEmptyScreen() {
    var encoder = FrameEncoder()
    var canvas = Canvas(size: CellSize(columns: 9, rows: 2))
    canvas.write("abc", x: 0)
    _ = encoder.encode(canvas)
    canvas = Canvas(size: CellSize(columns: 8, rows: 2))
    canvas.write("abc", x: 0)
    #expect(readable(encoder.encode(canvas)) == "^[[m^[[2J^[[Habc")
    encoder.forget()
    #expect(readable(encoder.encode(canvas)) == "^[[m^[[2J^[[Habc")
  }

  /// A terminal with a wider width for the character would continue in the next row, or scroll.
  @Test func clustersThatMayNotFitAreNotWritten() {
    for (text, x, isWritten) in [
      ("👨‍👩‍👧", 34, true), ("👨‍👩‍👧", 35, false), ("☀", 38, true), ("☀", 39, false), ("א", 39, true),
    ] {
      var canvas = Canvas(size: Self.size)
      canvas.write(text, x: x, y: 5)
      var encoder = FrameEncoder()
      #expect(readable(encoder.encode(canvas)).contains(text) == isWritten, "\(text) at \(x)")
    }
  }

  struct Piece: Sendable {
    var text: String
    var x: Int
    var y: Int
    var attributes: CellAttributes

    init(_ text: String, _ x: Int, _ y: Int, _ attributes: CellAttributes = []) {
      self.text = text
      self.x = x
      self.y = y
      self.attributes = attributes
    }
  }

  struct Change: Sendable, CustomTestStringConvertible {
    var name: String
    var old: [Piece]
    var new: [Piece]
    var bytes: String

    init(_ name: String, _ old: [Piece], _ new: [Piece], _ bytes: String) {
      self.name = name
      self.old = old
      self.new = new
      self.bytes = bytes
    }

    var testDescription: String { name }
  }
}
