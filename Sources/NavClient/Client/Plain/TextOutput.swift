import Glibc

/// Text that is written to standard output without blocking.
struct TextOutput {
  /// The number of bytes that a writable pipe accepts without blocking (POSIX: PIPE_BUF).
  private static let chunkSize = 4096

  private let descriptor: Int32
  /// The line end; a terminal in raw mode needs a carriage return, too.
  private let lineEnd: String
  private var bytes: [UInt8] = []
  /// Whether the output has no reader any more.
  private(set) var isClosed = false

  init(_ descriptor: Int32, isRaw: Bool) {
    self.descriptor = descriptor
    lineEnd = isRaw ? "\r\n" : "\n"
  }

  var isEmpty: Bool { bytes.isEmpty }

  mutating func append(_ lines: [String]) {
    for line in lines { bytes += Array((line + lineEnd).utf8) }
  }

  /// Writes pending text; waits at most `milliseconds` for the descriptor to become writable.
  mutating func flush(waiting milliseconds: Int32 = 0) {
    while !bytes.isEmpty, !isClosed {
      var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      guard poll(&ready, 1, milliseconds) > 0 else { return }
      let count = bytes.withUnsafeBytes {
        write(descriptor, $0.baseAddress, min($0.count, Self.chunkSize))
      }
      if count > 0 {
        bytes.removeFirst(count)
      } else if errno != EINTR && errno != EAGAIN {
        isClosed = true
      }
    }
  }
}
