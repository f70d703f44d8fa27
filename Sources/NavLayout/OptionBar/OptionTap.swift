/// A finger on an option bar: a tap is down and up at one place (ZX-7).
package enum OptionTap: Hashable, Sendable {
  /// No finger, or one that has moved.
  case idle
  /// A finger that has not moved yet, at a place in the bar's content.
  case down(Double)

  /// A finger comes down at a place.
  package mutating func begin(at x: Double) {
    self = .down(x)
  }

  /// The finger is somewhere: a move cancels, also one that leads back.
  package mutating func move(to x: Double) {
    if self != .down(x) { self = .idle }
  }

  /// The finger goes up.
  ///
  /// - Parameters:
  ///   - x: where.
  ///   - widths: the bar's columns.
  /// - Returns: the column that was tapped; nil for none.
  package mutating func end(at x: Double, in widths: ColumnWidths) -> Int? {
    defer { self = .idle }
    return self == .down(x) ? widths.column(at: x) : nil
  }
}
