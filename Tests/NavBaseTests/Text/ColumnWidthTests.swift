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

  @Test func theMarkHasTheStyleBeforeIt() {
    let bold = TextStyle(attributes: .bold)
    let text = styled(("one ", .plain), ("two\n", bold), ("three", .plain))
    #expect(text.truncated(toColumns: 7) == styled(("one ", .plain), ("tw", bold), ("…", bold)))
    #expect(
      text.truncated(toColumns: 13) == styled(("one ", .plain), ("two ", bold), ("three", .plain))
    )
  }
}
