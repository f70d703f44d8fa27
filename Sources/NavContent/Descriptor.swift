import Glibc

/// A call to the system that failed, as its `errno`.
struct SystemFailure: Error, Hashable {
  var code: Int32
}

/// An open file or directory, closed when it is given up.
struct Descriptor: ~Copyable {
  let number: Int32

  /// Opens for reading without waiting for anybody, whatever is at the path, which ends with a NUL.
  init(opening path: [CChar]) throws(SystemFailure) {
    while true {
      let number = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
      if number >= 0 {
        self.number = number
        return
      }
      let code = errno
      if code != EINTR { throw SystemFailure(code: code) }
    }
  }

  /// Takes over an open descriptor, which nobody else closes.
  init(owning number: Int32) {
    self.number = number
  }

  deinit { close(number) }

  borrowing func status() throws(SystemFailure) -> stat {
    var status = stat()
    guard fstat(number, &status) == 0 else { throw SystemFailure(code: errno) }
    return status
  }

  /// The first `limit` bytes, or all there are.
  ///
  /// Reads to the end, whatever the size was said to be: a file may grow, and files of the kernel's
  /// own have none.
  borrowing func read(atMost limit: Int) throws(SystemFailure) -> [UInt8] {
    var content: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: min(limit, 1 << 16))
    while content.count < limit {
      let count = Glibc.read(number, &chunk, min(chunk.count, limit - content.count))
      if count < 0 {
        let code = errno
        if code == EINTR { continue }
        throw SystemFailure(code: code)
      }
      guard count > 0 else { break }
      content += chunk[..<count]
    }
    return content
  }

  /// Hands the number over to someone else, who closes it.
  consuming func release() -> Int32 {
    let number = number
    discard self
    return number
  }
}

/// What is at a path that ends with a NUL, links followed.
func status(of path: [CChar]) throws(SystemFailure) -> stat {
  var status = stat()
  guard stat(path, &status) == 0 else { throw SystemFailure(code: errno) }
  return status
}

extension Sequence<UInt8> {
  /// A path as calls to the system want it, with a NUL at its end.
  ///
  /// The path has no NUL of its own.
  var terminated: [CChar] { map(CChar.init(bitPattern:)) + [0] }
}
