import Glibc
import NavBase
import NavSystem
import NavViewer

/// The keys of whoever drives a script, from the terminal in which it runs.
///
/// Without a terminal, and in the background, there are none.
struct DriverKeyboard: ~Copyable {
  private var terminal: Terminal?

  /// Takes the terminal of standard input, which is restored with the value, and by signals that end the process.
  ///
  /// Must be called before the first thread starts (`ViewerLink.watch`).
  init() throws(ClientExit) {
    guard isatty(STDIN_FILENO) == 1, tcgetpgrp(STDIN_FILENO) == getpgrp() else { return }
    // Nobody reads them: the process ends, with the terminal restored.
    _ = try ViewerLink.watch([SIGTERM, SIGINT, SIGHUP, SIGQUIT])
    guard var terminal = try? Terminal(modes: .keys) else { return }
    guard (try? terminal.enter()) != nil else { return }
    self.terminal = consume terminal
  }

  /// Whether somebody can be asked.
  var isThere: Bool {
    switch terminal {
    case .some: true
    case nil: false
    }
  }

  /// Waits until keys are there or a time has come; nil waits for keys.
  ///
  /// - Returns: what the driver asks for, in order.
  func requests(until end: Duration?) -> [ScriptPlayer.Request] {
    let left = end.map { max(.zero, $0 - monotonicNow()) }
    let milliseconds = left.map { Int32(clamping: ($0 + .microseconds(999)).milliseconds) } ?? -1
    switch terminal {
    case .some(let terminal):
      var ready = pollfd(fd: terminal.fileDescriptor, events: Int16(POLLIN), revents: 0)
      _ = poll(&ready, 1, milliseconds)
      switch terminal.read() {
      case .bytes(let bytes): return bytes.compactMap(ScriptPlayer.Request.init(key:))
      case .nothing: return []
      case .closed: return [.end]
      }
    case nil:
      _ = poll(nil, 0, milliseconds)
      return []
    }
  }
}
