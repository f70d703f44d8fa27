import Glibc

/// The exclusive right to listen at a path: a lock on `<path>.lock`, held until `release`.
///
/// `zmq_bind` removes any file at the path, even a socket on which another process listens, and it
/// never removes its own socket. So the lock is acquired first, and the socket file is removed
/// before the lock is released. The lock file is never removed, because a lock on a file that may
/// be removed protects nothing. It contains the owner's process id for information. The kernel
/// releases the lock of a killed process.
final class EndpointLock {
  let path: String
  private var descriptor: Int32
  /// The identity of the bound socket file, so that no other process's file is removed.
  private var bound: FileIdentity?

  /// Acquires the lock; throws an error that names the holder.
  init(_ endpoint: Endpoint, path: String) throws(ZeroMQError) {
    let descriptor = try Self.openLockFile(endpoint, path: path)
    let result = uninterrupted { flock(descriptor, LOCK_EX | LOCK_NB) }
    guard result >= 0 else {
      defer { close(descriptor) }
      throw Self.failure(-result, endpoint, path: path, descriptor: descriptor)
    }
    self.path = path
    self.descriptor = descriptor
    try refuseOtherFiles(endpoint)
    writeProcessID()
  }

  deinit { release() }

  /// Records the socket file at the path as our own.
  func didBind() { bound = FileIdentity(path: path) }

  /// Whether both files at the path are still the socket and the lock.
  var isInPlace: Bool {
    guard let bound, let held = FileIdentity(descriptor: descriptor) else { return false }
    return bound == FileIdentity(path: path) && held == FileIdentity(path: path + ".lock")
  }

  /// Removes the socket file if it is still the bound one, then releases the lock.
  func release() {
    guard descriptor >= 0 else { return }
    if let bound, bound == FileIdentity(path: path) { _ = uninterrupted { unlink(path) } }
    _ = uninterrupted { ftruncate(descriptor, 0) }
    // Closing alone does not release the lock while a child of this process is between fork and
    // exec.
    _ = uninterrupted { flock(descriptor, LOCK_UN) }
    close(descriptor)
    descriptor = -1
  }

  private static func openLockFile(
    _ endpoint: Endpoint,
    path: String
  ) throws(ZeroMQError) -> Int32 {
    let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW
    let descriptor = uninterrupted { open(path + ".lock", flags, 0o600) }
    guard descriptor < 0 else { return descriptor }
    throw directoryError(-descriptor, endpoint, path: path)
  }

  /// Prevents `zmq_bind` from removing a file that is no socket.
  private func refuseOtherFiles(_ endpoint: Endpoint) throws(ZeroMQError) {
    guard let file = FileIdentity(path: path), !file.isSocket else { return }
    throw ZeroMQError(
      .addressInUse,
      .bind,
      endpoint: endpoint,
      text: "\(path) exists and is not a socket; move it away or choose another path"
    )
  }

  private func writeProcessID() {
    let text = "\(getpid())\n"
    _ = uninterrupted { ftruncate(descriptor, 0) }
    _ = uninterrupted { Int32(pwrite(descriptor, text, text.utf8.count, 0)) }
  }

  private static func readProcessID(_ descriptor: Int32) -> Int32? {
    var bytes: [UInt8] = Array(repeating: 0, count: 32)
    let count = uninterrupted { Int32(pread(descriptor, &bytes, bytes.count, 0)) }
    guard count > 0 else { return nil }
    let digits = bytes.prefix(Int(count)).prefix { (0x30...0x39).contains($0) }
    return Int32(String(decoding: digits, as: UTF8.self))
  }
}

// MARK: Errors

extension EndpointLock {
  private static func failure(
    _ errorNumber: Int32,
    _ endpoint: Endpoint,
    path: String,
    descriptor: Int32
  ) -> ZeroMQError {
    guard errorNumber == EWOULDBLOCK else {
      return ZeroMQError(errorNumber: errorNumber, .bind, endpoint: endpoint)
    }
    let owner = readProcessID(descriptor).map { "process \($0)" } ?? "another process"
    return ZeroMQError(
      .locked,
      .bind,
      endpoint: endpoint,
      text: "\(owner) listens at \(path); stop it or choose another path"
    )
  }

  /// Returns an error about the directory of a path in which no file could be created.
  static func directoryError(
    _ errorNumber: Int32,
    _ endpoint: Endpoint,
    path: String
  ) -> ZeroMQError {
    let directory = Self.directory(of: path)
    let text: String? =
      switch errorNumber {
      case ENOENT:
        "the directory \(directory) does not exist; create it: mkdir -p -m 700 \(directory)"
      case ENOTDIR: "\(directory) is not a directory; choose another path"
      case EACCES, EPERM:
        "\(directory) is not writable for this user, or \(path).lock belongs to another;"
          + " check the owners or choose another path"
      case EROFS: "\(directory) is on a read-only file system; choose another path"
      case ELOOP: "\(path).lock is a symbolic link; remove it or choose another path"
      default: nil
      }
    return ZeroMQError(errorNumber: errorNumber, .bind, endpoint: endpoint, text: text)
  }

  private static func directory(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), slash != path.startIndex else {
      return "/"
    }
    return String(path[..<slash])
  }
}

/// The identity of a file; of one at a path, without following symbolic links.
private struct FileIdentity: Equatable {
  let device: UInt64
  let number: UInt64
  let isSocket: Bool

  init?(path: String) {
    var status = stat()
    guard uninterrupted({ lstat(path, &status) }) == 0 else { return nil }
    self.init(status)
  }

  init?(descriptor: Int32) {
    var status = stat()
    guard uninterrupted({ fstat(descriptor, &status) }) == 0 else { return nil }
    self.init(status)
  }

  private init(_ status: stat) {
    device = UInt64(status.st_dev)
    number = UInt64(status.st_ino)
    isSocket = status.st_mode & S_IFMT == S_IFSOCK
  }
}
