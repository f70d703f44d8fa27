/// The limits of a program's output, run time and memory.
package struct ProcessLimits: Hashable, Sendable {
  /// The maximum size of standard output and error together, in bytes; a program that exceeds it is
  /// ended.
  package var outputBytes: Int
  /// The maximum run time; a program that exceeds it is ended.
  package var time: Duration
  /// The maximum size of the data of each of its processes in bytes, without mapped files; further
  /// allocations fail.
  package var memory: Int

  /// The limits of tools that answer a request and end, such as a highlighter or a list of commits.
  package static let tool = ProcessLimits(
    outputBytes: 16 << 20,
    time: .seconds(10),
    memory: 1 << 30
  )

  /// The limits of commands that are followed while they run.
  package static let followed = ProcessLimits(
    outputBytes: 64 << 20,
    time: .seconds(24 * 3600),
    memory: 1 << 30
  )

  /// The time between SIGTERM and SIGKILL.
  package static let grace = Duration.seconds(1)
  /// The longest wait for the output of processes that a program leaves behind when it ends.
  package static let draining = Duration.milliseconds(200)
}
