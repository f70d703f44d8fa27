/// How much a program may print, how long it may take, and how much memory it may have.
package struct ProcessLimits: Hashable, Sendable {
  /// Bytes of output and errors together; a program that prints more is ended.
  package var outputBytes: Int
  /// From its start; a program that takes longer is ended.
  package var time: Duration
  /// Bytes of data of each of its processes, not counting what is mapped from files; it fails to
  /// get more.
  package var memory: Int

  package init(outputBytes: Int, time: Duration, memory: Int) {
    self.outputBytes = outputBytes
    self.time = time
    self.memory = memory
  }

  /// For what answers a question and ends: a highlighter, a list of commits.
  package static let tool = ProcessLimits(
    outputBytes: 16 << 20,
    time: .seconds(10),
    memory: 1 << 30
  )

  /// For a command that people watch, for as long as they like.
  package static let followed = ProcessLimits(
    outputBytes: 64 << 20,
    time: .seconds(24 * 3600),
    memory: 1 << 30
  )

  /// How long a program has to end by itself after SIGTERM, before SIGKILL.
  package static let grace = Duration.seconds(1)
  /// How long is waited for the output of processes that a program leaves behind when it ends.
  package static let draining = Duration.milliseconds(200)
}
