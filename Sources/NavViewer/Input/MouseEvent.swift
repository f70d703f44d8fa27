package import NavBase

/// One mouse report (xterm's mode 1006).
package struct MouseEvent: Hashable, Sendable {
  package enum Action: Hashable, Sendable {
    case press, release
    /// A move with a button down.
    case drag
    /// A move with no button down.
    case move
    case wheelUp, wheelDown, wheelLeft, wheelRight
  }

  package enum Button: Hashable, Sendable {
    case left, middle, right
  }

  package var action: Action
  /// Nil for a move and for the wheel.
  package var button: Button?
  /// The column of the cell under the pointer, from 0 at the left.
  package var column: Int
  /// The row of the cell under the pointer, from 0 at the top.
  package var row: Int
  package var modifiers: KeyModifiers

  package init(
    _ action: Action,
    button: Button? = nil,
    column: Int,
    row: Int,
    modifiers: KeyModifiers = []
  ) {
    self.action = action
    self.button = button
    self.column = column
    self.row = row
    self.modifiers = modifiers
  }
}
