@testable import NavEngine
import NavTestKit
import Testing

@Suite("OptionBar: reuse of cells")
struct OptionBarReuseTests {
  @Test(
    "ZX-2 ... ZX-6, ZX-8, ZXQ-4, ZXQ-9, ZXQ-10: small bars, short sequences, compared with a reference"
  )
  func smallWorlds() throws {
    let widths = [0.0, 1, 3]
    let pairs = widths.flatMap { first in widths.map { [first, $0] } }
    var worlds = 0
    for list in [[]] + widths.map({ [$0] }) + pairs + [[1, 0, 2, 1], [2, 1, 1, 1, 1]] {
      for viewport in [0.0, 1, 2.5] {
        let steps = Self.steps(of: list)
        for first in steps {
          var one = OptionBarPair(list, viewport: viewport)
          try one.perform(first)
          for second in steps {
            var two = one
            try two.perform(second)
            for third in steps {
              var three = two
              try three.perform(third)
              worlds += 1
            }
          }
        }
      }
    }
    #expect(worlds == 15 * 3 * 11 * 11 * 11)
  }

  private static func steps(of list: [Double]) -> [OptionBarTwin.Step] {
    let offsets = [-1, 0.5, 1, list.reduce(0, +) / 2]
    let columns = [0, list.count - 1, list.count]
    return offsets.map { .scroll($0) } + columns.map { .tap($0) }
      + [.tap(-1), .tap(1), .deselect(0), .reload]
  }

  @Test("ZX-3 ... ZX-6, ZX-8, ZXQ-1, ZXQ-3, ZXQ-7: wider bars, compared with a reference")
  func longDistances() throws {
    try forSeeds(0..<60) { random in
      let list = (0..<random.int(in: 0...40)).map { _ in
        random.oneIn(8) ? 0.0 : Double(random.int(in: 1...30)) / 2
      }
      let total = list.reduce(0, +)
      var pair = OptionBarPair(list, viewport: Double(random.int(in: 0...80)) / 2)
      for _ in 0..<60 {
        switch random.int(in: 0...9) {
        case 0: try pair.perform(.reload)
        case 1: try pair.perform(.deselect(random.int(in: -1...list.count)))
        case 2, 3, 4: try pair.perform(.tap(random.int(in: -1...list.count)))
        default:
          let x = Double(random.int(in: -8...Int(total * 2) + 8)) / 2
          try pair.perform(.scroll(x))
        }
      }
    }
  }

  @Test("ZXQ-6: a bar uses its current width, not its first one")
  func resizing() {
    var bar = OptionBar(UniformColumns(ColumnWidths(repeatElement(10, count: 9))), viewport: 20)
    _ = bar.scroll(to: 70)
    _ = bar.reload(viewport: 45)
    #expect(bar.viewport == 45 && bar.offset == 45)
    #expect(bar.cells.map(\.column) == [4, 5, 6, 7, 8])
    _ = bar.select(4)
    #expect(bar.offset == 22.5)
  }

  @Test(
    "ZX-6: 60 on 320 take six cells while aligned, else seven, at any scroll distance",
    arguments: [(offsets: [0.0, 60, 600, 120], cells: 6), ([0, 1, 60, 599, 600, 30], 7)]
  )
  func bound(offsets: [Double], cells: Int) {
    let metrics = OptionBarMetrics.points
    let widths = ColumnWidths((0..<100).map { metrics.column(forTitleOf: $0) })
    #expect(widths == ColumnWidths(repeatElement(60, count: 100)))
    var bar = OptionBar(UniformColumns(widths), viewport: 320)
    for offset in offsets { _ = bar.scroll(to: offset) }
    #expect(bar.allocated == cells)
    // In the steady state no cells are allocated.
    for step in 0..<2_000 { _ = bar.scroll(to: Double(step) * 2.5) }
    #expect(bar.allocated == 7)
    #expect(bar.cells.count + bar.free == 7)
  }

  /// Columns of two kinds, and every third one without an identifier.
  private struct Kinds: OptionBarSource {
    let widths = ColumnWidths(repeatElement(10, count: 30))

    func identifier(of column: Int) -> Int? { column % 3 == 2 ? nil : column % 3 }
  }

  @Test("ZX-4, ZX-5: a cell is reused for its identifier only; one without any is dropped")
  func identifiers() {
    var bar = OptionBar(Kinds(), viewport: 30)
    _ = bar.scroll(to: 0)
    let change = bar.scroll(to: 30)
    #expect(
      change == [
        .didEndDisplaying(serial: 1, column: 0), .didEndDisplaying(serial: 2, column: 1),
        .didEndDisplaying(serial: 3, column: 2),
        .reuse(serial: 1, column: 3), .willDisplay(serial: 1, column: 3),
        .reuse(serial: 2, column: 4), .willDisplay(serial: 2, column: 4),
        .allocate(serial: 4, column: 5), .willDisplay(serial: 4, column: 5),
      ]
    )
    #expect(bar.allocated == 4 && bar.free == 0)
  }

  @Test("ZX-5: a reused cell has no state of its last column, and no selected style")
  func freshCells() throws {
    var bar = OptionBar(UniformColumns(ColumnWidths(repeatElement(10, count: 9))), viewport: 10)
    _ = bar.select(0)
    #expect(bar.cells.map(\.isSelected) == [true])
    _ = bar.scroll(to: 50)
    let cell = try #require(bar.cells.first)
    #expect(cell.serial == 1 && cell.column == 5 && !cell.isSelected)
    #expect(cell.span == ColumnWidths.Span(origin: 50, width: 10))
    var waiting = cell
    waiting.prepareForReuse()
    #expect(waiting.column == nil && waiting.span.width == 0 && !waiting.isSelected)
    // Back on the selected column it has the selected style again.
    _ = bar.scroll(to: 0)
    #expect(bar.cells.map(\.isSelected) == [true])
  }
}
