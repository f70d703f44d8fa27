import Glibc
package import NavText
import Synchronization

/// A command line that runs while people watch what it prints.
///
/// Giving it up ends the program.
package final class FollowedCommand: Sendable {
  /// The columns that programs are told they have: those of a page on a terminal of 80.
  package static let columns = 74

  private let text: PrintedLines
  private let command: RunningCommand
  private let limits: ProcessLimits
  /// When it was started, as a clock on the wall says it.
  private let startedAt: String

  /// Starts the program.
  ///
  /// - Parameters:
  ///   - line: what `sh` reads.
  ///   - directory: where it runs.
  ///   - limits: what it may take.
  ///   - changed: called on any thread when there is more, and when it has ended.
  package init(
    _ line: String,
    in directory: String,
    within limits: ProcessLimits = .followed,
    changed: @escaping @Sendable () -> Void
  ) {
    let text = PrintedLines()
    self.text = text
    self.limits = limits
    startedAt = timeOfDay()
    command = RunningCommand(
      .shell(
        line,
        directory: directory,
        environment: ProcessEnvironment.inherited(columns: Self.columns).environment
      ),
      within: limits,
      receive: { text.append($0) },
      changed: changed
    )
  }

  package var isRunning: Bool { command.state.isRunning }

  /// What prints for longer than this is looked at from its end, what ends sooner from its beginning.
  package static let followedAfter = Duration.seconds(1)

  /// Whether it runs, or ran, long enough to be looked at from its end.
  package var isFollowed: Bool {
    switch command.state {
    case .running(let start): monotonicTime() - start >= Self.followedAfter
    case .ended(_, let time): time >= Self.followedAfter
    case .failed: false
    }
  }

  /// What it has printed so far, and below it in a line of its own how far it is.
  ///
  /// The line says the same as long as the program runs, so nothing is drawn where it prints
  /// nothing.
  package var document: TextDocument {
    // In this order, so that an end is never said before the output is whole.
    let state = command.state
    var document = TextDocument(text.lines)
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

/// Lines that one thread writes and others read.
private final class PrintedLines: Sendable {
  private let text = Mutex(TerminalText(.followed))

  func append(_ bytes: ArraySlice<UInt8>) {
    text.withLock { $0.append(bytes) }
  }

  var lines: TerminalText { text.withLock { $0 } }
}

/// `14:03:05`, by this machine's clock and time zone.
private func timeOfDay() -> String {
  var now = time(nil)
  var parts = tm()
  localtime_r(&now, &parts)
  let fields = [parts.tm_hour, parts.tm_min, parts.tm_sec]
  return fields.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
}
