import NavBase
import NavTestKit
import Testing

@Suite struct WrappingTests {
  @Test(
    arguments: [
      ("", 5, []),
      ("   ", 5, []),
      ("abc", 3, ["abc"]),
      ("abc", 2, ["ab", "c"]),
      ("ab cd", 5, ["ab cd"]),
      ("ab cd", 4, ["ab", "cd"]),
      ("ab cd", 2, ["ab", "cd"]),
      ("  ab    cd  ", 2, ["ab", "cd"]),
      ("ab cdefgh ij", 4, ["ab", "cdef", "gh", "ij"]),
      ("a\nb", 9, ["a", "b"]),
      ("a\n\nb\n", 9, ["a", "", "b"]),
      ("well-known", 6, ["well-", "known"]),
      ("--flag -v", 5, ["--fla", "g -v"]),
      ("on 2024-05-01 ok", 9, ["on", "2024-05-0", "1 ok"]),
      ("one–two—three", 8, ["one–two—", "three"]),
      ("日本語", 4, ["日本", "語"]),
      ("日本語", 5, ["日本", "語"]),
      ("日本。語", 4, ["日", "本。", "語"]),
      ("日「本語」", 5, ["日", "「本", "語」"]),
      ("日本語", 1, ["…", "…", "…"]),
      ("a日b", 1, ["a", "…", "b"]),
      ("say 日本語 now", 7, ["say 日", "本語", "now"]),
      ("e\u{301}e\u{301}e\u{301}", 2, ["e\u{301}e\u{301}", "e\u{301}"]),
      ("👩\u{200D}👧👩\u{200D}👧", 3, ["👩\u{200D}👧", "👩\u{200D}👧"]),
      ("🇩🇪🇫🇷🇮🇹", 4, ["🇩🇪🇫🇷", "🇮🇹"]),
      ("zero\u{200B}width", 6, ["zero", "width"]),
      ("soft\u{AD}hyphen", 20, ["softhyphen"]),
      ("\u{301}a", 5, ["a"]),
      ("no\u{A0}break at\u{A0}all", 8, ["no\u{A0}break", "at\u{A0}all"]),
      ("a\u{3000}b", 2, ["a", "b"]),
      (
        "x" + String(repeating: "\u{301}", count: 63), 5,
        ["x" + String(repeating: "\u{301}", count: 63)]
      ),
      (
        "x" + String(repeating: "\u{301}", count: 200) + "y", 5,
        ["x" + String(repeating: "\u{301}", count: 63) + "y"]
      ),
      (
        // A joiner does not end the scalars that are kept.
        "😀" + String(repeating: "\u{301}", count: 60) + "\u{200D}😀\u{301}", 5,
        ["😀" + String(repeating: "\u{301}", count: 60)]
      ),
    ] as [(String, Int, [String])]
  )
  func lines(_ text: String, columns: Int, expected: [String]) {
    #expect(wrapped(text, columns) == expected)
  }

  @Test func aMillionCharactersAreWrapped() {
    let rows = wrapped(String(repeating: "x", count: 1_000_000), 10)
    #expect(rows.count == 100_000)
    #expect(rows.last == "xxxxxxxxxx")
  }

  @Test(arguments: wanted(0..<400))
  func agreesWithTheTwin(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let alphabet = Array("ab1 -日。「(.\n ")
    let text = String(
      (0..<Int.random(in: 0...60, using: &random)).map { _ in
        alphabet.randomElement(using: &random)!
      }
    )
    let columns = Int.random(in: 1...12, using: &random)
    let flowed = FlowedText(
      TextDocument(blocks: [.paragraph(StyledText(text))]),
      columns: columns
    )
    let twin = NaiveWrapping(text, columns: columns)
    #expect(
      flowed.rows.map(\.row.text) == twin.lines,
      "seed \(seed), \(columns) columns: \(text.debugDescription)"
    )
    #expect(
      flowed.rows.map(\.position.grapheme) == twin.starts,
      "seed \(seed), \(columns) columns: \(text.debugDescription)"
    )
  }

  @Test func runsFollowTheText() {
    let bold = TextStyle(attributes: .bold)
    let text = styled(("one ", .plain), ("two three", bold), (" four", .plain))
    let flowed = FlowedText(TextDocument(blocks: [.paragraph(text)]), columns: 8)
    #expect(
      flowed.rows.map(\.row) == [
        TextRow(
          "one two",
          runs: [StyledRun(length: 4, style: .plain), StyledRun(length: 3, style: bold)]
        ),
        TextRow("three", runs: [StyledRun(length: 5, style: bold)]),
        TextRow("four"),
      ]
    )
  }

  @Test func aClusterAcrossTwoRunsHasTheStyleOfTheFirst() {
    let bold = TextStyle(attributes: .bold)
    let text = styled(("ae", .plain), ("\u{301}x", bold))
    let flowed = FlowedText(TextDocument(blocks: [.paragraph(text)]), columns: 8)
    #expect(
      flowed.rows.map(\.row) == [
        TextRow(
          "ae\u{301}x",
          runs: [StyledRun(length: 4, style: .plain), StyledRun(length: 1, style: bold)]
        )
      ]
    )
  }
}

/// A reference implementation of wrapping: of all positions where a line may end, the last one that
/// fits; if there is none, as many characters as fit.
private struct NaiveWrapping {
  var lines: [String] = []
  var starts: [Int] = []

  init(_ text: String, columns: Int) {
    var offset = 0
    let paragraphs = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in paragraphs.enumerated() {
      let isLast = index == paragraphs.count - 1
      wrap(Array(line), offset: offset, columns: columns, keepsEmpty: !isLast)
      offset += line.count + 1
    }
  }

  private mutating func wrap(_ line: [Character], offset: Int, columns: Int, keepsEmpty: Bool) {
    var start = line.firstIndex { $0 != " " } ?? line.count
    if start == line.count && keepsEmpty { add([], at: offset + start, columns: columns) }
    while start < line.count {
      let ends = (start + 1...line.count).reversed()
      let end =
        ends.first { fits(trimmed(line[start..<$0]), columns) && mayBreak(line, at: $0) }
        ?? ends.first { fits(line[start..<$0], columns) }
        ?? start + 1
      add(trimmed(line[start..<end]), at: offset + start, columns: columns)
      start = line[end...].firstIndex { $0 != " " } ?? line.count
    }
  }

  private mutating func add(_ line: ArraySlice<Character>, at start: Int, columns: Int) {
    lines.append(String(line.map { columns == 1 && columnWidth(of: $0) == 2 ? "…" : $0 }))
    starts.append(start)
  }

  private func fits(_ line: ArraySlice<Character>, _ columns: Int) -> Bool {
    line.reduce(0) { $0 + min(columns, columnWidth(of: $1)) } <= columns
  }

  private func trimmed(_ line: ArraySlice<Character>) -> ArraySlice<Character> {
    line.prefix((line.lastIndex { $0 != " " } ?? line.startIndex - 1) + 1 - line.startIndex)
  }

  private func mayBreak(_ line: [Character], at end: Int) -> Bool {
    guard end < line.count else { return true }
    let (left, right) = (line[end - 1], line[end])
    if right == " " { return false }
    if left == " " { return true }
    if left == "-" {
      return end >= 2 && "ab1日。.".contains(line[end - 2]) && "ab日".contains(right)
    }
    if right == "日" { return "ab1日。.".contains(left) }
    return left == "日" && "ab1「(".contains(right)
  }
}
