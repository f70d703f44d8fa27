import NavBase
import NavScene
import NavTestKit
import Testing

@testable import NavEngine

@Suite("Filtering a list")
struct FilterTests {
  private static let size = CellSize(columns: 40, rows: 12)

  private func list(_ labels: [String], sections: [Range<Int>] = []) -> PageContent {
    PageContent(
      title: "list",
      list: ListContent(
        entries: labels.map { ListEntry(key: Array($0.utf8), label: $0, opens: .text) },
        sections: sections.enumerated().map { ListSection(title: "s\($0)", entries: $1) },
        notes: ["a note"]
      )
    )
  }

  @Test("entries with all the words stay, empty sections lose their headers, notes stay")
  func shown() throws {
    let content = list(
      ["red apple", "green apple", "Red car", "blue car"],
      sections: [0..<2, 2..<3, 3..<4]
    )
    for (words, labels, titles) in [
      ("red", ["red apple", "Red car"], ["s0", "s1"]),
      ("apple", ["red apple", "green apple"], ["s0"]),
      ("Red", ["Red car"], ["s1"]), ("car r", ["Red car", "blue car"], ["s1", "s2"]),
      ("car red", ["Red car"], ["s1"]), ("xyz", [], []),
    ] {
      var rows = ScrollablePage(content)
      rows.filter(by: TextWords(words))
      #expect(rows.content.list?.entries.map(\.label) == labels, "\(words)")
      #expect(rows.content.list?.sections.map(\.title) == titles, "\(words)")
      #expect(rows.content.list?.notes == ["a note"])
      #expect(rows.filter == words && rows.unfiltered == 4)
      rows.filter(by: nil)
      #expect(rows.content == content && rows.filter.isEmpty)
    }
  }

  @Test("when everybody has left, filters end, that of a list directly in a tab too")
  func ended() throws {
    let lists = ["a", "b"].map { SessionContent.page(list(["\($0)1", "\($0)2"])) }
    var session = Session(.sideTabs(lists))
    try session.perform(.filter("a2"), seenIn: Self.size, at: .zero)
    #expect(session.searchState.filter == "a2")
    let hasEnded = session.endSearch()
    #expect(hasEnded && session.searchState.filter.isEmpty)
  }

