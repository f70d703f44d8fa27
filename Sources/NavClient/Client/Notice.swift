import Glibc
import NavBase
import NavSystem

/// A line on standard error that says what a command waits for; erased when the wait ends.
///
/// Nothing is shown if standard error is not a terminal.
struct Notice: ~Copyable {
  private var columns = 0

  mutating func show(_ text: String) {
    guard isatty(STDERR_FILENO) == 1 else { return }
    erase()
    let text = sanitized(text).truncated(toColumns: Self.maximumColumns)
    columns = columnWidth(of: text)
    Console.printNoteAsIs(text)
  }

  deinit {
    erase()
  }

  /// Overwrites the text with blanks, which works on any terminal.
  private func erase() {
    guard columns > 0 else { return }
    Console.printNoteAsIs("\r" + String(repeating: " ", count: columns) + "\r")
  }

  /// The maximum width in columns: a text longer than a row could not be erased.
  private static let maximumColumns = 70
}
