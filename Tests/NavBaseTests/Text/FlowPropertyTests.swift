import NavBase
import NavTestKit
import Testing

@Suite struct FlowPropertyTests {
  @Test(arguments: wanted(0..<300))
  func randomDocuments(seed: UInt64) throws {
    try checkDocument(seed: seed)
  }

  @Test(
    "code in columns whose line ends with U+0600, which is joined to the blank after it",
    arguments: [1434, 1872]
  )
  func prependedCharacters(seed: UInt64) throws {
    try checkDocument(seed: seed)
  }

  private func checkDocument(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let document = TextDocument(blocks: randomBlocks(depth: 0, using: &random))
    for columns in [1, 2, 3, 4, 5, 8, Int.random(in: 6...120, using: &random), 120] {
      try check(FlowedText(document, columns: columns), "seed \(seed), \(columns) columns")
      let step = Int.random(in: 0...6, using: &random)
      try check(
        FlowedText(document, columns: columns, step: step),
        "seed \(seed), \(columns) columns, step \(step)"
      )
      let beside = Int.random(in: 0...60, using: &random)
      let left = Bool.random(using: &random) ? beside : 0
      let room = TextWidthLimit(columns: columns, left: left, right: beside)
      let (all, now) = (
        FlowedText(document, room: room, wraps: false),
        FlowedText(document, room: room, step: step, wraps: false)
      )
      for flowed in [all, now] {
        try check(flowed, "seed \(seed), \(room), step \(step)")
        try demand(flowed.columns <= columns + left + beside && flowed.outdent <= left)
      }
      try demand(all.outdent == now.outdent && all.columns == now.columns, "seed \(seed), \(room)")
      try checkSlide(document, room, step: step, "seed \(seed)", using: &random)
    }
  }

  private func checkSlide(
    _ document: TextDocument,
    _ room: TextWidthLimit,
    step: Int,
    _ place: String,
    using random: inout SplitMix64
  ) throws {
    let page = Int.random(in: 1...70, using: &random)
    var (document, room) = (document, room)
    document.placement = Bool.random(using: &random) ? .top : .middle
    room.rows = page
    let (all, now) = (
      FlowedText(document, room: room, wraps: false),
      FlowedText(document, room: room, step: step, wraps: false)
    )
    let place = "\(place), \(room), step \(step), \(document.placement)"
    for flowed in [all, now] {
      try check(flowed, place)
      let top = try #require(flowed.top)
      try demand(top >= 0 && top < page, place)
      // All of a slide that fits is seen.
      try demand(all.rows.count > page || top + flowed.rows.count <= page, place)
    }
  }

  private func check(_ flowed: FlowedText, _ place: String) throws {
    for (index, flowedRow) in flowed.rows.enumerated() {
      let row = flowedRow.row
      try demand(row.columns <= flowed.columns, place)
      try demand(row.indent >= 0, place)
      try demand(sanitized(row.text) == row.text, place)
      // In columns, code has its background up to the end of its column.
      let isGround = row.runs.last?.style.role == .codeBlock
      // A blank may belong to the character before it, such as U+0600, which is joined to the one that follows.
      let isBlank = row.text.last?.unicodeScalars.allSatisfy(\.properties.isWhitespace) == true
      try demand(!isBlank || isGround, place)
      try checkRuns(of: row, place)
      try demand(flowed.row(of: flowedRow.position) == index, place)
      if index > 0 { try demand(flowed.rows[index - 1].position < flowedRow.position, place) }
    }
  }

  private func checkRuns(of row: TextRow, _ place: String) throws {
    var boundaries: Set<Int> = [0]
    var offset = 0
    for character in row.text {
      offset += character.utf8.count
      boundaries.insert(offset)
    }
    var end = 0
    var last: TextStyle?
    for run in row.runs {
      try demand(run.length > 0, place)
      try demand(run.style != last, place)
      end += run.length
      try demand(boundaries.contains(end), place)
      last = run.style
    }
    try demand(last != .plain, place)
  }

  // MARK: Documents

  private func randomBlocks(depth: Int, using random: inout SplitMix64) -> [TextBlock] {
    (0..<Int.random(in: 0...4, using: &random)).map { _ in
      randomBlock(depth: depth, using: &random)
    }
  }

