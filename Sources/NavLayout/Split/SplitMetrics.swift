import NavGeometry

/// The smallest sizes of a split's parts, and the direction that follows from them (SPL-3).
enum SplitMetrics {
  /// The fewest columns of a part beside others.
  static let leastColumns = 24
  /// The fewest rows of a part below or above others.
  static let leastRows = 3

  /// Returns the direction in which parts are arranged; nil if only one fits.
  static func axis(of parts: Int, room: CellSize) -> SplitAxis? {
    let borders = parts - 1
    if room.columns >= parts * leastColumns + borders { return .sideBySide }
    if room.rows >= parts * leastRows + borders { return .stacked }
    return nil
  }
}

/// The direction in which the parts of a split are arranged.
package enum SplitAxis: Hashable, Sendable, CaseIterable {
  /// From left to right.
  case sideBySide
  /// From the top down.
  case stacked

  /// The smallest extent of a part, in cells.
  var least: Int {
    switch self {
    case .sideBySide: SplitMetrics.leastColumns
    case .stacked: SplitMetrics.leastRows
    }
  }

  /// Returns the extent of an available size along the axis.
  func extent(of room: CellSize) -> Int {
    switch self {
    case .sideBySide: room.columns
    case .stacked: room.rows
    }
  }

  /// Returns the rectangle of some cells along the axis, across the whole available size.
  func rect(from start: Int, extent: Int, in room: CellSize) -> CellRect {
    switch self {
    case .sideBySide: CellRect(x: start, y: 0, width: extent, height: room.rows)
    case .stacked: CellRect(x: 0, y: start, width: room.columns, height: extent)
    }
  }
}
