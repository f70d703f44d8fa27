import NavBase
import NavEngine
import NavTestKit
import Testing

@Suite("MA-7: boards, pages of boxes placed by constraints")
struct BoardTests {
  /// Three columns of equal width below a head, and a foot below the highest of them.
  static func columns() throws -> BoardContent {
    let names = ["one", "two", "three"]
    var boxes = [BoardBox(name: "head", title: "A board", lines: ["as wide as the page"])]
    for (index, name) in names.enumerated() {
      let text = Array(repeating: "some words that wrap", count: index + 1)
      boxes.append(BoardBox(name: name, title: name, lines: text))
    }
    boxes.append(BoardBox(name: "foot", lines: ["the end"], hasBorder: false))
    var constraints = [BoardConstraint("head", .left.top.right.equal(to: 0))]
    for (index, name) in names.enumerated() {
      constraints.append(BoardConstraint(name, .top.equal(to: .attribute("head", .bottom))))
      let before = index == 0 ? nil : names[index - 1]
      let left: BoardDraft =
        before.map { .left.equal(to: .attribute($0, .right)) } ?? .left.equal(to: 0)
      constraints.append(BoardConstraint(name, left))
      if let before { constraints.append(BoardConstraint(name, .width.equal(to: .view(before)))) }
      constraints.append(BoardConstraint("foot", .top.atLeast(.attribute(name, .bottom)).offset(1)))
    }
    constraints.append(BoardConstraint("three", .right.equal(to: 0)))
    constraints.append(BoardConstraint("foot", .left.right.equal(to: 0)))
    return try BoardContent(boxes: boxes, constraints: constraints)
  }

  private static func layout(_ board: BoardContent, _ columns: Int, rows: Int = 24) -> BoardLayout {
    BoardLayout(
      board,
      frame: CellSize(columns: columns, rows: rows),
      header: 1,
      columns: columns
    )
  }

  @Test("MA-7: the layout of a board at some widths")
  func golden() throws {
    let board = try Self.columns()
    var drawing = ""
    for columns in [12, 24, 60, 90] {
      let layout = Self.layout(board, columns)
      drawing += "+ \(columns) columns\n"
      for row in layout.rows(0..<layout.rowCount) { drawing += "|\(row.text)\n" }
      drawing += "\(board.report(forWidth: layout.content.width))\n"
    }
    try GoldenText().check(drawing, name: "board")
  }

  @Test("MA-7: rows fit in the page at each width, and their runs cover their text")
  func rowsFit() throws {
    let board = try Self.columns()
    for columns in 1...200 {
      let layout = Self.layout(board, columns)
      try demand(layout.rowCount > 0)
      for row in layout.rows(0..<layout.rowCount) {
        try demand(row.columns <= layout.content.width, "\(columns): \(row.text)")
        try demand(row.runs.map(\.length).reduce(0, +) <= row.text.utf8.count, "\(columns)")
        try demand(row.text.last != " ", "\(columns): \(row.text)")
      }
    }
  }

  @Test("a row's anchor leads back to it at each width, and the end is the end")
  func places() throws {
    let board = try Self.columns()
    for columns in 1...120 {
      let layout = Self.layout(board, columns)
      for row in 0..<layout.rowCount {
        try demand(layout.row(of: layout.position(ofRow: row)) == row, "\(columns), row \(row)")
      }
      try demand(layout.row(of: layout.endAnchor.position) == layout.rowCount - 1, "\(columns)")
      try demand(layout.row(of: .start) == 0, "\(columns)")
      try demand(layout.offset(for: layout.endAnchor) == layout.maximumOffset, "\(columns)")
      for block in [-1, 1, 5, 6, .max] {
        let row = layout.row(of: TextPosition(block: block, grapheme: .max))
        try demand((0..<layout.rowCount).contains(row), "\(columns), block \(block)")
      }
    }
  }

  @Test("a page scrolled to a box is scrolled to it at another width")
  func carriesOver() throws {
    let board = try Self.columns()
    let (narrow, wide) = (Self.layout(board, 30), Self.layout(board, 90))
    let third = TextPosition(block: 4, grapheme: 1)
    #expect(narrow.position(ofRow: narrow.row(of: third)).grapheme == 1)
    #expect(narrow.rows(0..<narrow.rowCount)[narrow.row(of: third)].text.hasSuffix("│"))
    #expect(wide.row(of: third) == narrow.row(of: third))
    #expect(wide.rowCount < narrow.rowCount)
  }

  @Test("a later box covers earlier ones, and halves of wide characters become blanks")
  func overlap() throws {
    let board = try BoardContent(
      boxes: [
        BoardBox(name: "below", lines: ["日本語日本"], hasBorder: false),
        BoardBox(name: "above", lines: ["ab"], hasBorder: false),
      ],
      constraints: [
        BoardConstraint("below", .left.top.equal(to: 0)),
        BoardConstraint("above", .left.equal(to: 3)), BoardConstraint("above", .top.equal(to: 0)),
      ]
    )
    let layout = Self.layout(board, 12)
    #expect(layout.rows(0..<1).map(\.text) == ["日 ab 日本"])
  }

