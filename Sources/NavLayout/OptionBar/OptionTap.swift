/// The state of a tap on an option bar: a tap is down and up at one position (ZX-7).
package enum OptionTap: Hashable, Sendable {
  /// No finger is down, or it has moved.
  case idle
  /// A finger is down and has not moved, at a position in the bar's content.
  case down(Double)

  /// Handles a finger that comes down at a position.
  package mutating func begin(at x: Double) {
    self = .down(x)
  }

  /// Handles a finger's position: any move cancels the tap, even one that leads back.
  package mutating func move(to x: Double) {
    if self != .down(x) { self = .idle }
  }

  /// Handles the finger's release.
  ///
  /// - Parameters:
  ///   - x: the finger's position.
  ///   - widths: the bar's columns.
  /// - Returns: the tapped column; nil if it was not a tap on a column.
  package mutating func end(at x: Double, in widths: ColumnWidths) -> Int? {
    defer { self = .idle }
    return self == .down(x) ? widths.column(at: x) : nil
  }
}
