import CNavSupport
import Glibc

/// The identity (device, inode), size and times of a file; it changes when the file is written or replaced.
package struct FileState: Hashable, Sendable {
  /// Nil if the file does not exist.
  private var parts: [Int]?

  /// Reads the state of the file at a path, following symbolic links.
  package init(_ path: String) {
    var status = stat()
    guard !path.utf8.contains(0), stat(path, &status) == 0 else { return }
    parts = [
      Int(truncatingIfNeeded: status.st_dev), Int(truncatingIfNeeded: status.st_ino),
      Int(status.st_size), status.st_mtim.tv_sec, status.st_mtim.tv_nsec,
      status.st_ctim.tv_sec, status.st_ctim.tv_nsec,
    ]
  }

  /// Whether the file exists.
  package var isThere: Bool { parts != nil }
}
