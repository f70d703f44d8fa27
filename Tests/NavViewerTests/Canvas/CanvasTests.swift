import NavBase
import NavViewer
import Testing

@Suite struct CanvasTests {
  @Test(
    arguments: [
      ("plain", 0, 0..<10, "plain"), ("plain", 3, 0..<10, "   plain"), ("plain", -2, 0..<10, "ain"),
      ("plain text", 0, 0..<5, "plain"), ("plain", 8, 0..<10, "        pl"),
      ("plain", 10, 0..<10, ""),
      ("plain", -5, 0..<10, ""), ("abc", 0, 1..<2, " b"), ("", 0, 0..<10, ""),
      ("漢字", 0, 0..<10, "漢字"), ("漢字", 1, 0..<10, " 漢字"),
      // Half a character is a blank.
      ("漢字", -1, 0..<10, " 字"), ("漢字", 0, 0..<3, "漢"), ("x漢字", 0, 2..<10, "   字"),
      ("漢字", 7, 0..<10, "       漢"),
      ("e\u{301}a", 0, 0..<10, "e\u{301}a"), ("ae\u{301}", 0, 0..<10, "ae\u{301}"),
      ("👨‍👩‍👧b", 0, 0..<10, "👨‍👩‍👧b"),
      ("🇩🇪", -1, 0..<10, ""), ("\u{301}a", 0, 0..<10, "a"), ("a\u{200B}b", 0, 0..<10, "ab"),
      // Controls never reach a cell.
      ("a\u{1B}[1mb", 0, 0..<10, "a\u{FFFD}[1mb"), ("a\tb\u{7F}", 0, 0..<10, "a\u{FFFD}b\u{FFFD}"),
      ("a\u{9B}b\u{202E}c", 0, 0..<10, "abc"), ("a\r\n漢", 0, 0..<10, "a\u{FFFD}漢"),
    ]
  )
  func text(_ text: String, x: Int, clip: Range<Int>, line: String) {
    var canvas = Canvas(size: CellSize(columns: 10, rows: 3))
    canvas.draw(
      text,
      at: CellPoint(x: x, y: 1),
      clip: CellRect(x: clip.lowerBound, y: 0, width: clip.count, height: 3)
    ) { _ in .plain }
    #expect(canvas.lines == ["", line, ""])
  }

  @Test func aCharacterLongerThanTheLimitKeepsItsFirstMarks() {
    for marks in [63, 64, 200] {
      var canvas = Canvas(size: CellSize(columns: 10, rows: 1))
      canvas.write("a" + String(repeating: "\u{301}", count: marks) + "b", x: 0)
      #expect(canvas.lines == ["a" + String(repeating: "\u{301}", count: 63) + "b"])
    }
  }

  @Test(arguments: [-1, 3, .min / 2, .max / 2])
  func textAboveOrBelowIsNotDrawn(y: Int) {
    var canvas = Canvas(size: CellSize(columns: 10, rows: 3))
    canvas.write("text", x: 0, y: y)
    #expect(canvas.lines == ["", "", ""])
  }

  @Test(
    arguments: [
      ("漢字", "x", 0, "x 字"), ("漢字", "x", 1, " x字"), ("漢字", "x", 2, "漢x"), ("漢字", "x", 3, "漢 x"),
      ("漢字", "한", 1, " 한"), ("漢字", "xy", 1, " xy"), ("ab漢", "한", 1, "a한"),
    ]
  )
  func whatIsLeftOfAWideCharacterIsABlank(_ old: String, new: String, x: Int, line: String) {
    var canvas = Canvas(size: CellSize(columns: 6, rows: 1))
    let ground = CellStyle(foreground: Color(palette: 1), background: Color(palette: 2))
    canvas.write(old, x: 0, look: ground)
    canvas.write(new, x: x)
    #expect(canvas.lines == [line])
    for column in 0..<4 where canvas.character(at: CellPoint(x: column, y: 0)) == " " {
      #expect(
        canvas.look(at: CellPoint(x: column, y: 0)) == CellStyle(background: Color(palette: 2))
      )
    }
  }

  @Test func fillingCutsWideCharacters() {
    var canvas = Canvas(size: CellSize(columns: 8, rows: 2))
    canvas.write("漢字漢字", x: 0)
    canvas.fill(
      CellRect(x: 1, y: 0, width: 4, height: 1),
      with: CellStyle(background: Color(palette: 3))
    )
    #expect(canvas.lines == ["      字", ""])
    #expect(canvas.look(at: CellPoint(x: 0, y: 0)) == .plain)
    #expect(canvas.look(at: CellPoint(x: 4, y: 0)) == CellStyle(background: Color(palette: 3)))
    #expect(canvas.look(at: CellPoint(x: 5, y: 0)) == .plain)
    canvas.fill(CellRect(x: -5, y: -5, width: 100, height: 100))
    #expect(canvas.lines == ["", ""])
    canvas.fill(CellRect(x: 8, y: 0, width: 5, height: 5))
  }

  @Test func stylesCoverBytesAndTheRestIsPlain() {
    var canvas = Canvas(size: CellSize(columns: 10, rows: 1))
    let runs = [
      StyledRun(length: 2, style: TextStyle(attributes: .bold)),
      StyledRun(length: 6, style: TextStyle(attributes: .italic, link: "x")),
    ]
    canvas.draw("ab漢字cd", runs: runs, at: .zero, clip: canvas.bounds) { style in
      CellStyle(attributes: CellAttributes(rawValue: style.attributes.rawValue))
    }
    let looks = (0..<8).map { canvas.look(at: CellPoint(x: $0, y: 0)).attributes }
    #expect(looks == [.bold, .bold, .italic, .italic, .italic, .italic, [], []])
    let links = (0..<8).map { canvas.link(at: CellPoint(x: $0, y: 0)) }
    #expect(links == [nil, nil, "x", "x", "x", "x", nil, nil])
  }

  /// Runs from the wire may be invalid; a run that ends within a character does no harm.
  @Test(arguments: [0, 1, 2, 3, 4, 5, 7, 100, -3, .max])
  func runsThatDoNotFit(length: Int) {
    var canvas = Canvas(size: CellSize(columns: 10, rows: 1))
    let runs = [
      StyledRun(length: length, style: TextStyle(attributes: .bold)),
      StyledRun(length: 1, style: .plain),
    ]
    canvas.draw("a漢e\u{301}b", runs: runs, at: .zero, clip: canvas.bounds) { _ in .plain }
    #expect(canvas.lines == ["a漢e\u{301}b"])
  }

  /// Styles that look the same on a blank are equal, so that no bytes are written for the difference.
  @Test func blanksAreKeptSimple() {
    var canvas = Canvas(size: CellSize(columns: 4, rows: 1))
    let red = Color(palette: 1)
    canvas.write(" ", x: 0, look: CellStyle(foreground: red, attributes: [.bold, .italic]))
    canvas.write(" ", x: 1, look: CellStyle(foreground: red, attributes: [.bold, .underline]))
    #expect(canvas.look(at: CellPoint(x: 0, y: 0)) == .plain)
    #expect(canvas.look(at: CellPoint(x: 1, y: 0)).attributes == [.bold, .underline])
  }

  @Test func anEmptyCanvas() {
    var canvas = Canvas(size: .zero)
    canvas.write("text", x: 0)
    canvas.fill(canvas.bounds)
    #expect(canvas.lines == [])
    canvas = Canvas(size: CellSize(columns: 0, rows: 2))
    canvas.write("text", x: 0)
    #expect(canvas.lines == ["", ""])
  }
}
