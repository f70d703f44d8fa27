import Glibc

/// The whole content of a regular file.
enum RegularFile {
  /// Reads a file of at most `limit` bytes.
  ///
  /// Pipes, sockets and devices are refused before they are opened, so this never waits for
  /// anybody; if one takes the file's place in between, it is opened without waiting and refused
  /// then.
  static func read(path: String, limit: Int) throws(ContentError) -> [UInt8] {
    // The system would see such a path only up to the NUL.
    guard !path.utf8.contains(0) else { throw .notFound(path: path) }
    var status = stat()
    guard stat(path, &status) == 0 else { throw ContentError(path: path, code: errno) }
    try check(status, path: path, limit: limit)
    let file = try Descriptor(path: path)
    guard fstat(file.number, &status) == 0 else { throw ContentError(path: path, code: errno) }
    try check(status, path: path, limit: limit)
    return try file.readAll(expecting: Int(status.st_size), limit: limit)
  }

  /// Whether a directory is at the path.
  static func isDirectory(path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  private static func check(
    _ status: stat,
    path: String,
    limit: Int
  ) throws(ContentError) {
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw .isDirectory(path: path)
    default: throw .notRegularFile(path: path)
    }
    guard status.st_size <= limit else { throw .tooLarge(path: path, limit: limit) }
  }

  private struct Descriptor: ~Copyable {
    let number: Int32
    private let path: String

    init(path: String) throws(ContentError) {
      let number = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
      guard number >= 0 else { throw ContentError(path: path, code: errno) }
      self.number = number
      self.path = path
    }

    deinit { close(number) }

    /// Reads to the end, which may be farther than the size said: the file may grow, and files of
    /// the kernel's own have none.
    borrowing func readAll(expecting size: Int, limit: Int) throws(ContentError) -> [UInt8] {
      var content: [UInt8] = []
      content.reserveCapacity(size + 1)
      var chunk = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let count = Glibc.read(number, &chunk, chunk.count)
        if count < 0 && errno == EINTR { continue }
        guard count >= 0 else { throw ContentError(path: path, code: errno) }
        guard count > 0 else { return content }
        guard content.count + count <= limit else {
          throw .tooLarge(path: path, limit: limit)
        }
        content += chunk[..<count]
      }
    }
  }
}

extension ContentError {
  /// What a failed call to the system means.
  fileprivate init(path: String, code: Int32) {
    self =
      switch code {
      case ENOENT, ENOTDIR: .notFound(path: path)
      case EACCES, EPERM: .notPermitted(path: path)
      case EISDIR: .isDirectory(path: path)
      case ENXIO: .notRegularFile(path: path)
      case ESTALE: .vanished(path: path)
      default: .unreadable(path: path, code: code, reason: String(cString: strerror(code)))
      }
  }
}