  @Test(
    "the report lists dropped constraints, their conflicts, and values chosen by default",
    arguments: [
      (["a.left = 0", "a.top = 0"], ""),
      (["a.left = 0"], "nothing says a.top: 0 is taken"),
      (
        ["a.left = 0", "a.top = 0", "a.left = 4"],
        "dropped: a.left = page.left + 4, against a.left = page.left"
      ),
      (
        ["a.left = 0", "a.top = 0", "a.width = 50", "a.right = 0"],
        "dropped: a.right = page.right, against a.left = page.left; a.width = 50"
      ),
    ] as [([String], String)]
  )
  func report(constraints: [String], expected: String) throws {
    let written: [String: BoardDraft] = [
      "a.left = 0": .left.equal(to: 0), "a.top = 0": .top.equal(to: 0),
      "a.left = 4": .left.equal(to: 4), "a.width = 50": .width.equal(to: 50),
      "a.right = 0": .right.equal(to: 0),
    ]
    let board = try BoardContent(
      boxes: [BoardBox(name: "a", lines: ["text"])],
      constraints: constraints.map { BoardConstraint("a", try #require(written[$0])) }
    )
    #expect(board.report(forWidth: 40).description == expected)
  }

  @Test("D-21: a box is as high as two screens, in a page of any height; one named screen is a box")
  func screens() throws {
    let twice: BoardDraft = .height.equal(to: .attribute("screen", .height)).multiplied(by: 2)
    let half: BoardDraft = .width.equal(to: .attribute("screen", .width)).multiplied(by: 0.5)
    let board = try BoardContent(
      boxes: [BoardBox(name: "a", lines: ["x"])],
      constraints: [BoardConstraint("a", twice), BoardConstraint("a", half)]
    )
    for rows in [2, 10, 24] {
      let layout = Self.layout(board, 30, rows: rows)
      #expect(layout.rowCount == 2 * (rows - 1))
      #expect(layout.rows(0..<1).map(\.columns) == [layout.content.width / 2])
    }
    #expect(board.faults().isEmpty)
    let named = try BoardContent(
      boxes: [BoardBox(name: "screen", lines: ["x"]), BoardBox(name: "a", lines: ["x"])],
      constraints: [BoardConstraint("a", twice)]
    )
    #expect(Self.layout(named, 30).rowCount == 6)
  }

  @Test(
    "D-21: a page's height that depends on itself alone is a fault",
    arguments: [(1.0, 0.0, 0), (0.5, 0, 0), (2, 0, 1), (1, 1, 1), (1.5, -1, 0)]
  )
  func circles(factor: Double, offset: Double, count: Int) throws {
    let draft: BoardDraft = .height.equal(to: .attribute("page", .height)).multiplied(by: factor)
    for names in [["a"], ["a", "b"]] {
      let board = try BoardContent(
        boxes: names.map { BoardBox(name: $0, lines: ["x"], hasBorder: false) },
        constraints: [BoardConstraint("a", draft.offset(offset), origin: "plan:1:2")]
      )
      let faults = board.faults()
      #expect(faults.count == count, "\(faults)")
      for fault in faults {
        #expect(fault.description.hasSuffix(": the page's height depends on itself"))
        #expect(fault.description.hasPrefix("plan:1:2: a.height = page.height"))
      }
    }
  }

  private struct Mistake {
    var boxes: [BoardBox] = [BoardBox(name: "a")]
    var constraints: [BoardConstraint] = []
    var error: BoardError
  }

  @Test("MA-7: of an extremely high box only the page's rows are made")
  func endlessBox() throws {
    let board = try BoardContent(
      boxes: [BoardBox(name: "a", title: "A", lines: ["x"])],
      constraints: [
        BoardConstraint("a", .top.equal(to: -5e8)), BoardConstraint("a", .height.equal(to: 9e8)),
      ]
    )
    let size = CellSize(columns: 30, rows: 10)
    let layout = BoardLayout(board, frame: size, header: 0, columns: 30)
    #expect(layout.rowCount == BoardLayout.mostRows)
    let last = layout.rowCount - 1
    #expect(layout.rows(0..<1).map(\.text) == ["│     │"])
    #expect(layout.rows(last - 1..<last + 1).map(\.text) == ["│     │", "└─────┘"])
  }

  @Test("MA-3: a board with a mistake is refused, and the message names it")
  func mistakes() {
    let twice: BoardDraft = .left.equal(to: 0).equal(to: 1)
    let long = String(repeating: "n", count: BoardContent.longestName + 1)
    let table = [
      Mistake(boxes: [BoardBox(name: "a"), BoardBox(name: "a")], error: .duplicateName("a")),
      Mistake(boxes: [BoardBox(name: "page")], error: .duplicateName("page")),
      Mistake(boxes: [BoardBox(name: "")], error: .badName("")),
      Mistake(boxes: [BoardBox(name: long)], error: .badName(long)),
      Mistake(
        constraints: [BoardConstraint("b", .left.equal(to: 0))],
        error: .unknownBox("b", constraint: "b")
      ),
      Mistake(
        constraints: [BoardConstraint("a", .left.equal(to: .view("c")))],
        error: .unknownBox("c", constraint: "a")
      ),
      Mistake(
        constraints: [BoardConstraint("a", twice)],
        error: .constraint("a", .relationRedefined(.left))
      ),
      Mistake(
        boxes: (0...BoardContent.mostBoxes).map { BoardBox(name: "\($0)") },
        error: .tooMany("boxes", count: 201, limit: 200)
      ),
      Mistake(
        constraints: Array(
          repeating: BoardConstraint("a", .left.equal(to: 0)),
          count: BoardContent.mostConstraints + 1
        ),
        error: .tooMany("constraints", count: 1_001, limit: 1_000)
      ),
      Mistake(
        boxes: [BoardBox(name: "a", lines: Array(repeating: "", count: 2_001))],
        error: .tooMany("lines", count: 2_001, limit: 2_000)
      ),
    ]
    for mistake in table {
      #expect(throws: mistake.error) {
        try BoardContent(boxes: mistake.boxes, constraints: mistake.constraints)
      }
    }
  }
}
