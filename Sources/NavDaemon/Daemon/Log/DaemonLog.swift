import Glibc
import Logging
package import NavBase
package import NavHost
import NavSystem
import Synchronization

/// The log of the process: lines of standard error, in the form and of the levels that the configuration sets.
///
/// Any thread may write. A line that the sink does not accept is lost and counted; the count is written before the next
/// line that it accepts.
package final class DaemonLog: Sendable {
  private struct State: ~Copyable {
    var settings = LogSettings()
    var sink: LogSink
    var lost = 0
  }

  private let state: Mutex<State>
  /// Whether lines of text begin with their priority, because journald reads them.
  private let hasPriority: Bool

  /// - Parameters:
  ///   - descriptor: where it writes.
  ///   - journal: the value of `JOURNAL_STREAM`; nil without it.
  package init(writingTo descriptor: Int32, journal: String? = nil) {
    state = Mutex(State(sink: LogSink(descriptor)))
    hasPriority = Self.isJournal(descriptor, journal)
  }

  /// The form, and the least important lines that are written.
  package var settings: LogSettings {
    get { state.withLock { $0.settings } }
    set { state.withLock { $0.settings = newValue } }
  }

  /// Writes a line if its level is to be written.
  package func write(_ entry: LogEntry) {
    let now = millisecondsSince1970()
    state.withLock { state in
      guard entry.level >= state.settings.level else { return }
      let format = state.settings.format
      if state.lost > 0 {
        let line = line(Self.loss(of: state.lost), format, at: now)
        if state.sink.write(line) { state.lost = 0 }
      }
      // The count of lost lines comes first, so that a gap in the log is visible at its place.
      let isWritten = state.lost == 0 && state.sink.write(line(entry, format, at: now))
      if !isWritten { state.lost += 1 }
    }
  }

  private func line(_ entry: LogEntry, _ format: LogFormat, at now: Int64) -> [UInt8] {
    LogLine(entry, as: format, at: now, hasPriority: hasPriority).bytes
  }

  private static func loss(of count: Int) -> LogEntry {
    LogEntry(
      (count == 1 ? "1 line was" : "\(count) lines were") + " lost: nobody read standard error",
      .warning,
      .linesLost,
      [LogField(.count, count)]
    )
  }

  /// Returns whether a descriptor is the stream of journald that a variable names: `device:inode`.
  static func isJournal(_ descriptor: Int32, _ variable: String?) -> Bool {
    guard let parts = variable?.split(separator: ":"), parts.count == 2,
      let device = UInt64(parts[0]), let inode = UInt64(parts[1])
    else { return false }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return false }
    return UInt64(status.st_dev) == device && UInt64(status.st_ino) == inode
  }
}

extension DaemonLog {
  /// The log of this process.
  package static let shared = DaemonLog(
    writingTo: STDERR_FILENO,
    journal: getenv("JOURNAL_STREAM").map { String(cString: $0) }
  )

  /// The same for code that speaks swift-log.
  static let logger = Logger(label: "navd") { _ in DaemonLogHandler(log: shared) }
}

/// Logs an error for the operator, in one or several lines.
///
/// - Parameters:
///   - error: the error.
///   - event: its name; nil without one.
package func log(_ error: DaemonError, _ event: LoggedEvent? = nil) {
  for line in error.description.split(separator: "\n") { log(String(line), .error, event) }
}

/// Logs a line for the operator, without control characters that a request or a file contained.
///
/// - Parameters:
///   - text: one sentence.
///   - level: how important it is.
///   - event: its name; nil without one.
///   - fields: its parts.
package func log(
  _ text: String,
  _ level: LogLevel = .info,
  _ event: LoggedEvent? = nil,
  _ fields: [LogField] = []
) {
  log(LogEntry(text, level, event, fields))
}

/// Logs an entry of the daemon's core, through swift-log.
func log(_ entry: LogEntry) {
  DaemonLog.logger.log(
    level: entry.level.standard,
    "\(entry.message)",
    metadata: entry.metadata
  )
}
