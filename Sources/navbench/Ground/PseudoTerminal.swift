import CNavSupport
import Glibc
import NavGeometry

/// A program behind a pseudo terminal, as a person would sit in front of it.
final class PseudoTerminal {
  /// The program's process id.
  let process: pid_t
  private var hasBeenWaitedFor = false
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
    if !hasBeenWaitedFor { kill(process, SIGTERM) }
    close(master)
    if !hasBeenWaitedFor { waitpid(process, nil, 0) }
  }

  /// Ends the program at once and waits until it has gone.
  func killNow() {
    guard !hasBeenWaitedFor else { return }
    kill(process, SIGKILL)
    waitpid(process, nil, 0)
    hasBeenWaitedFor = true
  }

  /// Presses keys.
  func type(_ text: String) throws {
    let bytes = Array(text.utf8)
    guard write(master, bytes, bytes.count) == bytes.count else {
      throw BenchError("a terminal takes no keys any more: its program has ended")
    }
  }

  /// Waits for bytes and takes what is there; 0 when nothing came in time or the program ended.
  func read(within timeout: Duration) -> Int {
    var descriptor = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    guard poll(&descriptor, 1, timeout.wholeMilliseconds) > 0 else { return 0 }
    return take()
  }

  /// Waits, after something was done elsewhere, until this terminal shows something.
  ///
  /// - Parameter action: what makes it show something; the time begins just before.
  /// - Returns: the time until there was something to read.
  /// - Throws: when nothing came within 5 s.
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

  /// What a terminal showed after something was done.
  struct Burst {
    var bytes: Int
    /// Until the last of them.
    var time: Duration
  }

  /// Does something and takes everything that this terminal shows, until it has shown nothing for a while.
  ///
  /// - Parameters:
  ///   - action: what makes it show something; the time begins just before.
  ///   - quiet: how long nothing has to come.
  /// - Returns: how many bytes came, and after which time the last of them could be read.
  /// - Throws: when nothing came within 5 s.
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

  /// Takes everything that the terminals show until none of them has shown anything for a while.
  ///
  /// - Returns: the bytes taken, for each terminal.
  /// - Throws: when they do not come to rest within 10 s.
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

  /// Takes what is there, as text.
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
  /// As `poll` takes it.
  fileprivate var wholeMilliseconds: Int32 { Int32(clamping: Int64(self / .milliseconds(1))) }
}
