import Glibc
import Synchronization

/// The right to use a state directory: a lock on its file `lock`, until `release`.
///
/// The file stays, because a lock on a file that may be removed protects nothing; it holds the
/// owner's process id, for people. The kernel frees the lock of a process that was killed.
final class StoreLock: Sendable {
  /// -1 when it was released.
  private let held: Mutex<Int32>

  /// Takes the lock.
  ///
  /// In a directory that can't be written a lock file that is there already is locked as it is.
  ///
  /// - Throws: `locked` where another daemon holds it, or why there can be no such file.
  init(_ path: String) throws(StoreError) {
    let descriptor = try Self.openFile(path)
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      let code = errno
      guard code != EINTR else { continue }
      defer { close(descriptor) }
      guard code == EWOULDBLOCK else { throw StoreError(system: code, path: path) }
      throw .locked(path: path, pid: Self.readProcessID(descriptor))
    }
    held = Mutex(descriptor)
    let text = "\(getpid())\n"
    // Both fail on a file that can only be read; the lock holds all the same.
    _ = ftruncate(descriptor, 0)
    _ = pwrite(descriptor, text, text.utf8.count, 0)
  }

  deinit { release() }

  /// The file at the path is the one that is locked, not another that was made in its place.
  func isAt(_ path: String) -> Bool {
    held.withLock { descriptor in
      FileID.read(descriptor).map { $0 == FileID.read(path)?.id } ?? false
    }
  }

  func release() {
    held.withLock { descriptor in
      guard descriptor >= 0 else { return }
      _ = ftruncate(descriptor, 0)
      // Closing alone would not do while a child of this process is between fork and exec.
      _ = flock(descriptor, LOCK_UN)
      close(descriptor)
      descriptor = -1
    }
  }

  private static func openFile(_ path: String) throws(StoreError) -> Int32 {
    let flags = O_CLOEXEC | O_NOFOLLOW
    let descriptor = open(path, O_RDWR | O_CREAT | flags, 0o600)
    guard descriptor < 0 else { return descriptor }
    let code = errno
    if [EACCES, EPERM, EROFS].contains(code) {
      let readable = open(path, O_RDONLY | flags)
      if readable >= 0 { return readable }
    }
    throw StoreError(system: code, path: path)
  }

  private static func readProcessID(_ descriptor: Int32) -> Int32? {
    var bytes: [UInt8] = Array(repeating: 0, count: 16)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    guard count > 0 else { return nil }
    let digits = bytes.prefix(count).prefix { (0x30...0x39).contains($0) }
    return Int32(String(decoding: digits, as: UTF8.self))
  }
}
