package import NavBase

extension SplitMix64 {
  /// A short text of narrow, wide, combined and right-to-left characters; possibly empty.
  package mutating func text(upTo count: Int = 12) -> String {
    let pool = [
      "a", "Z", "0", " ", "-", "\u{e9}", "e\u{301}", "\u{4e2d}", "\u{ac00}", "\u{1f600}",
      "\u{1f468}\u{200d}\u{1f469}", "\u{5d0}", "\u{2588}", "\u{1f1e9}\u{1f1ea}",
    ]
    return (0..<int(in: 0...count)).map { _ in pick(pool) }.joined()
  }

  package mutating func textStyle() -> TextStyle {
    TextStyle(
      role: pick(TextRole.allCases),
      attributes: oneIn(3) ? textAttributes() : [],
      foreground: oneIn(6) ? textColor() : nil,
      background: oneIn(8) ? textColor() : nil,
      link: oneIn(5) ? "https://example.org/\(int(in: 0...3))" : nil
    )
  }

  private mutating func textAttributes() -> TextAttributes {
    // Any attributes except those of search matches.
    TextAttributes(rawValue: UInt8(int(in: 0...255)) & ~TextAttributes.anyFound.rawValue)
  }

  package mutating func textColor() -> TextColor {
    let bytes = (0..<3).map { _ in UInt8(int(in: 0...255)) }
    return oneIn(2) ? .indexed(bytes[0]) : .rgb(bytes[0], bytes[1], bytes[2])
  }

  /// A row whose runs begin and end between graphemes and cover parts of the text.
  package mutating func textRow() -> TextRow {
    var row = TextRow(
      text(),
      indent: oneIn(3) ? int(in: 0...20) : 0,
      fill: oneIn(4) ? pick(TextRole.allCases) : .plain
    )
    var rest = row.text[...]
    while !rest.isEmpty, !oneIn(4) {
      let count = int(in: 1...rest.count)
      var style = textStyle()
      if oneIn(6) { style.attributes.formUnion(pick([.found, .foundHere, .anyFound])) }
      row.runs.append(StyledRun(length: rest.prefix(count).utf8.count, style: style))
      rest = rest.dropFirst(count)
    }
    if oneIn(4) { row.windows = windows(of: row.text) }
    return row
  }

  /// Up to two windows whose texts begin and end between graphemes.
  private mutating func windows(of text: String) -> [RowWindow] {
    var windows: [RowWindow] = []
    var rest = text[...]
    var start = 0
    for _ in 0..<int(in: 1...2) {
      let gap = rest.prefix(int(in: 0...2))
      rest = rest.dropFirst(gap.count)
      guard !rest.isEmpty else { break }
      let part = rest.prefix(int(in: 1...rest.count))
      rest = rest.dropFirst(part.count)
      start += gap.utf8.count
      let length = part.utf8.count
      windows.append(RowWindow(start: start, length: length, columns: int(in: 1...100)))
      start += length
    }
    return windows
  }

  package mutating func textRows(_ count: ClosedRange<Int>) -> [TextRow] {
    (0..<int(in: count)).map { _ in textRow() }
  }

  /// Prose in paragraphs, sometimes with a list, code, a quote or a table between them.
  package mutating func document(blocks: ClosedRange<Int> = 1...8) -> TextDocument {
    TextDocument(blocks: (0..<int(in: blocks)).map { _ in textBlock() })
  }

  private mutating func words(_ count: ClosedRange<Int>) -> StyledText {
    let pool = [
      "navigation", "of", "a", "deck", "that", "everybody", "sees", "at", "once",
      "\u{4e2d}\u{6587}",
      "terminal", "12,500", "caf\u{e9}",
    ]
    var text = StyledText()
    for index in 0..<int(in: count) {
      text.append((index == 0 ? "" : " ") + pick(pool), style: oneIn(8) ? textStyle() : .plain)
    }
    return text
  }

  private mutating func textBlock() -> TextBlock {
    switch int(in: 0...8) {
    case 0: return .heading(level: int(in: 1...4), words(1...5))
    case 1:
      return .list(
        TextList(
          start: oneIn(2) ? int(in: 1...9) : nil,
          isTight: oneIn(2),
          items: (0..<int(in: 1...4)).map { _ in
            TextListItem(blocks: [.paragraph(words(1...12))], isDone: oneIn(4) ? oneIn(2) : nil)
          }
        )
      )
    case 2:
      let lines = (0..<int(in: 1...5)).map { _ in
        var line = StyledText("let", style: TextStyle(role: .codeKeyword))
        line.append(" \(text(upTo: 6)) = ", style: oneIn(4) ? textStyle() : .plain)
        line.append("\(int(in: 0...999))", style: TextStyle(role: .codeNumber))
        return line
      }
      return .code(TextCode(language: "swift", lines: lines))
    case 3: return .quote([.paragraph(words(3...20))])
    case 4:
      return .table(
        TextTable(
          alignments: [.left, .right],
          header: [words(1...1), words(1...1)],
          rows: (0..<int(in: 1...3)).map { _ in [words(1...2), words(1...2)] }
        )
      )
    case 5: return .rule
    default: return .paragraph(words(3...40))
    }
  }
}
