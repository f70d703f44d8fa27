extension TerminalSession {
  /// Presses and releases the left button at a cell, counted from 0 at the top left.
  func click(column: Int, row: Int) throws {
    try press(column: column, row: row)
    try release(column: column, row: row)
  }

  func press(column: Int, row: Int) throws { try report(column: column, row: row, end: "M") }

  func release(column: Int, row: Int) throws { try report(column: column, row: row, end: "m") }

  /// Sends what a terminal sends for the left button (xterm's mode 1006, which counts from 1).
  private func report(column: Int, row: Int, end: String) throws {
    try send("\u{1B}[<0;\(column + 1);\(row + 1)\(end)")
  }

  /// Sends bytes as if the terminal's keyboard or mouse had.
  func send(_ bytes: String) throws {
    try tmux(["send-keys", "-H"] + bytes.utf8.map { String($0, radix: 16) })
  }
}
