package import NavSystem

/// The complete output of a program and how it ended.
package struct ProcessOutput: Hashable, Sendable {
  package var bytes: [UInt8]
  /// The standard error; empty unless it is separate.
  package var errors: [UInt8]
  package var end: ProcessEnd
}

extension Invocation {
  /// Runs the program to its end and collects its output; blocks the thread.
  ///
  /// A program that reaches a limit is ended; its output up to then is returned.
  ///
  /// - Throws: an error if it could not be started.
  package func run(within limits: ProcessLimits = .tool) throws(ProcessError) -> ProcessOutput {
    var child = try ChildProcess(self, memory: limits.memory)
    var collector = Collector()
    let end = child.follow(within: limits, stop: nil, &collector)
    return ProcessOutput(bytes: collector.bytes, errors: collector.errors, end: end)
  }
}

private struct Collector: OutputReceiver {
  var bytes: [UInt8] = []
  var errors: [UInt8] = []

  let wake: Duration? = nil

  mutating func receive(_ more: ArraySlice<UInt8>, isError: Bool, at now: Duration) {
    if isError { errors += more } else { bytes += more }
  }

  mutating func wake(at now: Duration) {}
}
