import NavBase
import NavEngine
import Testing

/// States and checks for tests of splits.
enum SplitChecks {
  /// Weights of many kinds: equal, nearly equal, extreme.
  static let weights: [[Int]] = [
    [1, 1], [1, 2], [2, 1], [1, 1_000], [1_000, 1], [499, 501], [333, 667], [7, 3], [1, 1, 1],
    [1, 2, 3], [3, 2, 1], [1, 1_000, 1], [1_000, 1, 1_000], [1, 1, 1_000], [1_000, 1, 1],
    [5, 90, 5], [330, 340, 330], [1_000, 1_000, 1],
  ]

  static func state(_ weights: [Int], focused: Int = 0) -> SplitState {
    var state = SplitState(weights: weights)
    state.focus(focused)
    return state
  }

  static func layout(_ state: SplitState, _ columns: Int, _ rows: Int) -> SplitLayout {
    SplitLayout(state, room: CellSize(columns: columns, rows: rows))
  }

  static func twin(_ state: SplitState) -> SplitTwin {
    SplitTwin(shares: state.shares, focused: state.focused)
  }

  /// SPL-1, SPL-3, SPL-4, SPL-14: checks that a layout tiles its size, shows the focus, and agrees with the twin.
  static func check(_ layout: SplitLayout) throws {
    let (columns, rows) = (layout.room.columns, layout.room.rows)
    let place = "\(columns)x\(rows), \(layout.state)"
    let cells = twin(layout.state).cells(columns, rows)
    guard let cells else {
      try #require(layout.axis == nil && layout.borders.isEmpty, "\(place)")
      try #require(layout.shownParts == [layout.state.focused], "\(place)")
      for index in layout.state.shares.indices {
        let frame = layout.part(index)
        try #require(
          frame == (index == layout.state.focused ? CellRect(layout.room) : nil),
          "\(place)"
        )
      }
      return
    }
    try #require(layout.axis == (cells.isUpright ? .sideBySide : .stacked), "\(place)")
    try #require(layout.shownParts == Array(cells.extents.indices), "\(place)")
    try #require(layout.borders.count == cells.extents.count - 1, "\(place)")
    var start = 0
    for (index, extent) in cells.extents.enumerated() {
      try #require(extent >= cells.least, "\(place)")
      let part = rect(start, extent, isUpright: cells.isUpright, layout.room)
      try #require(layout.part(index) == part, "\(place)")
      start += extent
      if index < layout.borders.count {
        let border = rect(start, 1, isUpright: cells.isUpright, layout.room)
        try #require(layout.borders[index] == border, "\(place)")
        start += 1
      }
    }
    try #require(start == (cells.isUpright ? columns : rows), "\(place)")
    try #require(layout.part(-1) == nil && layout.part(cells.extents.count) == nil, "\(place)")
  }

  private static func rect(
    _ start: Int,
    _ extent: Int,
    isUpright: Bool,
    _ room: CellSize
  ) -> CellRect {
    isUpright
      ? CellRect(x: start, y: 0, width: extent, height: room.rows)
      : CellRect(x: 0, y: start, width: room.columns, height: extent)
  }
}
