import Glibc
import NavBase

/// Standard output and standard error of the programs: every text leaves them through here.
///
/// Names of files and sessions, arguments and answers of a daemon may contain escape sequences, so nothing but line
/// feeds passes unless a function says so.
package enum Console {
  /// The exit code of a program whose output can't be written (`EX_IOERR`).
  private static let unwritten: Int32 = 74
  /// The name under which the program was started.
  private static var program: Substring {
    Swift.CommandLine.unsafeArgv[0].flatMap { String(system: $0).split(separator: "/").last } ?? ""
  }

  /// Prints a text on standard output.
  package static func print(_ text: String, terminator: String = "\n") {
    printAsIs(sanitized(text, keeping: .lineFeeds) + terminator)
  }

  /// Prints a document on standard output: as it is into a file or a pipe, without control characters on a terminal.
  package static func print(document text: String) {
    guard isatty(STDOUT_FILENO) == 1 else { return printAsIs(text) }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    printAsIs(lines.map { sanitized(String($0), keeping: .tabs) }.joined(separator: "\n"))
  }

  /// Prints a text with the program's own control sequences on standard output.
  ///
  /// A program whose output can't be written, as on a full disk, ends here, without a search for leaks: a part must not be
  /// taken for the whole. Without a reader of a pipe, it ends by SIGPIPE, or goes on if that is ignored.
  package static func printAsIs(_ text: String) { printAsIs(bytes: Array(text.utf8)) }

  /// Prints bytes on standard output, with the same end of a program whose output can't be written.
  package static func printAsIs(bytes: [UInt8]) {
    do throws(SystemFailure) {
      try writeAll(bytes, to: STDOUT_FILENO)
    } catch {
      guard error.code != EPIPE else { return }
      printNote("\(program): can't write standard output: \(error)")
      _exit(unwritten)
    }
  }

  /// Prints an error message of navclient on standard error.
  package static func printError(_ text: String) {
    printNote("navclient: \(text)")
  }

  /// Prints an explanation on standard error.
  package static func printNote(_ text: String, terminator: String = "\n") {
    printNoteAsIs(sanitized(text, keeping: .lineFeeds) + terminator)
  }

  /// Writes a text with the program's own control sequences on standard error.
  package static func printNoteAsIs(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
  }

  /// Prints the argument parser's message: help on standard output, an error on standard error.
  package static func print(parserMessage text: String, isError: Bool) {
    guard !text.isEmpty else { return }
    if isError { printNote(text) } else { print(document: text + "\n") }
  }
}
