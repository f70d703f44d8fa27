import CNavSupport
import Glibc

/// A program behind a pseudo terminal, as a person would sit in front of it.
final class PseudoTerminal {
  let process: pid_t
  private let master: Int32

  init(_ command: [String], environment: [String: String], columns: UInt16, rows: UInt16) throws {
    let arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
    let variables: [UnsafeMutablePointer<CChar>?] =
      environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer {
      for text in arguments + variables { free(text) }
    }
    var process: pid_t = 0
    master = nav_spawn_pty(arguments, variables, columns, rows, &process)
    self.process = process
    guard master >= 0 else {
      throw BenchError("can't start \(command[0]): \(String(cString: strerror(errno)))")
    }
  }

  deinit {
    kill(process, SIGTERM)
    close(master)
    waitpid(process, nil, 0)
  }

  func type(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(master, bytes, bytes.count)
  }

  /// Waits for bytes and takes what is there; 0 when nothing came in time or the program ended.
  func read(within timeout: Duration) -> Int {
    var descriptor = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    let milliseconds =
      timeout.components.seconds * 1_000
      + timeout.components.attoseconds / 1_000_000_000_000_000
    guard poll(&descriptor, 1, Int32(clamping: milliseconds)) > 0 else { return 0 }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    return max(0, Glibc.read(master, &buffer, buffer.count))
  }

  /// Takes everything until nothing came for a while.
  func drain(quiet: Duration) -> Int {
    var total = 0
    while true {
      let count = read(within: quiet)
      if count == 0 { return total }
      total += count
    }
  }
}

struct BenchError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
