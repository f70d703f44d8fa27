import NavBase
import Testing

@Suite struct ColumnWidthTests {
  @Test(
    arguments: [
      ("a", 1), (" ", 1), ("~", 1), ("é", 1), ("e\u{301}", 1), ("…", 1), ("━", 1), ("▎", 1),
      ("☑", 1),
      ("☐", 1), ("你", 2), ("、", 2), ("한", 2), ("\u{1112}\u{1161}\u{11AB}", 2), ("😀", 2), ("⌚", 2),
      ("❤", 1), ("❤\u{FE0F}", 2), ("1\u{FE0F}\u{20E3}", 2), ("🇩🇪", 2), ("🇩", 1),
      ("👩\u{200D}👩\u{200D}👧\u{200D}👦", 2), ("👍🏽", 2),
      ("🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}", 2),
      ("का", 1), ("\u{301}", 0), ("\u{200B}", 0), ("\u{200D}", 0),
      ("\n", 0), ("\t", 0), ("\r\n", 0), ("\u{1B}", 0), ("\u{7F}", 0), ("\u{85}", 0),
      ("\u{FFFD}", 1),
      ("\u{E000}", 1), ("\u{10FFFD}", 1), ("\u{0378}", 1), ("a\u{FE0F}", 1), ("ｱ", 1), ("Ａ", 2),
    ] as [(Character, Int)]
  )
  func character(_ character: Character, columns: Int) {
    #expect(columnWidth(of: character) == columns, "\(character.unicodeScalars.map(\.value))")
    #expect(columnWidth(of: String(character)) == columns)
  }

  @Test(
    arguments: [
      ("", 0), ("plain text", 10), ("a\nb\u{7F}", 2), ("naïve", 5), ("日本語 ok", 9), ("🇩🇪🇫🇷", 4),
      ("क\u{94D}ष", 2),
    ]
  )
  func text(_ text: String, columns: Int) {
    #expect(columnWidth(of: text) == columns)
    #expect(columnWidth(of: text[...]) == columns)
  }
}

@Suite struct TruncationTests {
  @Test(
    arguments: [
      ("hello", 5, "hello"), ("hello", 4, "hel…"), ("hello", 1, "…"), ("hello", 0, ""), ("", 0, ""),
      ("日本語", 6, "日本語"), ("日本語", 5, "日本…"), ("日本語", 4, "日…"), ("日本語", 2, "…"),
      ("ab cd", 4, "ab…"), ("e\u{301}e\u{301}", 1, "…"),
      ("e\u{301}e\u{301}", 2, "e\u{301}e\u{301}"),
    ]
  )
  func text(_ text: String, columns: Int, expected: String) {
    #expect(text.truncated(toColumns: columns) == expected)
    #expect(StyledText(text).truncated(toColumns: columns).text == expected)
  }

  @Test(arguments: [("abc", 2, "ab"), ("日本", 3, "日"), ("日本", 1, ""), ("a\u{301}b", 1, "a\u{301}")])
  func prefix(_ text: String, columns: Int, expected: String) {
    #expect(text.prefix(columns: columns) == expected)
  }

  @Test("a range of a styled text keeps its styles, and is empty beyond the end")
  func part() {
    let bold = TextStyle(attributes: .bold)
    let text = styled(("one ", .plain), ("zwö", bold), ("3", .plain))
    #expect(text.part(2..<6) == styled(("e ", .plain), ("zw", bold)))
    #expect(text.part(6..<20) == styled(("ö", bold), ("3", .plain)))
    #expect(text.part(0..<0).isEmpty && text.part(20..<30).isEmpty)
    // The runs of a row may end before its text, and those of a hostile one behind it.
    for lengths in [[2], [2, 9], [2, 1, 4]] {
      var parts: [String] = []
      lengths.map { StyledRun(length: $0, style: bold) }.forEachPart(of: "abc") { part, _ in
        parts.append(String(part))
      }
      #expect(parts == ["ab", "c"])
    }
  }

