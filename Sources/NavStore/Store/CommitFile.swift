import NavBase
import Glibc
import Synchronization

/// The file with a store's `CommitCount`, open for writing.
///
/// A number is written after its commit and before the commit is reported, into the page cache: as a commit, it survives
/// `kill -9`. After a loss of power it may be too low; then less is noticed.
final class CommitFile: Sendable {
  private let descriptor: Int32
  private let count: Mutex<CommitCount>

  /// Creates the file, or replaces its content.
  ///
  /// - Throws: the reason why it can't be written.
  init(_ path: String, _ count: CommitCount) throws(StoreError) {
    descriptor = open(path.utf8.terminated, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw StoreError(system: errno, path: path) }
    self.count = Mutex(count)
    let bytes = count.encoded()
    guard ftruncate(descriptor, off_t(bytes.count)) == 0,
      pwrite(descriptor, bytes, bytes.count, 0) == bytes.count
    else {
      let code = errno
      close(descriptor)
      throw StoreError(system: code, path: path)
    }
  }

  deinit { close(descriptor) }

  /// Records that so many commits were written.
  func noteWritten(_ commits: UInt64) {
    update { $0.written = commits }
  }

  /// Records that so many commits are on the disk.
  func noteSynced(_ commits: UInt64) {
    update { $0.synced = max($0.synced, commits) }
  }

  private func update(_ change: (inout CommitCount) -> Void) {
    count.withLock { count in
      change(&count)
      let bytes = count.encoded()
      // A number that can't be written is too low, which does no harm.
      _ = pwrite(descriptor, bytes, bytes.count, 0)
    }
  }

  // MARK: Reading

  /// The content of a path.
  enum Content: Hashable {
    case missing
    case unreadable
    case count(CommitCount)
  }

  static func read(_ path: String) -> Content {
    let descriptor = open(path.utf8.terminated, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return errno == ENOENT ? .missing : .unreadable }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: CommitCount.byteCount + 1)
    let length = pread(descriptor, &bytes, bytes.count, 0)
    return CommitCount(decoding: Array(bytes.prefix(max(length, 0)))).map { .count($0) }
      ?? .unreadable
  }

  /// Returns the machine's boot id; zeros if the system doesn't tell.
  static func boot() -> [UInt8] {
    let unknown = [UInt8](repeating: 0, count: CommitCount.bootBytes)
    let descriptor = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return unknown }
    defer { close(descriptor) }
    var text = [UInt8](repeating: 0, count: 64)
    let length = Glibc.read(descriptor, &text, text.count)
    let digits = text.prefix(max(length, 0)).filter { $0 != UInt8(ascii: "-") }
    let bytes = stride(from: 0, to: digits.count - 1, by: 2).compactMap { place in
      UInt8(String(decoding: digits[place...(place + 1)], as: UTF8.self), radix: 16)
    }
    return bytes.count == CommitCount.bootBytes ? bytes : unknown
  }
}
