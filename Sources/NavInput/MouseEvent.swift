package import NavCommands

/// One report of the mouse (xterm's mode 1006).
package struct MouseEvent: Hashable, Sendable {
  package enum Action: Hashable, Sendable {
    case press, release
    /// A move while a button is down.
    case drag
    /// A move while none is.
    case move
    case wheelUp, wheelDown, wheelLeft, wheelRight
  }

  package enum Button: Hashable, Sendable {
    case left, middle, right
  }

  package var action: Action
  /// Nil for a move and for the wheel.
  package var button: Button?
  /// The cell under the pointer, from 0 at the left.
  package var column: Int
  /// The cell under the pointer, from 0 at the top.
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