  @Test func theMarkHasTheStyleBeforeIt() {
    let bold = TextStyle(attributes: .bold)
    let text = styled(("one ", .plain), ("two\n", bold), ("three", .plain))
    #expect(text.truncated(toColumns: 7) == styled(("one ", .plain), ("tw", bold), ("…", bold)))
    #expect(
      text.truncated(toColumns: 13) == styled(("one ", .plain), ("two ", bold), ("three", .plain))
    )
  }
}

@Suite struct SanitizingTests {
  @Test(
    arguments: [
      ("", ""),
      ("plain, naïve, 日本語, 👩\u{200D}👧", "plain, naïve, 日本語, 👩\u{200D}👧"),
      ("\u{1B}[31mred\u{7}", "\u{FFFD}[31mred\u{FFFD}"),
      ("\u{0}\u{1F}\u{20}\u{7E}\u{7F}", "\u{FFFD}\u{FFFD}\u{20}\u{7E}\u{FFFD}"),
      ("\u{80}\u{9B}\u{9F}\u{A0}", "\u{FFFD}\u{FFFD}\u{FFFD}\u{A0}"),
      ("a\tb\nc\rd\r\ne", "a b c d e"),
      ("\u{2027}\u{2028}\u{2029}", "\u{2027}  "),
      ("\u{202A}\u{202E}\u{202F}", "\u{FFFD}\u{FFFD}\u{202F}"),
      (
        "\u{2065}\u{2066}\u{2069}\u{206A}\u{206F}\u{2070}",
        "\u{2065}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{2070}"
      ),
      ("\u{200D}\u{200E}\u{200F}\u{2010}", "\u{200D}\u{FFFD}\u{FFFD}\u{2010}"),
      ("\u{61B}\u{61C}\u{61D}", "\u{61B}\u{FFFD}\u{61D}"),
      ("\u{E000}\u{378}\u{AD}\u{200B}", "\u{E000}\u{378}\u{AD}\u{200B}"),
    ]
  )
  func text(_ text: String, becomes expected: String) {
    #expect(Array(sanitized(text).unicodeScalars) == Array(expected.unicodeScalars))
  }

  @Test(
    arguments: [
      ("a\tb\nc", KeptControls.lineFeeds, "a b\nc"),
      ("a\r\nb\rc\n\nd\r\r\n", .lineFeeds, "a\nb\nc\n\nd\n\n"),
      ("a\tb\nc", .tabs, "a\tb c"),
      ("\t\u{1B}", .tabs, "\t\u{FFFD}"),
    ]
  )
  func kept(_ text: String, keeping kept: KeptControls, becomes expected: String) {
    #expect(Array(sanitized(text, keeping: kept).utf8) == Array(expected.utf8))
  }

  @Test(arguments: [KeptControls.none, .lineFeeds, .tabs])
  func everyScalarIsDecidedByItselfAndOnce(kept: KeptControls) {
    for value in UInt32(0)...0x3000 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let once = sanitized(String(scalar), keeping: kept)
      #expect(sanitized(once, keeping: kept) == once, "U+\(String(value, radix: 16))")
      let between = sanitized("é" + String(scalar) + "é", keeping: kept)
      #expect(between == "é" + once + "é", "U+\(String(value, radix: 16))")
    }
  }

  @Test func styledTextKeepsItsStyles() {
    let bold = TextStyle(attributes: .bold)
    let link = TextStyle(role: .link, link: "https://a\u{1B}b")
    let text = styled(("a\r", .plain), ("\nb\u{7}", bold), ("c", link)).sanitized()
    #expect(text.text == "a\nb\u{FFFD}c")
    #expect(
      text.runs == [
        StyledRun(length: 2, style: .plain),
        StyledRun(length: 4, style: bold),
        StyledRun(length: 1, style: TextStyle(role: .link, link: "https://a\u{FFFD}b")),
      ]
    )
  }
}
