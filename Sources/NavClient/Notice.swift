import Glibc
import NavText

/// A line on standard error that says what is being waited for, and goes when that has come.
///
/// Nothing is shown where standard error is no terminal.
struct Notice: ~Copyable {
  private var columns = 0

  mutating func show(_ text: String) {
    guard isatty(STDERR_FILENO) == 1 else { return }
    erase()
    let text = sanitized(text).truncated(toColumns: Self.room)
    columns = columnWidth(of: text)
    Self.write(text)
  }

  deinit {
    erase()
  }

  /// By blanks, which any terminal understands.
  private func erase() {
    guard columns > 0 else { return }
    Self.write("\r" + String(repeating: " ", count: columns) + "\r")
  }

  /// What is longer than a row could not be taken back.
  private static let room = 70

  private static func write(_ text: String) {
    let bytes = Array(text.utf8)
    _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
  }
}
