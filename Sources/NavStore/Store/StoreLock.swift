import NavBase
import Glibc
import Synchronization

/// The exclusive right to use a state directory: a lock on its file `lock`, held until `release`.
///
/// The file is never removed, because a lock on a file that may be removed protects nothing. It
/// contains the owner's process id for information. The kernel releases the lock of a killed
/// process.
final class StoreLock: Sendable {
  /// The locked descriptor; -1 after the release.
  private let held: Mutex<Int32>

  /// Acquires the lock.
  ///
  /// In a read-only directory an existing lock file is locked unchanged.
  ///
  /// - Throws: `locked` if another daemon holds it, or the reason why the file can't be created.
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
    // Both calls fail on a read-only file; the lock holds nevertheless.
    _ = ftruncate(descriptor, 0)
    _ = pwrite(descriptor, text, text.utf8.count, 0)
  }

  deinit { release() }

  /// Returns whether the file at the path is the locked one, not a replacement.
  func isAt(_ path: String) -> Bool {
    held.withLock { descriptor in
      FileID.read(descriptor).map { $0 == FileID.read(path)?.id } ?? false
    }
  }

  func release() {
    held.withLock { descriptor in
      guard descriptor >= 0 else { return }
      _ = ftruncate(descriptor, 0)
      // Closing alone does not release the lock while a child of this process is between fork and
      // exec.
      _ = flock(descriptor, LOCK_UN)
      close(descriptor)
      descriptor = -1
    }
  }

  private static func openFile(_ path: String) throws(StoreError) -> Int32 {
    let flags = O_CLOEXEC | O_NOFOLLOW
    let descriptor = open(path.utf8.terminated, O_RDWR | O_CREAT | flags, 0o600)
    guard descriptor < 0 else { return descriptor }
    let code = errno
    if [EACCES, EPERM, EROFS].contains(code) {
      let readable = open(path.utf8.terminated, O_RDONLY | flags)
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
