package import NavGeometry
package import NavModel

extension ContentInsets {
  /// Returns the insets limited to a quarter of the available size on each side, so that half of it remains in each
  /// direction.
  package func fitting(_ room: CellSize) -> ContentInsets {
    ContentInsets(
      top: min(top, room.rows / 4),
      left: min(left, room.columns / 4),
      bottom: min(bottom, room.rows / 4),
      right: min(right, room.columns / 4)
    )
  }

  /// Returns the size that remains inside the insets.
  package func room(in room: CellSize) -> CellSize {
    CellSize(columns: room.columns - left - right, rows: room.rows - top - bottom)
  }
}
