import Testing

@testable import NavBase

@Suite("Tables keep words whole")
struct TableWordsTests {
  private static let table = TextTable(
    alignments: [.left, .left, .right],
    header: ["Command", "What it does", "Since"].map { StyledText($0) },
    rows: [
      ["configuration", "prints the effective configuration", "1.0"],
      ["lint", "tells mistakes in presentations and documents", "1.10"],
      ["well-known", "breaks behind hyphens", "2"],
    ].map { $0.map { StyledText($0) } }
  )

  private static var words: [String] {
    let cells = ([table.header] + table.rows).joined().map(\.text)
    return cells.flatMap { $0.split(separator: " ").map(String.init) }
  }

  @Test("at every width at which the longest word fits, no word is cut")
  func words() {
    for columns in 14...100 {
      let flowed = FlowedText(TextDocument(blocks: [.table(Self.table)]), columns: columns)
      let text = flowed.rows.map(\.row.text).joined(separator: " ")
      let seen = Set(text.split { $0 == " " || $0 == "│" || $0 == "\n" }.map(String.init))
      for word in Self.words where word != "well-known" {
        let asHeader = word + ":"
        #expect(seen.contains(word) || seen.contains(asHeader), "\(columns): \(word) in \(text)")
      }
      #expect(flowed.rows.allSatisfy { $0.row.columns <= columns })
    }
  }

  @Test("columns change to records as soon as they would cut a word, and not before")
  func records() {
    func isGrid(_ columns: Int) -> Bool {
      FlowedText(TextDocument(blocks: [.table(Self.table)]), columns: columns).rows
        .contains { $0.row.text.contains("┼") }
    }
    // configuration, presentations or configuration, Since: 13 + 13 + 5, and two separators.
    #expect(!isGrid(36) && isGrid(37))
  }

  @Test(
    "the longest word of a text",
    arguments: [
      ("", 0), ("a bcd ef", 3), ("well-known fact", 5), ("-v --verbose", 9), ("日本語の文章", 2),
      ("one\nthree", 5), ("x\u{200B}yz", 2), ("a…b", 3),
    ]
  )
  func longest(text: String, columns: Int) {
    #expect(longestWord(of: text) == columns)
  }
}
