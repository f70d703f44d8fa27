import NavBase
import NavTestKit
import Testing

@Suite struct PreformattedTests {
  @Test(
    arguments: [
      ([], 9, []),
      ([""], 9, [""]),
      (["", "x", ""], 9, ["", "x", ""]),
      (["  two  blanks  "], 20, ["  two  blanks"]),
      (
        ["a\tb", "\tc", "1234567\td", "12345678\te"], 20,
        [
          "a       b", "        c", "1234567 d", "12345678        e",
        ]
      ),
      (["日\tx"], 20, ["日      x"]),
      (["a\tb"], 3, ["a", "", "  b"]),
      (["abcdef"], 6, ["abcdef"]),
      (["abcdefg"], 6, ["abcdef", "g"]),
      // A full row ends behind the last blank or punctuation in its second half, else anywhere.
      (["one two three"], 6, ["one", "two", "three"]),
      (["print(\"hello world\"); }"], 11, ["print(", "\"hello", "world\"); }"]),
      (["f(a_long_name, 1)"], 12, ["f(a_long_nam", "e, 1)"]),
      (["a -> b::c == d"], 8, ["a -> b::", "c == d"]), (["é, abcdef"], 6, ["é, abc", "def"]),
      (["é abc, def"], 8, ["é abc,", "def"]), (["      longer"], 8, ["      lo", "nger"]),
      (["abc日本語 def"], 8, ["abc日本", "語 def"]),
      (["ab  cd"], 3, ["ab", " cd"]),
      (["日本語"], 5, ["日本", "語"]),
      (["a日"], 1, ["a", "…"]),
      (["e\u{301}e\u{301}e"], 2, ["e\u{301}e\u{301}", "e"]),
      (["\u{1B}[0m", "a\u{200B}b\u{202E}c"], 9, ["\u{FFFD}[0m", "ab\u{FFFD}c"]),
      (["two\nlines\r\nhere"], 20, ["two lines here"]),
      (
        ["x" + String(repeating: "\u{301}", count: 64) + "y"], 5,
        ["x" + String(repeating: "\u{301}", count: 63) + "y"]
      ),
    ] as [([String], Int, [String])]
  )
  func lines(_ lines: [String], columns: Int, expected: [String]) {
    let flowed = FlowedText(document(lines), columns: columns)
    #expect(painted(flowed) == expected)
    #expect(flowed.rows.allSatisfy { $0.row.fill == .plain && $0.row.runs.isEmpty })
  }

  @Test func linesInAQuoteLookLikeIt() {
    let quote = TextDocument(blocks: [.quote([.preformatted(lines: ["a b"])])])
    let row = FlowedText(quote, columns: 9).rows.first?.row
    #expect(row?.text == "▎ a b")
    #expect(row?.runs.last == StyledRun(length: 3, style: TextStyle(role: .quote)))
  }

  /// Graphemes are counted with one line feed between two lines; a tab counts as one.
  @Test func positions() {
    let flowed = FlowedText(document(["abcde", "", "\tx", "y"]), columns: 4)
    #expect(painted(flowed) == ["abcd", "e", "", "", "", "x", "y"])
    #expect(flowed.rows.map(\.position.grapheme) == [0, 4, 6, 7, 8, 9, 10])
  }

  /// Three rows of five columns each: of lines, of one plain line, of one line with other characters.
  @Test(arguments: [["a", "b", "end"], ["aaaaabbbbbend"], ["日本日本 end"]])
  func rowLimit(lines: [String]) {
    for (limit, last) in [(4, "end"), (3, "end"), (2, "… cu…"), (1, "… cu…")] {
      let flowed = FlowedText(document(lines), columns: 5, rowLimit: limit)
      #expect(flowed.rows.count == min(3, limit))
      #expect(flowed.rows.last?.row.text == last, "\(limit) rows")
    }
  }

  @Test(arguments: [("x", 10, 1_000_000), ("日", 20, 50_000)])
  func aLongLine(of piece: String, columns: Int, count: Int) {
    let flowed = FlowedText(document([String(repeating: piece, count: count)]), columns: columns)
    #expect(flowed.rows.count == count / 10)
    #expect(flowed.rows.last?.row.text == String(repeating: piece, count: 10))
  }

  @Test(arguments: wanted(0..<400))
  func agreesWithTheTwin(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let pieces = [
      "a", "b", " ", ",", "(", "\t", "日", "e\u{301}", "👩\u{200D}👧", "\u{200B}", "\u{7}", "🇩🇪",
    ]
    let lines = (0..<random.int(in: 0...4)).map { _ in
      (0..<random.int(in: 0...40)).map { _ in random.pick(pieces) }.joined()
    }
    let columns = random.int(in: 1...30)
    let flowed = FlowedText(document(lines), columns: columns)
    let twin = NaiveLines(lines, columns: columns)
    let place: Comment = "seed \(seed), \(columns) columns: \(lines)"
    #expect(painted(flowed) == twin.rows, place)
    #expect(flowed.rows.map(\.position.grapheme) == twin.starts, place)
  }

  private func document(_ lines: [String]) -> TextDocument {
    TextDocument(blocks: [.preformatted(lines: lines)])
  }
}

/// A reference implementation, character by character: a row takes as much as fits, up to its last good end.
private struct NaiveLines {
  var rows: [String] = []
  var starts: [Int] = []

