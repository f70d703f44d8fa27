import NavEngine
import NavTestKit
import Testing

@Suite("OptionBar: a bar that scrolls sideways")
struct OptionBarTests {
  private static func bar(
    _ widths: [Double],
    viewport: Double
  ) -> OptionBar<UniformColumns> {
    OptionBar(UniformColumns(ColumnWidths(widths)), viewport: viewport)
  }

  @Test("ZX-1: a bar has its source from the start, begins at 0, and shows nothing before a pass")
  func start() {
    // Events are the steps' results: there is no delegate to retain. A bar has no scroll indicators
    // and is not scrolled to its top; `OptionBarViewTests` checks that no scene has any.
    let bar = Self.bar([10, 20], viewport: 15)
    #expect(bar.source.widths == ColumnWidths([10, 20]))
    #expect(bar.offset == 0 && bar.cells.isEmpty && bar.allocated == 0 && bar.free == 0)
    #expect(bar.selectedColumn == nil)
  }

  @Test("ZX-2, ZXQ-2: bars without columns, or with columns of zero width, handle every step")
  func nothing() {
    for list in [[], [0, 0, 0]] as [[Double]] {
      var bar = Self.bar(list, viewport: 40)
      #expect(bar.source.widths.total == 0)
      #expect(bar.scroll(to: 0) == [])
      #expect(bar.scroll(to: 12) == [])
      #expect(bar.select(0) == (list.isEmpty ? [] : [.didSelect(column: 0)]))
      #expect(bar.reload() == [.willReload, .didReload])
      #expect(bar.offset == 0 && bar.cells.isEmpty && bar.allocated == 0)
    }
  }

  @Test("ZX-8, D-16: the events of selections, and their scrolling")
  func selecting() {
    var bar = Self.bar(Array(repeating: 10, count: 20), viewport: 30)
    _ = bar.scroll(to: 0)
    // A missing column changes nothing.
    for column in [-1, 20] {
      #expect(bar.select(column) == [])
      #expect(bar.selectedColumn == nil && bar.offset == 0)
    }
    #expect(bar.select(1) == [.didSelect(column: 1)])
    #expect(bar.offset == 0 && bar.selectedColumn == 1)
    #expect(bar.select(10).first == .didDeselect(column: 1))
    #expect(bar.offset == 90 && bar.selectedColumn == 10)
    // The selected column is scrolled to again.
    _ = bar.scroll(to: 0)
    let again = bar.select(10)
    #expect(again.first == .didSelect(column: 10) && !again.contains(.didDeselect(column: 10)))
    #expect(bar.offset == 90)
  }

  @Test("ZXQ-4: after a deselection no column is selected, not the first one")
  func deselecting() {
    var bar = Self.bar([10, 10, 10], viewport: 30)
    // Without a selection nothing changes.
    #expect(bar.mark(nil) == [])
    _ = bar.select(1)
    #expect(bar.selectedColumn == 1)
    #expect(bar.mark(nil) == [.didDeselect(column: 1)])
    #expect(bar.selectedColumn == nil)
    #expect(bar.cells.allSatisfy { !$0.isSelected })
  }

  @Test("ZXQ-5, D-16: a reload reports all steps in order, and scrolls back into the content")
  func reloading() {
    var bar = Self.bar([10, 10, 10, 10], viewport: 20)
    _ = bar.select(3)
    _ = bar.scroll(to: 35)
    let change = bar.reload(UniformColumns(ColumnWidths([10, 10, 10])))
    #expect(
      change == [
        .willReload,
        .didEndDisplaying(serial: 2, column: 3),
        .reuse(serial: 2, column: 1), .willDisplay(serial: 2, column: 1),
        .reuse(serial: 1, column: 2), .willDisplay(serial: 1, column: 2),
        .didReload,
      ]
    )
    #expect(bar.offset == 10 && bar.selectedColumn == nil)
    #expect(bar.cells.allSatisfy { !$0.isSelected })
  }

  @Test("ZXQ-6: a bar uses its current width, not its first one")
  func resizing() {
    var bar = Self.bar(Array(repeating: 10, count: 9), viewport: 20)
    _ = bar.scroll(to: 70)
    _ = bar.reload(viewport: 45)
    #expect(bar.viewport == 45 && bar.offset == 45)
    #expect(bar.cells.map(\.column) == [4, 5, 6, 7, 8])
    _ = bar.select(4)
    #expect(bar.offset == 22.5)
  }

  @Test("ZXQ-10: the bar holds the visible cells, in the order of their columns")
  func holder() {
    var bar = Self.bar(Array(repeating: 10, count: 9), viewport: 30)
    _ = bar.scroll(to: 40)
    _ = bar.scroll(to: 25)
    #expect(bar.cells.map(\.column) == [2, 3, 4, 5])
    #expect(bar.cells.map(\.span.origin) == [20, 30, 40, 50])
  }
}
