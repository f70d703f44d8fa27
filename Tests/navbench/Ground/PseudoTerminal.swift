import CNavSupport
import Glibc
import NavBase
import NavProcessKit
import NavSystem

/// A program on a pseudo terminal, as in an interactive session.
final class PseudoTerminal {
  /// The program's process id.
  let process: pid_t
  /// The status of waitpid; nil while the program runs.
  private(set) var status: Int32?
  private let master: Int32

  init(
    _ command: [String],
    in ground: TemporaryDirectory,
    size: CellSize = .standardTerminal
  ) throws {
    let arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
    let variables: [UnsafeMutablePointer<CChar>?] =
      ground.environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in arguments + variables { free(text) } }
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

  func type(_ text: String) throws {
    let bytes = Array(text.utf8)
    guard write(master, bytes, bytes.count) == bytes.count else {
      throw BenchError("a terminal takes no keys any more: its program has ended")
    }
  }

  // MARK: Reading

  /// Reads until the output since the start of this call contains a text.
  ///
  /// - Throws: `BenchError` if it does not in time, or if the program has ended.
  func waitFor(_ text: String, within limit: Duration = .seconds(10)) throws {
    var output = ""
    let deadline = monotonicNow() + limit
    while !output.contains(text) {
      try Interruption.check()
      guard monotonicNow() < deadline, !hasEnded() else {
        throw BenchError("a terminal does not show '\(text)' within \(limit): \(output)")
      }
      output += readText(within: .milliseconds(100))
    }
  }

  /// Waits until the program shows something.
  func waitForOutput() throws {
    guard !readText(within: .seconds(5)).isEmpty else {
      throw BenchError("a program shows nothing within 5 s: the machine is too busy")
    }
  }

  /// Waits for output and returns it as text; empty on timeout.
  func readText(within timeout: Duration) -> String {
    var descriptor = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    return poll(&descriptor, 1, timeout.wholeMilliseconds) > 0 ? readText() : ""
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

  // MARK: Several terminals

  /// The times until the first and the last one of several terminals showed something.
  struct FirstBytes {
    var first: Duration
    var last: Duration
  }

  /// Measures the times from an action to the first output of each terminal; the output is not read.
  ///
  /// - Parameters:
  ///   - terminals: at least one, all at rest.
  ///   - limit: how long no terminal may have output.
  ///   - action: the action that causes output; the times start just before it.
  /// - Returns: the least and the greatest of the terminals' times.
  /// - Throws: `BenchError` if one has no output in time.
  static func timeToFirstBytes(
    of terminals: [PseudoTerminal],
    within limit: Duration = .seconds(5),
    after action: () throws -> Void
  ) throws -> FirstBytes {
    var descriptors = terminals.map { pollfd(fd: $0.master, events: Int16(POLLIN), revents: 0) }
    var (first, last, missing) = (Int64.max, Int64.zero, descriptors.count)
    let start = nav_monotonic_ns()
    try action()
    while missing > 0 {
      let ready = poll(&descriptors, nfds_t(descriptors.count), limit.wholeMilliseconds)
      last = nav_monotonic_ns() - start
      first = min(first, last)
      guard ready > 0 else {
        throw BenchError("nothing arrived within \(limit) after a key: the machine is too busy")
      }
      for index in descriptors.indices where descriptors[index].revents != 0 {
        guard descriptors[index].revents == Int16(POLLIN) else {
          throw BenchError("the program of a terminal has ended")
        }
        // `poll` ignores a negative descriptor.
        descriptors[index].fd = -1
        descriptors[index].revents = 0
        missing -= 1
      }
    }
    return FirstBytes(first: .nanoseconds(first), last: .nanoseconds(last))
  }

  /// The output of a terminal until it was quiet.
  struct Output {
    var bytes = 0
    /// The number of times that it wrote after a pause, however short: about the frames of a motion.
    var bursts = 0
    /// The time of its last byte, in nanoseconds.
    var lastTime = Int64.min
  }

  /// The pause before a burst, in nanoseconds: shorter than that between two frames, and longer than that between two
  /// parts of one.
  private static let burstGap: Int64 = 4_000_000

  /// Reads the output of all terminals until they are quiet.
  ///
  /// - Throws: `BenchError` if they are not quiet within 10 s.
  @discardableResult
  static func settle(_ terminals: [PseudoTerminal], quiet: Duration) throws -> [Output] {
    try Interruption.check()
    var descriptors = terminals.map { pollfd(fd: $0.master, events: Int16(POLLIN), revents: 0) }
    var outputs = terminals.map { _ in Output() }
    let deadline = nav_monotonic_ns() + 10_000_000_000
    while poll(&descriptors, nfds_t(descriptors.count), quiet.wholeMilliseconds) > 0 {
      let now = nav_monotonic_ns()
      guard now < deadline else {
        throw BenchError("terminals do not come to rest: measure on a quieter machine")
      }
      for (index, descriptor) in descriptors.enumerated() where descriptor.revents != 0 {
        let count = terminals[index].take()
        guard count > 0 else { throw BenchError("the program of a terminal has ended") }
        outputs[index].bytes += count
        if outputs[index].bursts == 0 || now > outputs[index].lastTime &+ burstGap {
          outputs[index].bursts += 1
        }
        outputs[index].lastTime = now
      }
    }
    return outputs
  }
}

extension Duration {
  /// The milliseconds for `poll`.
  fileprivate var wholeMilliseconds: Int32 { Int32(clamping: Int64(self / .milliseconds(1))) }
}
