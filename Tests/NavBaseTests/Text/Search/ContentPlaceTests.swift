import NavBase
import NavTestKit
import Testing

@Suite("Places in flowed text, in every width")
struct ContentPlaceTests {
  private static let widths = [200, 80, 60, 33, 20, 9, 4, 1]

  /// The character that is shown in some cells of a row; nil for none.
  private static func character(_ text: FlowedText, _ row: Int, _ column: Int) -> Substring? {
    let shown = text.rows[row].row
    guard let cluster = shown.clusters.first(where: { $0.columns.contains(column) }) else {
      return nil
    }
    let start = shown.text.utf8.index(shown.text.startIndex, offsetBy: cluster.bytes.lowerBound)
    let end = shown.text.utf8.index(start, offsetBy: cluster.bytes.count)
    return shown.text[start..<end]
  }

  private static func cells(_ text: FlowedText, _ place: ContentPlace) -> PlaceCells? {
    guard case .text(let start, let cell, let bytes) = place else { return nil }
    return text.cells(showing: bytes, ofCell: cell, from: start)
  }

  /// Signs that stand for something else, and blanks, which a narrower row leaves out.
  private static let replaced: Set<Substring> = ["\u{2026}", "\u{FFFD}", " "]

  /// Points at each cell of a document, and looks for the place in all widths.
  private static func check(_ document: TextDocument, wraps: Bool = true) throws {
    let texts = widths.map { FlowedText(document, columns: $0, isNumbered: true, wraps: wraps) }
    for source in texts {
      for row in source.rows.indices {
        for cluster in source.rows[row].row.clusters {
          let place = source.place(atRow: row, column: cluster.columns.lowerBound)
          guard case .text = place else { continue }
          let own = try #require(cells(source, place), "\(place) in its own width")
          let shown = character(source, own.rows.lowerBound, own.columns.lowerBound)
          // The nearest character stays where it is.
          try demand(
            source.place(atRow: own.rows.lowerBound, column: own.columns.lowerBound) == place,
            "\(place) has moved in its own width"
          )
          for target in texts where shown.map({ !replaced.contains($0) }) ?? false {
            let found = try #require(cells(target, place), "\(place) at \(target.room.columns)")
            let other = character(target, found.rows.lowerBound, found.columns.lowerBound)
            try demand(
              other == shown || other.map { replaced.contains($0) } ?? false,
              "\(place): \(shown ?? "") is \(other ?? "nothing") at \(target.room.columns)"
            )
          }
        }
      }
    }
  }

  @Test(
    "each character of a sample of everything is found in every width",
    arguments: [true, false]
  )
  func sample(wraps: Bool) throws {
    try Self.check(sampleDocument, wraps: wraps)
  }

  @Test("each character of random documents is found in every width")
  func random() throws {
    try forSeeds(0..<40) { generator in
      try Self.check(generator.document(blocks: 1...5), wraps: generator.oneIn(2))
    }
  }

  private static func text(_ blocks: [TextBlock], columns: Int, step: Int? = nil) -> FlowedText {
    FlowedText(TextDocument(blocks: blocks), columns: columns, step: step)
  }

  @Test("a place beside the text is its nearest character; a blank row is a place of its own")
  func nearest() throws {
    let text = Self.text([.quote([.paragraph(StyledText("abc"))]), .rule], columns: 10)
    #expect(text.rows.map(\.row.text) == ["▎ abc", "", "──────────"])
    #expect(text.place(atRow: 0, column: 0) == text.place(atRow: 0, column: 2))
    #expect(text.place(atRow: 0, column: 99) == text.place(atRow: 0, column: 4))
    #expect(text.place(atRow: 2, column: 3) == .row(text.rows[2].position))
  }

  @Test("a wide character and one of several scalars have one place in both of their columns")
  func wide() throws {
    let text = Self.text(
      [.paragraph(StyledText("a\u{4e2d}\u{1f468}\u{200d}\u{1f469}e\u{301}z"))],
      columns: 20
    )
    let places = (0...6).map { text.place(atRow: 0, column: $0) }
    #expect(places[1] == places[2] && places[3] == places[4] && places[2] != places[3])
    #expect(Self.cells(text, places[2])?.columns == 1..<3)
    #expect(Self.cells(text, places[4])?.columns == 3..<5)
    #expect(Self.cells(text, places[5])?.columns == 5..<6)
  }

  @Test("a place in a step that is not shown has no cells")
  func hidden() throws {
    let blocks: [TextBlock] = [
      .paragraph(StyledText("one")), .pause, .paragraph(StyledText("two")),
    ]
    let all = Self.text(blocks, columns: 10)
    let row = try #require(all.rows.firstIndex { $0.row.text == "two" })
    let place = all.place(atRow: row, column: 1)
    #expect(Self.cells(Self.text(blocks, columns: 10, step: 1), place) != nil)
    #expect(Self.cells(Self.text(blocks, columns: 10, step: 0), place) == nil)
  }

  @Test("a blank at which a row ends is shown by the last character before it")
  func leftOut() throws {
    let blocks: [TextBlock] = [.paragraph(StyledText("one two"))]
    let place = Self.text(blocks, columns: 10).place(atRow: 0, column: 3)
    #expect(
      Self.cells(Self.text(blocks, columns: 4), place) == PlaceCells(rows: 0..<1, columns: 2..<3)
    )
  }

  @Test("a line that is wrapped has all of its rows")
  func line() throws {
    let text = Self.text([.code(language: "", lines: ["abcdef", "ghi"])], columns: 4)
    #expect(text.rows.map(\.row.text) == [" abc", " def", " ghi"])
    let start = TextPosition(block: 0, grapheme: 0)
    #expect(text.cells(showing: 0..<6, ofCell: 0, from: start)?.rows == 0..<2)
    #expect(text.cells(showing: 7..<10, ofCell: 0, from: start)?.rows == 2..<3)
  }
}

@Suite("Columns of rows with windows")
struct ShownColumnTests {
  @Test("a column of the whole text leads to the painted one and back")
  func roundTrip() throws {
    try forSeeds(0..<200) { generator in
      let row = generator.textRow()
      let shift = generator.int(in: 0...4)
      for column in 0..<columnWidth(of: row.text) {
        guard let shown = row.shownColumn(of: column, shiftedBy: shift) else { continue }
        try demand(row.column(shownAt: shown, shiftedBy: shift) == column, "\(column) in \(row)")
      }
    }
  }
}