  private struct Cell {
    var text: String
    var width: Int
    var grapheme: Int

    var isMark: Bool { text == "," || text == "(" }

    func mayEndRow(before next: Cell) -> Bool {
      text == " " || next.text == " " || width > 1 || next.width > 1 || isMark && !next.isMark
    }
  }

  init(_ lines: [String], columns: Int) {
    var grapheme = 0
    for line in lines {
      var row: [Cell] = []
      var start = grapheme
      var column = 0
      for character in sanitized(line, keeping: .tabs) {
        let isTab = character == "\t"
        let needed = isTab ? 1 : min(columnWidth(of: character), columns)
        let isTooWide = columnWidth(of: character) > columns
        let text = isTab ? " " : isTooWide ? "…" : String(character)
        for _ in 0..<(needed == 0 ? 0 : isTab ? 8 - column % 8 : 1) {
          let cell = Cell(text: text, width: needed, grapheme: grapheme)
          if row.reduce(needed, { $0 + $1.width }) > columns {
            let all = row + [cell]
            let ends = row.indices.filter {
              $0 + 1 > row.count / 2 && all[$0].mayEndRow(before: all[$0 + 1])
            }
            let isBlank = row.prefix((ends.last ?? 0) + 1).allSatisfy { $0.text == " " }
            let end = isBlank ? row.count : ends.last.map { $0 + 1 } ?? row.count
            finish(row[..<end].map(\.text), from: start)
            row.removeSubrange(..<end)
            start = row.first?.grapheme ?? grapheme
          }
          row.append(cell)
          column += needed
        }
        grapheme += 1
      }
      finish(row.map(\.text), from: start)
      grapheme += 1
    }
  }

  /// A row has no blanks at its end, and each begins after the one before.
  private mutating func finish(_ row: [String], from start: Int) {
    let kept = row.reversed().drop { $0 == " " }.reversed()
    rows.append(kept.joined())
    starts.append(max(start, (starts.last ?? -1) + 1))
  }
}

@Suite("Lines of files: their numbers, and the line of each row")
struct LineNumberTests {
  private static let lines = (1...12).map {
    $0 == 2 ? String(repeating: "ab ", count: 20) : "line \($0)"
  }

  private static func text(columns: Int, isNumbered: Bool = true) -> FlowedText {
    FlowedText(
      TextDocument(blocks: [.preformatted(lines: lines)]),
      columns: columns,
      isNumbered: isNumbered
    )
  }

  @Test("numbers are right-aligned in their column, only at the first row of a line")
  func column() {
    let rows = Self.text(columns: 40).rows.map(\.row.text)
    #expect(rows[0] == " 1 line 1")
    #expect(rows[1].hasPrefix(" 2 ab ab"))
    #expect(rows[2].hasPrefix("   "))
    #expect(rows.last == "12 line 12")
    #expect(rows.allSatisfy { columnWidth(of: $0) <= 40 })
  }

  @Test("every row belongs to the line that begins at it or above")
  func rows() {
    for isNumbered in [true, false] {
      let text = Self.text(columns: 40, isNumbered: isNumbered)
      #expect(text.lineRows.count == Self.lines.count)
      for (line, row) in text.lineRows.enumerated() {
        #expect(text.line(ofRow: row) == line)
        if row + 1 < text.rows.count, !text.lineRows.contains(row + 1) {
          #expect(text.line(ofRow: row + 1) == line)
        }
      }
    }
  }

  @Test(
    "numbers leave 8 columns; a page that is too narrow has none, and loses nothing of its text",
    arguments: [(10, "line 1"), (11, " 1 line 1"), (20, " 1 line 1")]
  )
  func narrow(columns: Int, first: String) {
    #expect(Self.text(columns: columns).rows.first?.row.text == first)
  }

  @Test(
    "a place is the same with and without numbers, so that switching them keeps it"
  )
  func places() {
    let (with, without) = (Self.text(columns: 40), Self.text(columns: 40, isNumbered: false))
    for row in without.lineRows {
      let place = without.rows[row].position
      #expect(with.rows[with.row(of: place)].position == place)
    }
  }

  @Test("a match is marked at its position after the number")
  func marks() throws {
    let document = TextDocument(blocks: [.preformatted(lines: Self.lines)])
    let query = try #require(TextQuery("line 12"))
    let text = Self.text(columns: 40)
    let found = FoundText(matches: document.matches(of: query, limit: 10)[...], current: 0)
    let row = try #require(text.rows(text.rows.indices, marking: found).last)
    let marked = row.runs.reduce(into: (offset: 0, text: "")) { state, run in
      let bytes = Array(row.text.utf8)[state.offset..<state.offset + run.length]
      if !run.style.attributes.isDisjoint(with: .anyFound) {
        state.text += String(decoding: bytes, as: UTF8.self)
      }
      state.offset += run.length
    }
    #expect(marked.text == "line 12")
  }

  @Test("code has numbers by default, texts on request, anything else never")
  func settings() {
    let expected: [(FileLines, Bool?, Bool)] = [
      (.none, nil, false), (.none, true, false), (.text, nil, false), (.text, true, true),
      (.text, false, false), (.code, nil, true), (.code, true, true), (.code, false, false),
    ]
    for (lines, setting, isOn) in expected {
      #expect(lines.areNumbered(by: setting) == isOn, "\(lines) \(String(describing: setting))")
    }
  }
}
