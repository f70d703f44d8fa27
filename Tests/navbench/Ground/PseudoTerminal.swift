import CNavSupport
import Glibc
import NavGeometry

/// A program on a pseudo terminal, as in an interactive session.
final class PseudoTerminal {
  /// The program's process id.
  let process: pid_t
  /// The status of waitpid; nil while the program runs.
  private(set) var status: Int32?
  private let master: Int32

  init(_ command: [String], environment: [String: String], size: CellSize) throws {
    let arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
    let variables: [UnsafeMutablePointer<CChar>?] =
      environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer {
      for text in arguments + variables { free(text) }
    }
    var process: pid_t = 0
    master = nav_spawn_pty(
      arguments,
      variables,
      UInt16(clamping: size.columns),
      UInt16(clamping: size.rows),
      &process
    )
    self.process = process
    guard master >= 0 else {
      throw BenchError("can't start \(command[0]): \(String(cString: strerror(errno)))")
    }
  }

  deinit {
    if status == nil { kill(process, SIGTERM) }
    close(master)
    if status == nil { waitpid(process, nil, 0) }
  }

  /// Kills the program and waits for its end.
  func killNow() {
    guard status == nil else { return }
    kill(process, SIGKILL)
    var status: Int32 = 0
    waitpid(process, &status, 0)
    self.status = status
  }

  /// Whether the program has ended.
  func hasEnded() -> Bool {
    guard status == nil else { return true }
    var status: Int32 = 0
    if waitpid(process, &status, WNOHANG) == process { self.status = status }
    return self.status != nil
  }

  /// The exit code or signal of the program; nil while it runs.
  var ending: String? {
    status.map { $0 & 0x7f == 0 ? "exit code \($0 >> 8)" : "signal \($0 & 0x7f)" }
  }

  /// Types a text.
  func type(_ text: String) throws {
    let bytes = Array(text.utf8)
    guard write(master, bytes, bytes.count) == bytes.count else {
      throw BenchError("a terminal takes no keys any more: its program has ended")
    }
  }

  /// Waits for output and returns the number of bytes read; 0 on timeout or if the program ended.
  func read(within timeout: Duration) -> Int {
    var descriptor = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    guard poll(&descriptor, 1, timeout.wholeMilliseconds) > 0 else { return 0 }
    return take()
  }

  /// Measures the time from an action to this terminal's first output.
  ///
  /// - Parameter action: the action that causes output; the time starts just before it.
  /// - Returns: the time until output was available.
  /// - Throws: `BenchError` if no output arrived within 5 s.
  func timeToFirstByte(after action: () throws -> Void) throws -> Duration {
    var descriptor = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    let start = nav_monotonic_ns()
    try action()
    let isReady = poll(&descriptor, 1, 5_000) > 0
    let end = nav_monotonic_ns()
    guard isReady, take() > 0 else {
      throw BenchError("nothing arrived within 5 s after a key: the machine is too busy")
    }
    return .nanoseconds(end - start)
  }

  /// The output of a terminal after an action.
  struct Burst {
    var bytes: Int
    /// The time until the last byte.
    var time: Duration
  }

  /// Performs an action and reads this terminal's output until it is quiet.
  ///
  /// - Parameters:
  ///   - action: the action that causes output; the time starts just before it.
  ///   - quiet: the time without output that ends the burst.
  /// - Returns: the number of bytes, and the time until the last one was available.
  /// - Throws: `BenchError` if no output arrived within 5 s.
  func burst(after action: () throws -> Void, quiet: Duration) throws -> Burst {
    try Interruption.check()
    var descriptor = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    var burst = Burst(bytes: 0, time: .zero)
    let start = nav_monotonic_ns()
    try action()
    while poll(&descriptor, 1, burst.bytes == 0 ? 5_000 : quiet.wholeMilliseconds) > 0 {
      let end = nav_monotonic_ns()
      let count = take()
      guard count > 0 else { throw BenchError("the program of a terminal has ended") }
      burst.bytes += count
      burst.time = .nanoseconds(end - start)
    }
    guard burst.bytes > 0 else {
      throw BenchError("nothing arrived within 5 s after a key: the machine is too busy")
    }
    return burst
  }

  /// Reads the output of all terminals until they are quiet.
  ///
  /// - Returns: the number of bytes read, for each terminal.
  /// - Throws: `BenchError` if they are not quiet within 10 s.
  @discardableResult
  static func settle(_ terminals: [PseudoTerminal], quiet: Duration) throws -> [Int] {
    try Interruption.check()
    var descriptors = terminals.map { pollfd(fd: $0.master, events: Int16(POLLIN), revents: 0) }
    var totals = terminals.map { _ in 0 }
    let deadline = nav_monotonic_ns() + 10_000_000_000
    while poll(&descriptors, nfds_t(descriptors.count), quiet.wholeMilliseconds) > 0 {
      guard nav_monotonic_ns() < deadline else {
        throw BenchError("terminals do not come to rest: measure on a quieter machine")
      }
      for (index, descriptor) in descriptors.enumerated() where descriptor.revents != 0 {
        let count = terminals[index].take()
        totals[index] += count
        guard count > 0 else { throw BenchError("the program of a terminal has ended") }
      }
    }
    return totals
  }

  /// Reads the available output as text.
  func readText() -> String {
    var text = ""
    withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 1) { buffer in
      while true {
        let count = Glibc.read(master, buffer.baseAddress, buffer.count)
        guard count > 0 else { return }
        text += String(decoding: UnsafeRawBufferPointer(rebasing: buffer[..<count]), as: UTF8.self)
      }
    }
    return text
  }

  private func take() -> Int {
    withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 1) { buffer in
      max(0, Glibc.read(master, buffer.baseAddress, buffer.count))
    }
  }
}

extension Duration {
  /// The milliseconds for `poll`.
  fileprivate var wholeMilliseconds: Int32 { Int32(clamping: Int64(self / .milliseconds(1))) }
}
