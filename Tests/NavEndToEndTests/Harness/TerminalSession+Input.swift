import Foundation
import Testing

extension TerminalSession {
  /// Presses and releases the left button at a cell, counted from 0 at the top left.
  func click(column: Int, row: Int) throws {
    try press(column: column, row: row)
    try release(column: column, row: row)
  }

  func press(column: Int, row: Int) throws { try report(column: column, row: row, end: "M") }

  func release(column: Int, row: Int) throws { try report(column: column, row: row, end: "m") }

  /// Presses the left button at a cell and moves the mouse over others, without releasing it.
  func drag(from start: (column: Int, row: Int), through cells: [(column: Int, row: Int)]) throws {
    try press(column: start.column, row: start.row)
    try drag(through: cells)
  }

  /// Continues to move the mouse with the button pressed.
  func drag(through cells: [(column: Int, row: Int)]) throws {
    for cell in cells { try report(button: 32, column: cell.column, row: cell.row, end: "M") }
  }

  /// Sends a terminal's report for the left button (xterm's mode 1006, which counts from 1; 32 is a move).
  private func report(button: Int = 0, column: Int, row: Int, end: String) throws {
    try send("\u{1B}[<\(button);\(column + 1);\(row + 1)\(end)")
  }

  /// Sends bytes as the terminal's keyboard or mouse does.
  func send(_ bytes: String) throws {
    try tmux(["send-keys", "-H"] + bytes.utf8.map { String($0, radix: 16) })
  }
}

extension TerminalSession {
  /// Sets a size immediately and without tmux, which would coalesce quick changes; tmux's own size stays the same.
  func setSize(columns: Int, rows: Int) throws {
    let terminal = open(try format("pane_tty"), O_RDWR | O_NOCTTY | O_CLOEXEC)
    try #require(terminal >= 0, "cannot open the terminal")
    defer { close(terminal) }
    var size = winsize(
      ws_row: UInt16(rows),
      ws_col: UInt16(columns),
      ws_xpixel: 0,
      ws_ypixel: 0
    )
    try #require(ioctl(terminal, UInt(TIOCSWINSZ), &size) == 0, "cannot set the size")
  }
}
