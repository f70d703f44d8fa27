package import NavGeometry

/// Rows and columns that a page keeps free around its content, as part of what is scrolled (SV-2).
///
/// A page begins with its upper rows in view; they leave it as any other rows do, and the lower ones come behind its
/// end. Columns at the sides are never used: text is wrapped between them.
package struct ContentInsets: Hashable, Sendable {
  package var top = 0
  package var left = 0
  package var bottom = 0
  package var right = 0

  /// The most rows or columns on one side.
  package static let limit = 100

  package init() {}

  /// The same on all sides.
  package init(all: Int) {
    self.init(top: all, left: all, bottom: all, right: all)
  }

  /// - Parameters:
  ///   - top: rows, from 0.
  ///   - left: columns, from 0.
  ///   - bottom: rows, from 0.
  ///   - right: columns, from 0.
  package init(top: Int = 0, left: Int = 0, bottom: Int = 0, right: Int = 0) {
    precondition(min(top, left, bottom, right) >= 0, "cannot inset a page by less than nothing")
    (self.top, self.left, self.bottom, self.right) = (top, left, bottom, right)
  }

  /// Those that a room has space for: a side takes a quarter of it at most, so that half of it is left in each
  /// direction.
  package func fitting(_ room: CellSize) -> ContentInsets {
    ContentInsets(
      top: min(top, room.rows / 4),
      left: min(left, room.columns / 4),
      bottom: min(bottom, room.rows / 4),
      right: min(right, room.columns / 4)
    )
  }

  /// What they leave of a room.
  package func room(in room: CellSize) -> CellSize {
    CellSize(columns: room.columns - left - right, rows: room.rows - top - bottom)
  }
}
