import NavBase
import NavTestKit
import Testing

@testable import NavEngine

@Suite("Rows of a list that remain in another list")
struct ListReloadTests {
  private static func list(_ names: [String], _ generator: inout SplitMix64) -> ListContent {
    let entries = names.map { ListEntry(key: Array($0.utf8), label: $0, opens: .text) }
    var sections: [ListSection] = []
    var start = generator.int(in: 0...names.count)
    while start < names.count, generator.oneIn(2) {
      let end = generator.oneIn(2) ? names.count : generator.int(in: start...names.count)
      sections.append(ListSection(title: generator.pick(["a", "b"]), entries: start..<end))
      start = end
    }
    if let last = sections.indices.last {
      sections[last].entries = sections[last].entries.lowerBound..<names.count
    }
    let notes = (0..<generator.int(in: 0...2)).map { _ in generator.pick(["x", "y"]) }
    return ListContent(entries: entries, sections: sections, notes: notes)
  }

  /// Compares with every row and every entry, one by one.
  private static func twin(_ anchor: ScrollAnchor, _ old: ListContent, _ new: ListContent) -> Int? {
    let first = max(0, min(anchor.position.block, old.rowCount - 1))
    let rows = Array(first..<max(first, old.rowCount)) + (0..<first).reversed()
    for row in rows {
      switch old.row(at: row) {
      case .entry(let entry):
        let same = new.entries.indices.filter { new.entries[$0].key == old.entries[entry].key }
        if let nearest = same.min(by: { abs($0 - entry) < abs($1 - entry) }) {
          return new.row(ofEntry: nearest)
        }
      case .header(let section):
        if let same = new.sections.firstIndex(where: { $0.title == old.sections[section].title }) {
          return new.headerRow(of: same)
        }
      case .note(let note):
        if note < new.notes.count, new.notes[note] == old.notes[note] {
          return new.rowCount - new.notes.count + note
        }
      }
    }
    return nil
  }

  @Test("agrees with a reference implementation that checks every row", arguments: wanted(0..<200))
  func twin(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    let all = (0..<generator.int(in: 1...200)).map { "\($0 / generator.int(in: 1...2))" }
    let kept = generator.int(in: 1...60)
    let old = Self.list(all, &generator)
    var other = all.filter { _ in generator.oneIn(kept) }
    if generator.oneIn(2) { other.reverse() }
    let new = Self.list(other, &generator)
    for _ in 0..<20 {
      let row = generator.int(in: 0...old.rowCount)
      let position = TextPosition(block: row, grapheme: generator.oneIn(9) ? 1 : 0)
      let anchor = ScrollAnchor(position: position, ratio: 0.25)
      let found = ListReload(from: old, to: new).anchor(anchor)
      let expected =
        anchor == .top
        ? .top
        : Self.twin(anchor, old, new).map {
          ScrollAnchor(position: TextPosition(block: $0, grapheme: 0), ratio: 0.25)
        } ?? .top
      #expect(found == expected, "seed \(seed), row \(row)")
    }
    for index in all.indices {
      let same = other.indices.filter { other[$0] == all[index] }
      let nearest = same.min { abs($0 - index) < abs($1 - index) }
      #expect(ListReload(from: old, to: new).entry(index) == nearest, "seed \(seed), \(index)")
    }
  }

  @Test("a numbered entry is followed by its value, an edited one by its neighbors")
  func numbers() {
    func list(_ values: String) -> ListContent {
      let entries = values.enumerated().map { index, value in
        ListEntry(key: Array("\(index)".utf8), label: "\(index): \(value)", opens: .text)
      }
      return ListContent(entries: entries, details: .column)
    }
    for (new, places) in [
      ("abcdef", [0, 1, 2, 3, 4, 5]), ("xabcdef", [1, 2, 3, 4, 5, 6]),
      // Edited, with others put before them or removed.
      ("xabCdef", [1, 2, 3, 4, 5, 6]), ("xyAbCdEf", [2, 3, 4, 5, 6, 7]),
      ("cDef", [0, 0, 0, 1, 2, 3]),
      // Moved.
      ("fabcde", [1, 2, 3, 4, 5, 0]),
    ] {
      let reload = ListReload(from: list("abcdef"), to: list(new))
      #expect((0..<6).map(reload.entry) == places, "\(new)")
    }
  }

  @Test("an entry of a list that has become a list of ranges is in one of these, and back")
  func ranges() {
    func list(_ keys: [String]) -> ListContent {
      let entries = keys.map { ListEntry(key: Array($0.utf8), label: $0, opens: .list) }
      return ListContent(entries: entries, details: .column)
    }
    let reload = ListReload(
      from: list((0..<25).map(String.init)),
      to: list(["~r0-9", "~r10-19", "~r20-29"])
    )
    #expect([0, 9, 10, 24].map(reload.entry) == [0, 0, 1, 2])
    let row = ScrollAnchor(position: TextPosition(block: 12, grapheme: 0), ratio: 0.5)
    #expect(reload.anchor(row).position.block == 1)
    let ranges = list(["~r0-9", "~r10-19", "~r20-29"])
    for (count, places) in [(25, [0, 10, 20]), (15, [0, 10, 14])] {
      let back = ListReload(from: ranges, to: list((0..<count).map(String.init)))
      #expect((0..<3).map(back.entry) == places)
    }
  }
}
