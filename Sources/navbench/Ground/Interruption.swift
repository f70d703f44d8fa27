import CNavSupport
import Glibc

/// Ctrl-C and its like, as an error, so that the programs that were started and their files go, too.
enum Interruption {
  /// The signals are blocked from its first use on, in every thread that starts later.
  private static let signals = nav_signalfd_open([SIGINT, SIGTERM, SIGHUP], 3)

  /// Begins to watch; to be called before the first thread starts.
  static func watch() throws {
    guard signals >= 0 else { throw BenchError("can't watch signals: close some programs") }
  }

  /// Looks whether a signal has come.
  ///
  /// - Throws: when one has.
  static func check() throws {
    if nav_signalfd_read(signals) > 0 { throw BenchError("interrupted") }
  }
}
