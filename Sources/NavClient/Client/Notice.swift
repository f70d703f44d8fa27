import CNavSupport
import Glibc
import NavBase

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
    Self.write(text)
  }

  deinit {
    erase()
  }

  /// Overwrites the text with blanks, which works on any terminal.
  private func erase() {
    guard columns > 0 else { return }
    Self.write("\r" + String(repeating: " ", count: columns) + "\r")
  }

  /// The maximum width in columns: a text longer than a row could not be erased.
  private static let maximumColumns = 70

  private static func write(_ text: String) {
    let bytes = Array(text.utf8)
    _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
  }
}

/// Prints an error message on standard error.
package func printError(_ text: String) {
  let line = Array("navclient: \(text)\n".utf8)
  _ = write(STDERR_FILENO, line, line.count)
}

/// Prints an explanation on standard error, as it is.
package func printNote(_ text: String) {
  let line = Array("\(text)\n".utf8)
  _ = write(STDERR_FILENO, line, line.count)
}
