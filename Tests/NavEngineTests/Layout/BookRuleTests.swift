import NavBase
import NavEngine
import NavScene
import NavTestKit
import Testing

@Suite("The rules of books: bindings, spreads, neighbours")
struct BookRuleTests {
  @Test(
    "D-4, PC-8: two pages from 100 columns on if twice as wide as high; with a middle spine from 41 on",
    arguments: [
      (columns: 100, rows: 50, spine: Spine.min, shown: Spine.mid), (100, 51, .min, .min),
      (99, 24, .min, .min), (101, 50, .max, .mid), (99, 24, .max, .max), (102, 52, .max, .max),
      (41, 24, .mid, .mid), (40, 24, .mid, .min), (41, 500, .mid, .mid), (200, 60, .mid, .mid),
      (0, 0, .mid, .min), (0, 0, .max, .max), (1000, 500, .max, .mid),
    ]
  )
  func twoUp(columns: Int, rows: Int, spine: Spine, shown: Spine) {
    for isDoubleSided in [false, true] {
      let layout = BookLayout(
        room: CellSize(columns: columns, rows: rows),
        spine: spine,
        isDoubleSided: isDoubleSided
      )
      #expect(layout.spine == shown && layout.isTwoUp == (shown == .mid))
      // A book with a middle spine that shows one page shows every page.
      let hasBacks = shown == .mid || (isDoubleSided && spine != .mid)
      #expect(layout.isDoubleSided == hasBacks && layout.step == (hasBacks ? 2 : 1))
    }
  }

  @Test(
    "PC-9: turning a double-sided book bound at an edge reaches every second page only"
  )
  func doubleSteps() {
    for spine in [Spine.min, .max] {
      let layout = BookLayout(
        room: CellSize(columns: 80, rows: 24),
        spine: spine,
        isDoubleSided: true
      )
      var seen = [0]
      while let next = layout.next(from: seen[seen.count - 1], of: 7) { seen.append(next) }
      #expect(seen == [0, 2, 4, 6])
      // A back that was requested by its number goes back to its own front.
      #expect(layout.previous(from: 3, of: 7) == 2 && layout.next(from: 3, of: 7) == 4)
      #expect(layout.previous(from: 1, of: 7) == 0 && layout.previous(from: 2, of: 7) == 0)
    }
  }

  @Test("PCQ-2, PCQ-4: a leaf is lifted only if there is a page behind it")
  func ends() {
    for (columns, spine, isDoubleSided) in [
      (80, Spine.min, false), (80, .min, true), (80, .max, true), (80, .mid, true),
      (30, .mid, true),
    ] {
      let layout = BookLayout(
        room: CellSize(columns: columns, rows: 24),
        spine: spine,
        isDoubleSided: isDoubleSided
      )
      for count in 1...9 {
        for page in 0..<count {
          let next = layout.next(from: page, of: count)
          let previous = layout.previous(from: page, of: count)
          let step = layout.step
          #expect(next == (page / step + 1) * step || (page / step + 1) * step >= count)
          #expect(next.map { $0 > page && $0 < count } ?? true)
          #expect(previous.map { $0 < page && $0 >= 0 } ?? true)
          // Before the first spread and after the last one there is no page.
          #expect((next == nil) == (page >= count - 1 - (count - 1) % step))
        }
      }
    }
  }

  @Test("PC-10: a tap in the outer eighth at either edge turns, one between them does not")
  func edges() {
    let layout = BookLayout(
      room: CellSize(columns: 80, rows: 24),
      spine: .min,
      isDoubleSided: false
    )
    let table: [(Int, PageSide?)] = [
      (-1, nil), (0, .before), (9, .before), (10, nil), (69, nil), (70, .after), (79, .after),
      (80, nil),
    ]
    for (column, side) in table {
      #expect(PageSide.leafEdge(at: column, of: 80) == side, "\(column)")
    }
    #expect(layout.turnDistance == 80 && layout.flickSpeed == 37.5 / 80)
    let narrow = BookLayout(room: .zero, spine: .min, isDoubleSided: false)
    #expect(PageSide.leafEdge(at: 0, of: 0) == nil && narrow.turnDistance == 1)
  }
}
