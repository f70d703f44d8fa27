import Foundation
import Testing

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