  @Test("a long list is packed and has the entries of a short one", arguments: wanted(0..<4))
  func packed(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    let pieces = ["a", "B", "é", " ", "日本", "0", "x/"]
    let values = (0..<ListEntries.leastPacked + 100).map { number in
      let label = (0..<generator.int(in: 1...4)).map { _ in generator.pick(pieces) }.joined()
      return ListEntry(
        key: generator.oneIn(2) ? Array(label.utf8) : Array("\(number)".utf8) + [0xFF],
        label: label,
        detail: generator.oneIn(2) ? "\(number) B" : "",
        lead: generator.oneIn(9) ? "* " : "",
        remark: generator.oneIn(9) ? " -> b" : "",
        opens: generator.pick([.nothing, .list, .text]),
        isSelectable: !generator.oneIn(6),
        isFaulty: generator.oneIn(6)
      )
    }
    let list = ListEntries(values)
    #expect(Array(list) == values && list == ListEntries(Array(list)))
    #expect(list != ListEntries(values.dropLast()) && list != ListEntries(values.reversed()))
    for index in stride(from: 0, to: values.count, by: 7) {
      #expect(list.key(at: index) == values[index].key[...])
      #expect(list.isSelectable(at: index) == values[index].isSelectable)
    }
    for words in ["a", "B", "é", "a 0", "本", "b", " -> ", "* a", "7 B", "é 9 B", "nothing"] {
      if let query = TextQuery(words) {
        #expect(
          found(by: query, in: list) == values.indices.filter { query.isFound(in: values[$0].line) }
        )
      }
      guard let words = TextWords(words) else { continue }
      let withDetails = values.indices.filter {
        let (line, detail) = (values[$0].line, values[$0].detail)
        return words.isFound(in: detail.isEmpty ? line : line + "  " + detail)
      }
      #expect(found(by: words, in: list, withDetails: true) == withDetails)
      let expected = values.indices.filter { words.isFound(in: values[$0].line) }
      #expect(found(by: words, in: list) == expected)
      let picked = list.picked(expected)
      #expect(Array(picked) == expected.map { values[$0] })
      #expect(picked == ListEntries(Array(picked)))
    }
    #expect(list.picked(Array(values.indices)) == list)
    for index in [0, 100, ListEntries.leastPacked, values.count] {
      #expect(list.replacing(from: index, with: Array(values[index...])) == list)
      let shorter = list.replacing(from: index, with: [values[0]])
      #expect(Array(shorter) == Array(values[..<index]) + [values[0]])
    }
    for _ in 0..<20 {
      let index = generator.int(in: -2...values.count + 1)
      let key = generator.pick(values).key
      let nearest = values.indices.filter { values[$0].key == key && values[$0].isSelectable }
        .min { abs($0 - index) < abs($1 - index) }
      #expect(list.nearestIndex(to: index, ofKey: key[...], where: list.isSelectable) == nearest)
      let keys = [[0xFE], [0xFD], generator.pick(values).key, key].map { $0[...] }
      #expect(list.firstKey(of: keys) == 2 && list.firstKey(of: keys.reversed()) == 0)
    }
    #expect(list.nearestIndex(to: 9, ofKey: [0xFE]) == nil)
    #expect(list.firstKey(of: [[0xFE], [0xFD]]) == nil && list.firstKey(of: []) == nil)
  }

  private func found(
    by test: some LineTest,
    in list: ListEntries,
    withDetails: Bool = false
  ) -> [Int] {
    var found: [Int] = []
    while let index = list.firstIndex(
      from: found.last.map { $0 + 1 } ?? 0,
      foundBy: test,
      withDetails: withDetails
    ) {
      found.append(index)
    }
    return found
  }

  /// Counts how often bytes and texts of lines are examined.
  private final class CountingTest: LineTest {
    let words: TextWords
    private(set) var (lines, texts) = (0, 0)

    init(_ words: TextWords) { self.words = words }

    func isFound(in line: String) -> Bool {
      texts += 1
      return words.isFound(in: line)
    }

    func isFound(in span: Span<UInt8>, isASCII: Bool) -> Bool? {
      lines += 1
      return words.isFound(in: span, isASCII: isASCII)
    }

    func firstCandidate(in bytes: Span<UInt8>, from start: Int) -> Int? {
      words.firstCandidate(in: bytes, from: start)
    }
  }

  @Test(
    "of a long list, only the entries are examined that may have the words",
    arguments: [
      ("9", 1_355, 0), ("99", 95, 0), ("e 4999", 1, 0), ("nothing", 0, 0), ("é", 5, 5), ("日", 5, 5),
      ("file", 5_000, 5), ("É", 5, 5),
    ]
  )
  func examined(words: String, lines: Int, texts: Int) throws {
    let entries = (0..<5_000).map { number in
      let label = "file \(number)\(number % 1_000 == 0 ? "é" : "")"
      return ListEntry(key: Array(label.utf8), label: label, opens: .text)
    }
    let test = CountingTest(try #require(TextWords(words)))
    _ = found(by: test, in: ListEntries(entries))
    #expect(test.lines == lines && test.texts == texts)
  }

  @Test("a filtered list keeps the columns of the whole one")
  func columns() throws {
    let entries = ["a", "bbb"].map {
      ListEntry(key: Array($0.utf8), label: $0, detail: $0 + $0, opens: .text)
    }
    let list = PageContent(title: "list", list: ListContent(entries: entries, details: .column))
    var rows = ScrollablePage(list)
    rows.filter(by: TextWords("aa"))
    #expect(rows.content.list?.entries.map(\.label) == ["a"])
    let longest = try #require(rows.content.list).longest
    #expect(longest.line == 3 && longest.detail == 6)
  }

  @Test("the selected entry stays selected, or else the nearest one")
  func selection() throws {
    let content = list(["a1", "b", "a2", "b", "b", "a3"])
    for (selected, words, expected) in [
      (2, "a", 1), (1, "a", 0), (3, "a", 1), (4, "a", 2), (1, "b", 0), (3, "b", 1), (4, "b", 2),
      (5, "b", 2), (0, "a3", 0),
    ] {
      var rows = ScrollablePage(content)
      rows.selection = selected
      rows.filter(by: TextWords(words))
      #expect(rows.selection == expected, "\(selected) \(words)")
    }
  }

  @Test("a session's list is filtered, and unfiltered again at the same entry")
  func session() throws {
    var session = Tree.session
    try session.perform(.goTo(32), seenIn: Self.size, at: .zero)
    let before = session.rest(in: Self.size, viewers: 1).active
    try session.perform(.filter("f"), seenIn: Self.size, at: .zero)
    var page = try #require(session.rest(in: Self.size, viewers: 1).active)
    #expect(page.filter == "f" && page.pageCount == 30 && page.unfiltered == 60)
    #expect(page.selection == 15)
    #expect(session.searchState.filter == "f")
    // The entry stays at its position on the screen.
    #expect((page.selection ?? 0) - page.scroll.y == 31 - (before?.scroll.y ?? 0))
    try session.type("j", in: Self.size)
    page = try #require(session.rest(in: Self.size, viewers: 1).active)
    #expect(page.selection == 16)
    // Opening and going back changes nothing.
    try session.type("Enter", "Backspace", in: Self.size)
    #expect(session.rest(in: Self.size, viewers: 1).active?.filter == "f")
    try session.type("Esc", in: Self.size)
    page = try #require(session.rest(in: Self.size, viewers: 1).active)
    #expect(page.filter.isEmpty && page.pageCount == 60 && page.selection == 33)
  }

  @Test("a filter without matches is refused, and nothing changes")
  func refused() throws {
    var session = Tree.session
    try session.perform(.filter("d1"), seenIn: Self.size, at: .zero)
    let before = session.navigationState
    let error = #expect(throws: Rejection.self) {
      try session.perform(.filter("xyz"), seenIn: Self.size, at: .zero)
    }
    #expect(error?.description == "no entry has \"xyz\"")
    #expect(session.navigationState == before)
    // New words filter all entries, not the filtered ones.
    try session.perform(.filter("f2"), seenIn: Self.size, at: .zero)
    #expect(session.rest(in: Self.size, viewers: 1).active?.pageCount == 5)
  }

  @Test("Esc ends the search first, then the filter; a search covers the filtered list")
  func both() throws {
    var session = Tree.session
    try session.perform(.filter("d"), seenIn: Self.size, at: .zero)
    try session.perform(.search("2"), seenIn: Self.size, at: .zero)
    // d2, d12, d20 to d28, d32, d42, d52.
    #expect(session.searchState.matches == 10)
    try session.type("Esc", in: Self.size)
    #expect(session.searchState.search.isEmpty && session.searchState.filter == "d")
    try session.type("Esc", in: Self.size)
    #expect(session.searchState == SearchState())
  }

  @Test("a reloaded list stays filtered")
  func reload() {
    var rows = ScrollablePage(list(["a1", "b1", "a2"]))
    rows.filter(by: TextWords("a"))
    rows.selection = 1
    rows.reload(list(["a0", "a2", "b2", "a3"]))
    #expect(rows.content.list?.entries.map(\.label) == ["a0", "a2", "a3"])
    #expect(rows.selection == 1 && rows.unfiltered == 4)
    rows.reload(list(["b"]))
    #expect(rows.content.list?.entries.isEmpty == true && rows.selection == nil)
    rows.filter(by: nil)
    #expect(rows.content.list?.entries.map(\.label) == ["b"] && rows.selection == 0)
  }
}
