import Glibc

/// Text on its way to standard output, which is never waited for.
struct TextOutput {
  /// So many bytes go into a pipe that is writable without waiting (POSIX: PIPE_BUF).
  private static let piece = 4096

  private let descriptor: Int32
  /// What ends a line: a terminal in raw mode wants a carriage return, too.
  private let lineEnd: String
  private var bytes: [UInt8] = []
  /// Nobody reads any longer.
  private(set) var isClosed = false

  init(_ descriptor: Int32, isRaw: Bool) {
    self.descriptor = descriptor
    lineEnd = isRaw ? "\r\n" : "\n"
  }

  var isEmpty: Bool { bytes.isEmpty }

  mutating func append(_ lines: [String]) {
    for line in lines { bytes += Array((line + lineEnd).utf8) }
  }

  /// Writes what goes now, and waits at most so long for room.
  mutating func flush(waiting milliseconds: Int32 = 0) {
    while !bytes.isEmpty, !isClosed {
      var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      guard poll(&room, 1, milliseconds) > 0 else { return }
      let count = bytes.withUnsafeBytes {
        write(descriptor, $0.baseAddress, min($0.count, Self.piece))
      }
      if count > 0 {
        bytes.removeFirst(count)
      } else if errno != EINTR && errno != EAGAIN {
        isClosed = true
      }
    }
  }
}
