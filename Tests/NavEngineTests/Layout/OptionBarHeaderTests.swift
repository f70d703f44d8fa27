import NavBase
import NavEngine
import NavScene
import NavTestKit
import Testing

@Suite("PagerHeaderLayout: the bar above the pages of a pager")
struct OptionBarHeaderTests {
  private static func layout(
    _ header: BarStyle,
    _ titles: [String],
    columns: Int,
    rows: Int = 24
  ) -> PagerHeaderLayout {
    PagerHeaderLayout(
      OptionColumns(titles),
      header,
      room: CellSize(columns: columns, rows: rows)
    )
  }

  private static func widths(_ layout: PagerHeaderLayout) -> [Double] {
    (0..<layout.widths.count).map { layout.widths.span(of: $0).width }
  }

  @Test(
    "S15-option-column: a column is its title and 2, at least 6",
    arguments: [
      ("", 6), ("1", 6), ("four", 6), ("fives", 7), ("a longer title", 16),
      // Two columns each; a line feed becomes a blank.
      ("日本語", 8), ("e\u{301}e\u{301}", 6), ("one\ntwo", 9),
    ] as [(String, Double)]
  )
  func naturalWidths(title: String, width: Double) {
    #expect(OptionColumns([title]).naturalWidths == ColumnWidths([width]))
    let title = OptionColumns([title]).title(at: 0)
    #expect(width == max(6, Double(columnWidth(of: title)) + 2))
  }

