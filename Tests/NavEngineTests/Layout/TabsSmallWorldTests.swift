import NavBase
import NavEngine
import NavTestKit
import Testing

@Suite("TabLayout: every small world")
struct TabsSmallWorldTests {
  @Test(
    "0-12 tabs, 0-3 additional items, 1-120 columns, 1-40 rows: nothing overlaps or leaves the bar",
    arguments: 0...12
  )
  func worlds(tabs: Int) throws {
    for additional in 0...3 {
      let bars = try (0..<max(1, tabs)).map {
        try TabBarNotation.bar(tabs: tabs, additional: additional, selected: $0)
      }
      for columns in 1...120 {
        for rows in sampled(1...40) {
          // Selections and both states of the attachment alternate over neighbouring sizes; where
          // the bar changes its width, every height has all of them.
          let isLimit = [47, 48, 80].contains(columns)
          let some = isLimit ? bars : [bars[(columns + rows) % bars.count]]
          for bar in some {
            try check(bar, columns, rows, isBottomShown: (columns / 2 + rows) % 2 == 0)
            if isLimit {
              try check(bar, columns, rows, isBottomShown: (columns / 2 + rows) % 2 == 1)
            }
          }
        }
      }
    }
  }

  private func check(
    _ bar: TabBarState,
    _ columns: Int,
    _ rows: Int,
    isBottomShown: Bool
  ) throws {
    let layout = TabBarNotation.layout(
      bar,
      columns,
      rows,
      bottom: .resting(isShown: isBottomShown)
    )
    let place = "\(columns)x\(rows), \(bar.text), bottom \(isBottomShown)"
    try checkContainers(layout, columns, rows, isBottomShown: isBottomShown, place)
    try checkItems(layout, place)
    try checkTwin(layout, rows, place)
  }

  /// ST-1: checks that bar, main container and attachment tile the size exactly.
  private func checkContainers(
    _ layout: TabLayout,
    _ columns: Int,
    _ rows: Int,
    isBottomShown: Bool,
    _ place: String
  ) throws {
    let bar = layout.bar.cells
    let main = layout.main.cells
    let bottom = layout.bottom.cells
    try demand(bar.x == 0 && bar.y == 0 && bar.height == rows, place)
    try demand(main.x == bar.maxX && main.maxX == columns && main.y == 0, place)
    try demand(!main.isEmpty, place)
    try demand(bottom.x == main.x && bottom.width == main.width && bottom.height == 3, place)
    try demand(bottom.y == main.maxY, place)
    try demand(layout.isBottomSeen == (isBottomShown && rows >= 6), place)
    try demand((layout.isBottomSeen ? bottom : main).maxY == rows, place)
    let width = rows < 3 || columns < 48 ? 0 : columns < 80 ? 6 : 10
    try demand(bar.width == width, place)
  }

  private func checkItems(_ layout: TabLayout, _ place: String) throws {
    let bar = layout.bar.cells
    // From the top: tabs in order, then the additional items, the first one lowest.
    let shown = layout.items + layout.additionalItems.reversed()
    var free = 0
    for item in shown {
      let frame = item.frame.cells
      try demand(frame.x == 0 && frame.width == bar.width && frame.height == 3, place)
      try demand(!bar.isEmpty && frame.y >= free, place)
      free = frame.maxY
    }
    try demand(free <= bar.height, place)
    // ST-7: the additional items stay at the bottom.
    for (slot, item) in layout.additionalItems.enumerated() {
      try demand(item.frame.cells.maxY == bar.height - 4 * slot, place)
      try demand(item.item == layout.state.additionalItems[slot], place)
    }
    let tabs = layout.state.items
    try demand(layout.hidden.above + layout.items.count + layout.hidden.below == tabs.count, place)
    try demand(
      layout.items.map(\.item) == Array(tabs[layout.hidden.above...].prefix(layout.items.count))
    )
    // The selected tab is always visible if there is a bar.
    let isSelectionSeen = layout.items.contains {
      $0.isSelected && $0.item.id == layout.state.selected
    }
    try demand(isSelectionSeen == (!bar.isEmpty && !tabs.isEmpty), place)
  }

  /// Checks against a reference: lays items into rows until one is occupied.
  private func checkTwin(_ layout: TabLayout, _ rows: Int, _ place: String) throws {
    guard !layout.bar.isEmpty else {
      return try demand(layout.items.isEmpty && layout.additionalItems.isEmpty, place)
    }
    var isTaken = Array(repeating: false, count: rows)
    let reserved = layout.state.items.isEmpty ? 0 : 3
    var additional = 0
    while additional < layout.state.additionalItems.count {
      let top = rows - 3 - 4 * additional
      guard top >= reserved else { break }
      for row in top..<top + 3 { isTaken[row] = true }
      additional += 1
    }
    var tabs = 0
    while tabs < layout.state.items.count, 4 * tabs + 3 <= rows,
      !isTaken[(4 * tabs)..<(4 * tabs + 3)].contains(true)
    {
      tabs += 1
    }
    try demand(layout.additionalItems.count == additional, place)
    try demand(layout.items.count == tabs, place)
  }

  @Test(
    "in every frame of the attachment's motions each row has one owner, and none is outside"
  )
  func motions() throws {
    let bar = try TabBarNotation.bar("AB[C]|X")
    for rows in 1...40 {
      for isShowing in [true, false] {
        var bottom = TabBottom(isShown: !isShowing)
        bottom.setShown(isShowing, at: .zero)
        for frame in 0...15 {
          let place = bottom.place(at: FrameTime.start(of: frame))
          let cells = TabCells(TabBarNotation.layout(bar, 50, rows, bottom: place))
          try demand(cells.bottom.y <= cells.main.maxY, "\(rows) rows, frame \(frame)")
          for row in 0..<rows {
            let isBottom = cells.isBottomSeen && row >= cells.bottom.y
            let point = CellPoint(x: 30, y: row)
            try demand(
              isBottom ? cells.bottom.contains(point) : cells.main.contains(point),
              "\(rows) rows, row \(row)"
            )
          }
          try demand(cells.main.maxY <= rows, "\(rows) rows")
        }
      }
    }
  }
}
