import Glibc
package import NavBase
import NavSystem

/// A command whose output is shown while it runs.
///
/// Releasing this object ends the program.
package final class FollowedCommand: Sendable {
  /// The width that programs are given, in columns: that of a page on a terminal of 80 columns.
  package static let columns = 74

  private let text: Monitor<TerminalText>
  private let command: RunningCommand
  private let limits: ProcessLimits
  /// The local time at which the command was started.
  private let startedAt: String

  /// Starts the program.
  ///
  /// - Parameters:
  ///   - line: the command line, run by `sh`.
  ///   - directory: the working directory.
  ///   - limits: the limits under which it runs.
  ///   - changed: called on any thread when there is more output, and when the program has ended.
  package init(
    _ line: String,
    in directory: String,
    within limits: ProcessLimits = .followed,
    changed: @escaping @Sendable () -> Void
  ) {
    let text = Monitor(TerminalText(.followed, columns: Self.columns))
    self.text = text
    self.limits = limits
    startedAt = timeOfDay()
    command = RunningCommand(
      .shell(
        line,
        directory: directory,
        environment: ProcessEnvironment.inherited(columns: Self.columns)
      ),
      within: limits,
      receive: { bytes in text.withLock { $0.append(bytes) } },
      changed: changed
    )
  }

  package var isRunning: Bool { command.state.isRunning }

  /// The run time from which the end of the output is shown first; a shorter command is shown from the beginning.
  package static let followedAfter = Duration.seconds(1)

  /// Whether the command runs, or ran, for at least ``followedAfter``.
  package var isFollowed: Bool {
    switch command.state {
    case .running(let start): monotonicNow() - start >= Self.followedAfter
    case .ended(_, let time): time >= Self.followedAfter
    case .failed: false
    }
  }

  /// The output so far, followed by a status line.
  ///
  /// The status line does not change while the program runs, so nothing is redrawn when it prints nothing.
  package var document: TextDocument {
    // Read the state before the text, so that the end is never reported with incomplete output.
    let state = command.state
    var document = TextDocument(text.withLock { $0 })
    switch state {
    case .running:
      document.blocks.append(.note("running since \(startedAt)"))
    case .ended(let end, let time):
      if document.blocks.isEmpty { document.blocks.append(.note("It printed nothing.")) }
      let text = end.text(after: time, limits: limits) + "; Ctrl-R runs it again"
      document.blocks.append(.note(text, end.isSuccess ? .muted : .error))
    case .failed(let error):
      document.blocks.append(.note(error.description, .error))
    }
    return document
  }

  package func stop() { command.stop() }
}

/// Returns the local time, such as `14:03:05`.
private func timeOfDay() -> String {
  var now = time(nil)
  var parts = tm()
  localtime_r(&now, &parts)
  let fields = [parts.tm_hour, parts.tm_min, parts.tm_sec]
  return fields.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
}
