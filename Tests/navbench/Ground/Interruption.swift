import CNavSupport
import Glibc

/// Turns SIGINT, SIGTERM and SIGHUP into an error, so that child processes and their files are removed, too.
enum Interruption {
  /// Blocks the signals on first use, in every thread that starts later.
  private static let signals = nav_signalfd_open([SIGINT, SIGTERM, SIGHUP], 3)

  /// Starts watching; call it before the first thread starts.
  static func watch() throws {
    guard signals >= 0 else { throw BenchError("can't watch signals: close some programs") }
  }

  /// Checks for a signal.
  ///
  /// - Throws: `BenchError` if one is pending.
  static func check() throws {
    if nav_signalfd_read(signals) > 0 { throw BenchError("interrupted") }
  }
}
