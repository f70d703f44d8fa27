import NavViewer

/// Prints the transcript of a session, and other lines, when the reader of the output has taken the ones before.
struct TranscriptPrinter {
  private(set) var output: TextOutput
  var transcript = Transcript()
  /// Lines that don't come from a scene.
  private var notices: [String]

  init(_ output: TextOutput, notices: [String]) {
    self.output = output
    self.notices = notices
  }

  /// Whether everything that was shown is printed and written.
  var isCaughtUp: Bool { transcript.isCaughtUp && notices.isEmpty && output.isEmpty }

  mutating func add(_ lines: [String]) {
    notices += lines
  }

  /// Prints the notices and the changes since the last lines; only called with an empty output.
  mutating func print(_ screen: Screen, isMoving: Bool, version: UInt64) {
    output.append(notices + transcript.lines(for: screen, isMoving: isMoving, version: version))
    notices = []
    output.flush()
  }

  /// Writes what is pending; waits at most `milliseconds` for a reader.
  mutating func flush(waiting milliseconds: Int32 = 0) {
    output.flush(waiting: milliseconds)
  }
}