  private func randomBlock(depth: Int, using random: inout SplitMix64) -> TextBlock {
    switch Int.random(in: 0..<(depth < 5 ? 11 : 5), using: &random) {
    case 0:
      let level = Int.random(in: 1...4, using: &random)
      return .heading(level: level, randomText(using: &random))
    case 1: return .rule
    case 2:
      let lines = (0..<Int.random(in: 0...3, using: &random)).map { _ in
        randomText(using: &random)
      }
      return Bool.random(using: &random)
        ? .code(TextCode(lines: lines)) : .preformatted(lines)
    case 3:
      let columns = Int.random(in: 0...5, using: &random)
      let row = { (random: inout SplitMix64) in
        (0..<columns).map { _ in self.randomText(using: &random) }
      }
      let alignments = (0..<columns).map {
        [.left, .center, .right][$0 % 3] as TextTable.Alignment
      }
      let header = row(&random)
      let rows = (0..<Int.random(in: 0...3, using: &random)).map { _ in row(&random) }
      return .table(TextTable(alignments: alignments, header: header, rows: rows))
    case 4: return .paragraph(randomText(using: &random))
    case 8:
      let columns = (0..<Int.random(in: 0...3, using: &random)).map { _ in
        TextColumn(
          weight: Int.random(in: 1...3, using: &random),
          blocks: randomBlocks(depth: depth + 1, using: &random)
        )
      }
      return Bool.random(using: &random) ? .columns(columns) : .pause
    case 9:
      let alignment = pick([.left, .center, .right], using: &random) as TextTable.Alignment
      return .aligned(alignment, randomBlocks(depth: depth + 1, using: &random))
    case 10:
      let versions = (0..<Int.random(in: 1...3, using: &random)).map { _ in
        TextCode(
          lines: (0..<Int.random(in: 0...3, using: &random)).map { _ in
            randomText(using: &random)
          },
          focus: pick([[], [.all, .lines([1...1])]], using: &random),
          title: pick([nil, "a.swift"], using: &random)
        )
      }
      return Bool.random(using: &random)
        ? .versions(versions) : .space(Int.random(in: 1...3, using: &random))
    case 5:
      let blocks = randomBlocks(depth: depth + 1, using: &random)
      let isQuote = Bool.random(using: &random)
      return isQuote ? .quote(blocks) : .alert(pick(AlertKind.allCases, using: &random), blocks)
    default:
      let items = (0..<Int.random(in: 0...3, using: &random)).map { _ in
        TextListItem(
          blocks: randomBlocks(depth: depth + 1, using: &random),
          isDone: pick([nil, true, false], using: &random)
        )
      }
      let start = pick([nil, 1, 98], using: &random)
      return .list(TextList(start: start, isTight: Bool.random(using: &random), items: items))
    }
  }

  private func pick<Element>(_ all: [Element], using random: inout SplitMix64) -> Element {
    all[Int.random(in: all.indices, using: &random)]
  }

  private func randomText(using random: inout SplitMix64) -> StyledText {
    let pieces = [
      "word", "a", " ", " ", "  ", "-", "long-compound", "日本", "。", "「", "é", "e\u{301}", "\u{301}",
      "\u{200D}",
      "👩", "👧", "🇩", "🇪", "❤", "\u{FE0F}", "\u{20E3}", "1", "\u{600}", "\u{200B}", "\u{AD}", "\t",
      "\n", "\r", "\u{1B}[2J",
      "\u{202E}", "\u{2028}", "\u{3000}", "\u{A0}", "ᄀ", "\u{1161}", "\u{11A8}", "क", "\u{94D}",
      "ष", "\u{93E}",
      String(repeating: "x", count: 50),
    ]
    let styles = [
      TextStyle.plain, TextStyle(attributes: .bold), TextStyle(role: .codeSpan),
      TextStyle(role: .link, link: "https://example.org/\u{7}"),
    ]
    var text = StyledText()
    for _ in 0..<Int.random(in: 0...12, using: &random) {
      text.append(
        pick(pieces, using: &random),
        style: pick(styles, using: &random)
      )
    }
    return text
  }
}