  @Test(
    "S15-option-column: numbered columns have their titles' widths, without making the titles",
    arguments: ["", "Page ", "日"],
    [0, 1, 9, 10, 11, 99, 100, 101, 1_234]
  )
  func numbered(prefix: String, count: Int) {
    let numbered = OptionColumns(.numbered(prefix: prefix, count: count))
    let listed = OptionColumns((0..<count).map { "\(prefix)\($0 + 1)" })
    #expect(numbered.naturalWidths == listed.naturalWidths)
    #expect(numbered.count == count)
    for column in 0..<count { #expect(numbered.title(at: column) == listed.title(at: column)) }
  }

  @Test("a million numbered columns, and the limit of columns")
  func manyNumbered() {
    let million = OptionColumns(.numbered(prefix: "", count: 1_000_000)).naturalWidths
    // Up to four digits six columns, then one more for each digit.
    let expected: Double = 59_994 + 630_000 + 7_200_000 + 9
    #expect(million.total == expected)
    let most = OptionTitles.mostNumbered
    for (count, held) in [(most - 1, most - 1), (most, most), (most + 1, most), (.max, most)] {
      let columns = OptionColumns(.numbered(prefix: "", count: count))
      #expect(columns.count == held)
      #expect(columns.naturalWidths.total < Double(Limits.coordinate))
    }
    #expect(OptionColumns(.numbered(prefix: "", count: -1)).count == 0)
  }

  @Test(
    "S15-tab-widths: tabs share the width if each gets six columns, else they scroll",
    arguments: [BarStyle.buttons, .segments]
  )
  func sharing(header: BarStyle) {
    for count in 1...14 {
      let titles = (0..<count).map { String(repeating: "t", count: $0 + 1) }
      for columns in 0...90 {
        let layout = Self.layout(header, titles, columns: columns)
        let list = Self.widths(layout)
        guard columns >= 6 * count else {
          #expect(layout.widths == layout.columns.naturalWidths, "\(count) in \(columns)")
          #expect(layout.scrolls)
          continue
        }
        #expect(list.reduce(0, +) == Double(columns) && list.allSatisfy { $0 >= 6 })
        // The first ones have one more, and no two differ by more.
        #expect(list == list.sorted(by: >) && (list[0] - list[count - 1]) <= 1)
        #expect(!layout.scrolls)
      }
    }
  }

  @Test("S15-option-column: options have their natural widths at any size")
  func options() {
    for columns in [0, 5, 12, 80, 200] {
      let layout = Self.layout(.options, ["one", "thirteen long"], columns: columns)
      #expect(Self.widths(layout) == [6, 15])
      #expect(layout.scrolls == (columns < 21))
    }
  }

  @Test(
    "MBX-5: arrows are at both ends, the title has the rest",
    arguments: [
      (80, [3, 74, 3]), (10, [3, 4, 3]), (9, [3, 3, 3]), (8, [3, 3, 2]), (2, [1, 1, 0]),
      (0, [0, 0, 0]),
    ] as [(Int, [Double])]
  )
  func arrows(columns: Int, widths: [Double]) {
    let layout = Self.layout(.arrows, ["a", "b"], columns: columns)
    #expect(Self.widths(layout) == widths)
    #expect(!layout.scrolls && layout.offset(at: 1) == 0)
  }

  @Test(
    "S15-title-bar: titles and an indicator; below ten rows only titles",
    arguments: [(24, 2), (10, 2), (9, 1), (3, 1), (2, 1), (1, 0), (0, 0)]
  )
  func heights(rows: Int, height: Int) {
    let room = CellSize(columns: 80, rows: rows)
    #expect(PagerHeaderLayout.height(inRoom: room) == height)
    let layout = Self.layout(.buttons, ["a"], columns: 80, rows: rows)
    #expect(layout.height == height)
  }

  @Test(
    "below arrows the indicator is at the page's share of the bar, at least a column wide",
    arguments: [
      // columns, pages, position, origin, width
      (80, 4, 0.0, 0.0, 20.0), (80, 4, 0.5, 10, 20), (80, 4, 3, 60, 20), (80, 4, 3.5, 70, 20),
      (80, 4, -0.5, -10, 20), (80, 1, 0, 0, 80), (10, 91, 90, 9, 1), (10, 91, 45, 4.5, 1),
    ] as [(Int, Int, Double, Double, Double)]
  )
  func arrowMarks(columns: Int, pages: Int, position: Double, origin: Double, width: Double) {
    let titles = Array(repeating: "t", count: pages)
    let mark = Self.layout(.arrows, titles, columns: columns).mark(at: position)
    #expect(isNear(mark.origin, origin) && isNear(mark.width, width), "\(mark)")
  }

  @Test("a drag brings the same column to the left edge in all viewers, or to the end")
  func anchors() throws {
    let titles = (0..<30).map { "option \($0)" }
    for columns in [7, 20, 80] {
      let layout = Self.layout(.options, titles, columns: columns)
      let end = layout.widths.total - Double(columns)
      for half in 0...60 {
        let column = Double(half) / 2
        let offset = layout.offset(forLeftColumn: column)
        let index = min(29, half / 2)
        let share = column - Double(index)
        let place =
          layout.widths.span(of: index).origin + share * layout.widths.span(of: index).width
        #expect(isNear(offset, min(end, place)), "\(column) in \(columns)")
        let back = layout.leftColumn(forOffset: offset)
        #expect(isNear(layout.offset(forLeftColumn: back), offset))
        if place <= end { #expect(isNear(back, column)) }
      }
      #expect(layout.leftColumn(forOffset: -9) == 0)
      #expect(isNear(layout.leftColumn(forOffset: 1e6), layout.leftColumn(forOffset: end)))
    }
  }

  @Test("a drag on tabs that share the width scrolls nothing")
  func nothingToScroll() {
    let layout = Self.layout(.buttons, ["a", "b"], columns: 80)
    #expect(layout.offset(forLeftColumn: 1.5) == 0)
    #expect(layout.flick(from: 0, velocity: 500, at: .zero).length == 0)
  }

  @Test(
    "SV-5: a flick of 100 columns a second continues by 49.95, and stops at an end",
    arguments: [(100.0, 49.9499), (-20.0, -9.98999), (0, 0), (.infinity, 257), (-1e9, -70)]
      as [(Double, Double)]
  )
  func flicks(velocity: Double, distance: Double) throws {
    let layout = Self.layout(.options, (0..<37).map { "option\($0 + 100)" }, columns: 80)
    try #require(layout.widths.total - 80 == 327)
    let start = layout.leftColumn(forOffset: 70)
    let flick = layout.flick(from: start, velocity: velocity, at: .seconds(1))
    #expect(abs(flick.target - 70 - distance) < 1e-3, "\(flick.target)")
    let offsets = (0...flick.length).map {
      layout.offset(forLeftColumn: layout.leftColumn(forOffset: flick.offset(atFrame: $0)))
    }
    #expect(isNear(offsets[0], 70) && isNear(offsets[offsets.count - 1], flick.target))
    // The offsets move one way, within the content: a bar does not bounce.
    #expect(zip(offsets, offsets.dropFirst()).allSatisfy { ($1 - $0) * velocity >= -1e-9 })
    #expect(offsets.allSatisfy { (0...327).contains($0) })
  }
}
