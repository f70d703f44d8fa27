import NavEngine
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
}
