import NavText
import Testing

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
