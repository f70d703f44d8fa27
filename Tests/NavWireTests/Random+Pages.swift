import NavBase
import NavScene
import NavTestKit
import NavWire

extension SplitMix64 {
  mutating func pageText() -> PageText {
    let passages = (0..<int(in: 0...5)).map { _ in
      let kinds: [Passage.Kind] = [
        .text, .heading(int(in: 1...6)), .code(text()), .verbatim, .column(int(in: 1...8), of: 8),
        .rule,
      ]
      var passage = Passage(pick(kinds), lines: (0..<int(in: 0...3)).map { _ in text() })
      if oneIn(4) {
        passage = Passage(.table, cells: (0..<int(in: 0...3)).map { _ in [text(), text()] })
      }
      passage.lead = text()
      passage.margin = text()
      passage.isTight = oneIn(2)
      passage.isContinued = oneIn(2)
      return passage
    }
    var page = PageText(
      title: text(),
      version: next(),
      top: text(),
      selected: oneIn(2) ? text() : nil,
      passages: passages,
      firstLine: int(in: 0...1_000_000),
      lineCount: int(in: 0...1_000_000)
    )
    page.isGrowing = oneIn(2)
    return page
  }

  mutating func outline() -> Outline {
    let entries = (0..<int(in: 0...5)).map { _ in
      Outline.Entry(level: int(in: 1...16), title: text(), number: int(in: 0...1_000_000))
    }
    return Outline(
      entries: entries,
      current: entries.isEmpty || oneIn(3) ? nil : int(in: 0...entries.count - 1),
      version: next(),
      isCut: oneIn(2)
    )
  }
}
