/// A point on the cell grid: columns to the right of the origin, rows below it.
///
/// Both coordinates may be negative.
package struct CellPoint: Hashable, Sendable {
  package var x: Int
  package var y: Int

  package init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }

  package static let zero = CellPoint(x: 0, y: 0)
}

/// An extent on the cell grid, in columns and rows.
///
/// Both numbers are at least 0.
package struct CellSize: Hashable, Sendable {
  package var columns: Int
  package var rows: Int

  package init(columns: Int, rows: Int) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
  }

  package static let zero = CellSize(columns: 0, rows: 0)
  /// The default size.
  package static let standardTerminal = CellSize(columns: 80, rows: 24)
}

extension CellSize: CustomStringConvertible {
  /// The textual form, for example `80x24`.
  package var description: String { "\(columns)x\(rows)" }

  /// Parses the textual form; nil for any other text.
  package init?(_ text: String) {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let columns = Int(parts[0]), let rows = Int(parts[1]), columns >= 0,
      rows >= 0
    else { return nil }
    self.init(columns: columns, rows: rows)
  }

  /// Parses the size of a terminal, from 1x1 to 1000x500; nil for any other text.
  package init?(ofTerminal text: String) {
    guard let size = CellSize(text), (1...1000).contains(size.columns),
      (1...500).contains(size.rows)
    else { return nil }
    self = size
  }
}

/// A half-open rectangle of cells: it contains the columns `x ..< maxX` and the rows `y ..< maxY`.
package struct CellRect: Hashable, Sendable {
  package var x: Int
  package var y: Int
  package var width: Int
  package var height: Int

  package init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = max(0, width)
    self.height = max(0, height)
  }

  package init(_ size: CellSize) {
    self.init(x: 0, y: 0, width: size.columns, height: size.rows)
  }

  package static let zero = CellRect(x: 0, y: 0, width: 0, height: 0)

  package var maxX: Int { x + width }
  package var maxY: Int { y + height }
  package var isEmpty: Bool { width == 0 || height == 0 }

  /// Returns the common cells.
  ///
  /// Rectangles that only touch have none (decision D-3).
  package func intersection(_ other: CellRect) -> CellRect {
    let left = max(x, other.x)
    let top = max(y, other.y)
    return CellRect(
      x: left,
      y: top,
      width: min(maxX, other.maxX) - left,
      height: min(maxY, other.maxY) - top
    )
  }

  package func contains(_ point: CellPoint) -> Bool {
    x <= point.x && point.x < maxX && y <= point.y && point.y < maxY
  }

  package func offset(x dx: Int, y dy: Int) -> CellRect {
    CellRect(x: x + dx, y: y + dy, width: width, height: height)
  }
}
