import CNavSupport
import Glibc

/// A descriptor that takes whole lines, and never makes its writer wait for a reader.
///
/// A pipe or a terminal whose reader is stopped takes no more when it is full: such a line is refused. Only a file on a
/// disk that does not answer holds a writer up.
struct LogSink: ~Copyable {
  private enum Kind {
    /// A file, or a pipe or a terminal that can't be opened once more: it is asked first.
    case file
    /// A socket, as that of journald.
    case socket
    /// A terminal, opened once more, because the non-blocking flag belongs to the open file description.
    case terminal
    /// A pipe, opened once more, too: another process may fill it after it was asked. It takes a line of at most
    /// `PIPE_BUF` bytes at once if it takes anything.
    case pipe
  }

  private let descriptor: Int32
  private let kind: Kind
  /// Whether the last line was written in part.
  private var isTorn = false

  /// - Parameter descriptor: an open descriptor, which stays the caller's.
  init(_ descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      (self.descriptor, kind) = (descriptor, .file)
      return
    }
    switch status.st_mode & S_IFMT {
    case S_IFSOCK:
      (self.descriptor, kind) = (descriptor, .socket)
    case S_IFCHR where isatty(descriptor) == 1:
      let own = Self.openOnceMore(descriptor)
      (self.descriptor, kind) = own >= 0 ? (own, .terminal) : (descriptor, .file)
    case S_IFIFO:
      let own = Self.openOnceMore(descriptor)
      (self.descriptor, kind) = own >= 0 ? (own, .pipe) : (descriptor, .file)
    default:
      (self.descriptor, kind) = (descriptor, .file)
    }
  }

  deinit {
    if kind == .terminal || kind == .pipe { close(descriptor) }
  }

  /// Opens what a descriptor is open for once more, for a writer that never waits; -1 without rights to it, and for a pipe
  /// without a reader.
  private static func openOnceMore(_ descriptor: Int32) -> Int32 {
    open("/proc/self/fd/\(descriptor)", O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
  }

  /// Writes a line in one system call.
  ///
  /// - Parameter line: at most `LogLine.limit` bytes, with a line feed.
  /// - Returns: false if it was not written as a whole.
  mutating func write(_ line: [UInt8]) -> Bool {
    let bytes = isTorn ? [UInt8(ascii: "\n")] + line : line
    let count =
      switch kind {
      // A pipe that has lost its reader would send SIGPIPE.
      case .file, .pipe: isWritable ? Glibc.write(descriptor, bytes, bytes.count) : -1
      case .terminal: Glibc.write(descriptor, bytes, bytes.count)
      case .socket:
        send(descriptor, bytes, bytes.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
      }
    guard count > 0 else { return false }
    isTorn = count < bytes.count
    return !isTorn
  }

  /// Whether it takes a line, and has a reader if it needs one.
  private var isWritable: Bool {
    var asked = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    guard poll(&asked, 1, 0) == 1 else { return false }
    return asked.revents & Int16(POLLOUT) != 0
      && asked.revents & Int16(POLLERR | POLLHUP | POLLNVAL) == 0
  }
}
